/**
 * Weights of the questions of a section in the ranking, beside the best score that there is without
 * them, fitted by `npm run eval -- --section-questions`. By meaning, a likeness counts from a bound
 * on; where the passages say all that is asked, likenesses count `said` of what they do otherwise.
 */
export const QUESTIONS = { words: 1, meaning: 1.5, meaningFrom: 0.1, said: 0.3 }
