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
  bias: 1.97,
  share: 2.14,
  likeness: 10.41,
  found: 0.96,
  held: 2.12,
  indexed: -1.12,
  missed: -1.17,
  near: -5.33,
  pairs: 4.81,
}
