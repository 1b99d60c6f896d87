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
  bias: 2.36,
  score: 0.1,
  share: 2.78,
  likeness: 11.43,
  found: 1.91,
  indexed: -1.33,
  missed: -0.49,
  near: -4.21,
  pairs: 4.6,
}
