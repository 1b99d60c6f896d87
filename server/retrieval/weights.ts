/** Weights of a passage's features in the ranking, fitted by `npm run fit`. */
export const RANKING = {
  words: 1,
  grams: 0.47,
  endings: 0.8,
  spelling: 0.35,
  heading: 0.47,
  likeness: 0.35,
  window: 0.35,
  near: 0.26,
  document: 0.26,
}

/** Weights of the signs that a question is answered, in a logistic model fitted by it too. */
export const CONFIDENCE = {
  bias: 1.84,
  share: 2.27,
  likeness: 10.12,
  found: 0.87,
  held: 2.26,
  indexed: -1.13,
  missed: -1.1,
  near: -4.89,
  pairs: 4.51,
}
