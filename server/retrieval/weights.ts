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
  bias: -0.02,
  share: 1.27,
  titled: 3.2,
  subject: 0.17,
  indexed: -0.51,
  missed: -0.09,
  lead: 1.78,
  trusted: -1.62,
  alike: 0.32,
  ahead: -0.19,
  agreed: 0.4,
}

/** Weights of the signs that a chosen text answers, in a logistic model fitted by it too. */
export const ANSWER_CONFIDENCE = {
  bias: -1.65,
  told: 1.19,
  rarest: -1.1,
  weight: 0.54,
  titled: 1.46,
  subject: 0.02,
  indexed: -0.39,
  lead: 4.56,
  trusted: -2.86,
  meant: 0.27,
  agreed: 0.68,
  first: 2.13,
}
