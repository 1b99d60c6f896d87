import { expect, test } from 'vitest'
import { runExamples } from '../../../eval/examples/run.ts'

/** The share that holds; the others are told by `npm run eval -- --examples`. */
const LEAST = 0.95

test('the built-in model gets counter-examples right (docs/behaviour.md#built-in-answers)', async () => {
  const { count, failed } = await runExamples()

  expect(1 - failed.length / count).toBeGreaterThanOrEqual(LEAST)
})
