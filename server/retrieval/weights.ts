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
  bias: 3.39,
  share: 2.14,
  titled: 10.36,
  found: 1.36,
  held: 1.8,
  indexed: -1.4,
  missed: -1.35,
  near: -5.27,
  pairs: 4.74,
}
