/**
 * Fits the weights of ranking and confidence to question sets, and reports how they do on sets that
 * were left out.
 *
 *   npm run fit -- --data FOLDER [--sets a,b] [--questions 60] [--foreign 16] [--kept FOLDER]
 *               [--keep-ranking] [--units] [--write]
 *
 * Every set counts the same, but sets in visitors' own words half of all. Sets made from the same
 * texts are left out together. The ranking is fitted first, by coordinate ascent on nDCG@10
 * (`ascent.ts`), each time without a seventh of the sites; then the confidence in what a search
 * found and in what is quoted of it, by logistic regression (`logistic.ts`), each time without one
 * site, on real questions, near misses and foreign ones, in the ways that people write them
 * (`variants.ts`). `--keep-ranking` fits the confidences alone, to the ranking in use. `--units`
 * fits what the built-in model chooses sentences by instead, by coordinate ascent on the place of
 * the first one that answers (`fit-units.ts`). `--write` stores the weights in
 * `server/retrieval/weights.ts`, or in `server/answering/extractive/weights.ts`. `--kept` names a
 * folder where ingested sets are found again by the next call, also of `npm run eval`.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { RANKING } from '../server/retrieval/weights.ts'
import { collectJudged, type JudgedExample } from './collect-judged.ts'
import { collectRanked, type RankedExample } from './collect-ranked.ts'
import {
  curveOf,
  fitAnswer,
  fitSearch,
  formTableOf,
  judgedBy,
  judgementsOf,
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
    foreign: { type: 'string', default: '16' },
    kept: { type: 'string' },
    units: { type: 'boolean', default: false },
    'keep-ranking': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
if (!values.data) {
  process.stderr.write('fit: --data FOLDER names the folder that holds the sets.\n')
  process.exit(2)
}
const { data, kept } = values
const sets = values.sets?.split(',') ?? setsIn(data)
if (values.units) {
  const questions = Number(values.questions)
  process.stdout.write(await reportUnits(data, { sets, questions, writes: values.write }))
  process.exit()
}
/** In how many parts sites are left out of the ranking: each fit takes some seconds. */
const PARTS = 7
const THRESHOLD = 0.35

const sites = [...new Set(sets.map(familyOf))]

const { ranking, report } = values['keep-ranking']
  ? { ranking: RANKING, report: '' }
  : await rankingFitted()
const examples = await collectAll((set) =>
  collectJudged(data, set, {
    questions: Number(values.questions),
    foreign: Number(values.foreign),
    kept,
    ranking,
  }),
)
const weights = weightsFile({
  ranking,
  search: fitSearch(examples),
  answer: fitAnswer(examples),
})
if (values.write) {
  writeFileSync(new URL('../server/retrieval/weights.ts', import.meta.url), weights)
}
const leftOut = new Map<JudgedExample, number>()
const searched = new Map<JudgedExample, number>()
for (const site of sites) {
  const others = examples.filter(({ set }) => familyOf(set) !== site)
  const [search, answer] = [fitSearch(others), fitAnswer(others)]
  for (const example of examples.filter(({ set }) => familyOf(set) === site)) {
    leftOut.set(example, judgedBy.answer(example, answer))
    searched.set(example, judgedBy.search(example, search))
  }
}
process.stdout.write(`${weights}${report}
Left out, what is said of answers and how many of them are right:
${reliabilityTableOf(judgementsOf(leftOut))}

Left out, by threshold of the confidence in answers:
${curveOf(leftOut)}

The same by threshold of the confidence in searches, if all were answered from them:
${curveOf(searched)}

Left out, by form, at ${THRESHOLD}:
${formTableOf(leftOut, THRESHOLD)}
`)

async function rankingFitted() {
  const questions = Number(values.questions)
  const ranked = await collectAll((set) => collectRanked(data, set, { questions, kept }))
  const fitted = fitRanking(ranked)
  const left = new Map<RankedExample, typeof fitted>()
  for (let part = 0; part < Math.min(PARTS, sites.length); part += 1) {
    const out = new Set(sites.filter((_, at) => at % PARTS === part))
    const others = fitRanking(ranked.filter(({ set }) => !out.has(familyOf(set))))
    for (const example of ranked) if (out.has(familyOf(example.set))) left.set(example, others)
  }
  const leftOut = (example: RankedExample) => left.get(example) ?? fitted
  const columns = { 'in use': () => RANKING, fitted: () => fitted, 'left out': leftOut }
  return {
    ranking: fitted,
    report: `
nDCG@10 with the weights in use, fitted to all sets, and left out:
${rankingTableOf(ranked, columns)}

Left out, passages that answer among the first, in percent with 95 % intervals:
${recallTableOf(placesOf(ranked, leftOut))}
`,
  }
}

async function collectAll<Item>(collect: (set: string) => Promise<Item[]>): Promise<Item[]> {
  const collected: Item[] = []
  for (const set of sets) {
    process.stderr.write(`${set}\n`)
    collected.push(...(await collect(set)))
  }
  return collected
}

function weightsFile({
  ranking,
  search,
  answer,
}: Record<'ranking' | 'search' | 'answer', Record<string, number>>): string {
  return `/** Weights of a passage's features in the ranking, fitted by \`npm run fit\`. */
export const RANKING = ${listed(ranking)}

/** Weights of the signs that what was found answers, in a logistic model fitted by it too. */
export const CONFIDENCE = ${listed(search)}

/** Weights of the signs that a chosen text answers, in a logistic model fitted by it too. */
export const ANSWER_CONFIDENCE = ${listed(answer)}
`
}

function listed(numbers: Record<string, number>): string {
  const lines = Object.entries(numbers).map(
    ([name, value]) => `  ${name}: ${Number(value.toFixed(2))},\n`,
  )
  return `{\n${lines.join('')}}`
}
