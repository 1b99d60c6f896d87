/**
 * Weights of a passage's features in the ranking, fitted by `npm run fit`; those of meaning were
 * fitted to a part of the sets and raised by hand.
 */
export const RANKING = {
  words: 1,
  grams: 0.47,
  endings: 0.8,
  spelling: 0.26,
  heading: 0.88,
  likeness: 0.47,
  window: 0.35,
  near: 0.35,
  page: 0.6,
  agreement: 0.35,
  meaning: 0.47,
  unsaid: 0.7,
}

/**
 * Weights of the signs that a question is answered, in a logistic model fitted by it too; those of
 * `trusted` and `alike` were fitted to a part of the sets and scaled by hand.
 */
export const CONFIDENCE = {
  bias: -0.68,
  share: 2.24,
  titled: 2.62,
  subject: 0.2,
  indexed: -0.41,
  missed: -0.7,
  lead: 3.36,
  trusted: -2.54,
  alike: 0.39,
  ahead: 0,
  agreed: 0,
}
