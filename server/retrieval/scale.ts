import type { EmbeddingModel } from '../models/ports.ts'

/** Questions as visitors of any site ask them, and what answers each: none answers another. */
const PAIRS: [question: string, answer: string][] = [
  ['How do I change my password?', 'Open your profile and choose a new one under Security.'],
  ['When will my parcel arrive?', 'Orders are delivered within three working days.'],
  ['What does a ticket for children cost?', 'Visitors under twelve pay four euros for admission.'],
  ['Can I undo the last change?', 'Press Ctrl+Z to take back the most recent edit.'],
  ['Why does the printer not start?', 'Check that the device is connected to the power supply.'],
  ['How can I cancel the contract?', 'The subscription ends when you give notice a month ahead.'],
  ['Where do I find my invoices?', 'All bills are listed in the billing section.'],
  ['Is it possible to export the data?', 'Save the records as a spreadsheet or as a CSV file.'],
  ['Which browsers are supported?', 'The site works in current versions of Firefox and Chrome.'],
  ['How do I make a backup?', 'Copy the folder with your documents to another disk.'],
  ['Who can see my photos?', 'Pictures are visible to the members of your group only.'],
  ['How do I add a second user?', 'Invite a colleague by e-mail from the team page.'],
]

/** The cosines that a model gives questions and texts that have nothing to do with each other. */
export interface CosineScale {
  mean: number
  deviation: number
}

/**
 * The scale of a model's cosines: of one model 0.3 says nothing, of another it is an answer. In
 * deviations from the mean of unrelated texts they are alike (z-scores); the passages that answer
 * stand at 4.5 in a static model of 8 MB as in a transformer. Throws what the model throws.
 */
export async function cosineScale(
  model: EmbeddingModel,
  signal: AbortSignal,
): Promise<CosineScale> {
  const [questions, answers] = await Promise.all([
    model.embed(
      PAIRS.map(([question]) => question),
      'question',
      signal,
    ),
    model.embed(
      PAIRS.map(([, answer]) => answer),
      'passage',
      signal,
    ),
  ])
  const cosines = questions.flatMap((question, at) =>
    answers.filter((_, other) => other !== at).map((answer) => dot(question, answer)),
  )
  const mean = meanOf(cosines)
  return { mean, deviation: Math.sqrt(meanOf(cosines.map((cosine) => (cosine - mean) ** 2))) || 1 }
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}

function meanOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / (numbers.length || 1)
}
