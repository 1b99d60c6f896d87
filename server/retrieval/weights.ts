/** Weights of a passage's features in the ranking, fitted by `npm run fit`. */
export const RANKING = {
  words: 1,
  grams: 0.47,
  endings: 0.8,
  spelling: 0.18,
  heading: 1.08,
  likeness: 0.47,
  window: 0.35,
  near: 0.26,
  page: 0.6,
  agreement: 0.18,
  meaning: 0.95,
  unsaid: 1.89,
}

/** Weights of the signs that what was found answers, in a logistic model fitted by it too. */
export const CONFIDENCE = {
  bias: 0.07,
  share: 1.31,
  titled: 3.17,
  subject: 0.17,
  indexed: -0.52,
  missed: -0.11,
  lead: 1.64,
  trusted: -1.6,
  alike: 0.33,
  ahead: -0.18,
  agreed: 0.32,
}

/** Weights of the signs that a chosen text answers, in a logistic model fitted by it too. */
export const ANSWER_CONFIDENCE = {
  bias: -2.46,
  told: 1.68,
  rarest: -1.13,
  weight: 0.76,
  titled: 2.08,
  subject: 0,
  indexed: -0.39,
  lead: 4,
  trusted: -2.87,
  meant: 0.28,
  agreed: 0.52,
  first: 2.45,
}
