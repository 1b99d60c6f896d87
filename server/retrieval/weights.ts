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
  bias: 0.55,
  share: 3.28,
  likeness: 9.94,
  found: 1.1,
  held: 1.89,
  indexed: -1.14,
  missed: -0.2,
  near: -5.7,
  pairs: 5.57,
}
