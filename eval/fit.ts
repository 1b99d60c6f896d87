/**
 * Fits the weights of ranking and confidence to question sets, and reports how they do on sets that
 * were left out.
 *
 *   npm run fit -- --data FOLDER [--sets a,b] [--questions 60] [--foreign 60] [--keep-ranking]
 *               [--units] [--write]
 *
 * Every set counts the same. Sets made from the same texts are left out together. The ranking is
 * fitted first, by coordinate ascent on nDCG@10 (`ascent.ts`), then the confidence of what it ranks
 * first, by logistic regression (`logistic.ts`) on real questions, foreign ones and near misses, in
 * the ways that people write them (`variants.ts`). `--keep-ranking` fits the confidence alone, to
 * the ranking in use. `--units` fits what the built-in model chooses sentences by instead, by
 * coordinate ascent on the place of the first one that answers (`fit-units.ts`). `--write` stores
 * the weights in `server/retrieval/weights.ts`, or in `server/answering/extractive/weights.ts`.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { RANKING } from '../server/retrieval/weights.ts'
import { collect, type Example } from './collect.ts'
import {
  curveOf,
  fitConfidence,
  judgeAll,
  judgementsOf,
  lengthTableOf,
  shareTableOf,
} from './fit-confidence.ts'
import { fitRanking, placesOf, rankingTableOf } from './fit-ranking.ts'
import { reportUnits } from './fit-units.ts'
import { recallTableOf } from './passage-recall.ts'
import { reliabilityTableOf } from './reliability.ts'
import { familyOf, setsIn } from './sets.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string' },
    questions: { type: 'string', default: '60' },
    foreign: { type: 'string', default: '60' },
    units: { type: 'boolean', default: false },
    'keep-ranking': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
if (!values.data) {
  process.stderr.write('fit: --data FOLDER names the folder that holds the sets.\n')
  process.exit(2)
}
const sets = values.sets?.split(',') ?? setsIn(values.data)
if (values.units) {
  process.stdout.write(
    await reportUnits(values.data, {
      sets,
      questions: Number(values.questions),
      writes: values.write,
    }),
  )
  process.exit()
}
const sizes = { questions: Number(values.questions), foreign: Number(values.foreign) }
const examples: Example[] = []
for (const set of sets) {
  process.stderr.write(`${set}\n`)
  examples.push(...(await collect(values.data, set, sizes)))
}

/** Sets made from the same texts, such as translations. */
const families = Map.groupBy(examples, ({ set }) => familyOf(set))
const rankingFor = (own: Example[]) => (values['keep-ranking'] ? RANKING : fitRanking(own))
const ranking = rankingFor(examples)
const confidence = fitConfidence(examples, ranking)
const rankings = new Map<Example, typeof ranking>()
const judged = new Map<Example, number>()
for (const own of families.values()) {
  const held = new Set(own)
  const others = examples.filter((example) => !held.has(example))
  const leftOut = rankingFor(others)
  for (const example of own) rankings.set(example, leftOut)
  for (const [example, value] of judgeAll(own, leftOut, fitConfidence(others, leftOut))) {
    judged.set(example, value)
  }
}

const weights = weightsFile()
if (values.write) {
  writeFileSync(new URL('../server/retrieval/weights.ts', import.meta.url), weights)
}
process.stdout.write(`${weights}
nDCG@10 with the weights in use, fitted to all sets, and left out:
${rankingTableOf(examples, { 'in use': () => RANKING, fitted: () => ranking, 'left out': (example) => rankings.get(example) ?? ranking })}

Answered of foreign questions and near misses, declined of real ones, fitted to all sets:
${shareTableOf(judgeAll(examples, ranking, confidence))}

The same, left out:
${shareTableOf(judged)}

Left out, what is said of questions and how many of them are answered:
${reliabilityTableOf(judgementsOf(judged))}

Left out, passages that answer among the first, in percent with 95 % intervals:
${recallTableOf(placesOf(examples, (example) => rankings.get(example) ?? ranking))}

Left out, by the words of a question, over all sets together:
${lengthTableOf(judged)}

Left out, by threshold; a foreign question that is answered costs as much as three refusals, and
the threshold in use is 0.50:
${curveOf(judged)}
`)

function weightsFile(): string {
  return `/** Weights of a passage's features in the ranking, fitted by \`npm run fit\`. */
export const RANKING = ${listed(ranking)}

/** Weights of the signs that a question is answered, in a logistic model fitted by it too. */
export const CONFIDENCE = ${listed(confidence)}
`
}

function listed(numbers: Record<string, number>): string {
  const lines = Object.entries(numbers).map(
    ([name, value]) => `  ${name}: ${Number(value.toFixed(2))},\n`,
  )
  return `{\n${lines.join('')}}`
}
