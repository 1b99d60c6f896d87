/** Weights of a passage's features in the ranking, fitted by `npm run fit`. */
export const RANKING = {
  words: 1,
  grams: 0.47,
  endings: 0.8,
  spelling: 0.26,
  heading: 0.35,
  likeness: 0.47,
  window: 0.35,
  near: 0.35,
  page: 0.6,
  agreement: 0.35,
}

/** Weights of the signs that a question is answered, in a logistic model fitted by it too. */
export const CONFIDENCE = {
  bias: 2.78,
  share: 3.23,
  titled: 8.53,
  subject: 0.34,
  indexed: -1.22,
  missed: -1.05,
}
