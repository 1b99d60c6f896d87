/**
 * Quality on question sets: ingests each set with the product's code, asks its questions and some
 * of other sets, and measures the answers.
 *
 *   npm run eval -- --data FOLDER [--sets a,b] [--questions 200] [--foreign 100]
 *                   [--baseline plain|tuned|grams] [--model SELECTOR] [--embedding SELECTOR]
 *                   [--variants 60] [--providers FILE] [--database ADDRESS] [--kept FOLDER]
 *                   [--out FOLDER] [--json]
 *
 *   npm run eval -- --data FOLDER --models [--without number,name]
 *   npm run eval -- --data FOLDER --evidence [--sets a,b] [--questions 200] [--out FOLDER]
 *   npm run eval -- --data FOLDER --section-questions
 *   npm run eval -- --examples
 *   npm run eval -- --data FOLDER --wrappings [--sets a,b] [--questions 200]
 *   npm run eval -- --reading FOLDER… [--rendered FOLDER…] [--furniture FILE] [--findings FILE]
 *
 * `--models` measures how written answers of a configured model come through the checks
 * (`models/run.ts`), by all rules or without some, and how much of them is shown and taken back.
 * `--evidence` compares the quotation of each marker with claim and passage (`evidence.ts`).
 * `--section-questions` measures recall by questions of sections (`section-questions/run.ts`).
 * `--examples` tells which counter-examples the built-in model still gets right
 * (`examples/run.ts`).
 * `--wrappings` puts harmless words around questions that are answered rightly, and counts those
 * that are declined then (`wrappings.ts`).
 * `--reading` measures how folders of documentation are read, without questions (`reading/run.ts`).
 * FOLDER has a folder for each set
 * (`corpus.jsonl`, `questions.jsonl`) and the scorer, `score.mjs`.
 * `--baseline` also asks a simple ranking and prints its nDCG@10 beside the product's. A second
 * table shows how many answerable questions of a set are declined when they are written in other
 * ways (`variants.ts`); `--variants` says of how many questions. Models other than the built-in
 * ones are configured in a providers file, as with SVC_PROVIDERS. `--database` names an empty
 * PostgreSQL database to ingest into, as with SVC_DATABASE_URL, which keeps what it was given.
 * `--kept` names a folder where ingested sets are found again by the next call, also of
 * `npm run fit`; remove it when the way in which texts are read or stored has changed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MEANING_EMBEDDING } from '../server/models/builtin/meaning.ts'
import { EXTRACTIVE_MODEL } from '../server/models/ports.ts'
import { createModels, readProviders } from '../server/models/registry.ts'
import { createRetrieve } from '../server/retrieval/retrieve.ts'
import { createAsk, type Result } from './ask.ts'
import { baselines, createBaseline } from './baseline.ts'
import { createBuiltInModel } from './built-in-model.ts'
import { declinedVariants } from './declined-variants.ts'
import { evaluateEvidence } from './evidence.ts'
import { exampleReport } from './examples/run.ts'
import { openLibrary } from './library.ts'
import { type Asked, measure } from './measure.ts'
import { evaluateModels } from './models/run.ts'
import { reportReading } from './reading/run.ts'
import { evaluateSectionQuestions } from './section-questions/run.ts'
import {
  foreignQuestions,
  linesOf,
  type Question,
  readCorpus,
  readQuestions,
  setsIn,
  spread,
} from './sets.ts'
import { tableOf, variantTableOf } from './table.ts'
import { evaluateWrappings } from './wrappings.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    sets: { type: 'string' },
    questions: { type: 'string', default: '100000' },
    foreign: { type: 'string', default: '100' },
    variants: { type: 'string', default: '60' },
    baseline: { type: 'string' },
    model: { type: 'string', default: EXTRACTIVE_MODEL },
    embedding: { type: 'string', default: MEANING_EMBEDDING },
    providers: { type: 'string' },
    database: { type: 'string' },
    kept: { type: 'string' },
    out: { type: 'string' },
    json: { type: 'boolean', default: false },
    models: { type: 'boolean', default: false },
    evidence: { type: 'boolean', default: false },
    'section-questions': { type: 'boolean', default: false },
    examples: { type: 'boolean', default: false },
    wrappings: { type: 'boolean', default: false },
    without: { type: 'string', default: '' },
    reading: { type: 'string' },
    rendered: { type: 'string', multiple: true, default: [] },
    furniture: { type: 'string' },
    findings: { type: 'string' },
  },
})
if (values.examples) {
  process.stdout.write(`${await exampleReport()}\n`)
  process.exit()
}
if (values.reading !== undefined) {
  const report = await reportReading([values.reading, ...positionals], values)
  process.stdout.write(`${report}\n`)
  process.exit()
}
if (!values.data) {
  process.stderr.write('eval: --data FOLDER names the folder that holds the sets.\n')
  process.exit(2)
}
const { data } = values
if (values.models) {
  process.stdout.write(`${await evaluateModels(data, values.without.split(','))}\n`)
  process.exit()
}
if (values.evidence) {
  const sets = values.sets?.split(',') ?? setsIn(data)
  const out = values.out ?? null
  const report = await evaluateEvidence(data, { sets, questions: Number(values.questions), out })
  process.stdout.write(`${report}\n`)
  process.exit()
}
if (values['section-questions']) {
  process.stdout.write(`${await evaluateSectionQuestions(data)}\n`)
  process.exit()
}
if (values.wrappings) {
  const sets = values.sets?.split(',') ?? setsIn(data)
  const { kept } = values
  const report = await evaluateWrappings(data, {
    sets,
    questions: Number(values.questions),
    kept,
  })
  process.stdout.write(`${report}\n`)
  process.exit()
}
const baseline = baselines.find((name) => name === values.baseline)
if (values.baseline !== undefined && !baseline) {
  process.stderr.write(`eval: --baseline is one of ${baselines.join(', ')}.\n`)
  process.exit(2)
}
const models = createModels(
  {
    model: values.model,
    embedding_model: values.embedding,
    embedding_dimensions: null,
    embedding_ms: 30_000,
  },
  readProviders({ providers: values.providers ?? null, environment: process.env }),
  [createBuiltInModel()],
)
const temporary = mkdtempSync(join(tmpdir(), 'eval-'))
const scores: Record<string, Record<string, number>> = {}
try {
  for (const set of values.sets?.split(',') ?? setsIn(data)) scores[set] = await evaluate(set)
  const report = values.json
    ? JSON.stringify(scores)
    : `${tableOf(scores)}\n\nDeclined of answerable questions, by how they are written:\n${variantTableOf(scores)}`
  process.stdout.write(`${report}\n`)
} finally {
  rmSync(temporary, { recursive: true })
}

async function evaluate(set: string): Promise<Record<string, number>> {
  const questions = readQuestions(join(data, set), Number(values.questions))
  const foreign = foreignQuestions(data, set, setsIn(data), Number(values.foreign))
  const { own, others, simple, declined } = await askAll(set, questions, foreign)
  const below = simple && score(set, simple)['ndcg@10']
  const answerable = own.filter(({ question }) => question.answerable)
  const { 'citation precision': precision } = score(set, answerable)
  return {
    ...score(set, own),
    ...(below === undefined ? {} : { 'baseline ndcg@10': below }),
    ...(precision === undefined ? {} : { 'citation precision (answerable)': precision }),
    ...measure(own, others),
    ...declined,
  }
}

async function askAll(set: string, questions: Question[], foreign: Question[]) {
  const embedding = models.chosenEmbedding('')
  const corpus = readCorpus(join(data, set))
  const library = await openLibrary(corpus, embedding, {
    database_url: values.database ?? null,
    kept: values.kept,
  })
  try {
    const retrieve = createRetrieve({ store: library.store, embeddings: () => embedding })
    const ask = createAsk(library, retrieve, models.language(''))
    return {
      own: await asked(questions, ask),
      others: await asked(foreign, ask),
      declined: await declinedVariants(spread(questions, Number(values.variants)), ask),
      simple: baseline && rankedBy(createBaseline(library, baseline), questions),
    }
  } finally {
    await library.close()
  }
}

async function asked(
  questions: Question[],
  ask: (question: Question) => Promise<Result>,
): Promise<Asked[]> {
  const all: Asked[] = []
  for (const question of questions) all.push({ question, result: await ask(question) })
  return all
}

function rankedBy(rank: ReturnType<typeof createBaseline>, questions: Question[]): Ranked[] {
  return questions.map((question) => ({
    question,
    result: { id: question.id, ranked: rank(question) },
  }))
}

/** A question as the scorer of rankings needs it. */
interface Ranked {
  question: Question
  result: Pick<Result, 'id'> & { ranked: { doc: string; text: string }[] }
}

/** The scorer's figures for the asked questions. */
function score(set: string, own: Ranked[]): Record<string, number> {
  const folder = join(values.out ?? temporary, set)
  mkdirSync(folder, { recursive: true })
  const results = join(folder, 'results.jsonl')
  writeFileSync(join(folder, 'corpus.jsonl'), readFileSync(join(data, set, 'corpus.jsonl')))
  writeFileSync(join(folder, 'questions.jsonl'), linesOf(own.map(({ question }) => question)))
  writeFileSync(results, linesOf(own.map(({ result }) => result)))
  const scorer = [join(data, 'score.mjs'), folder, results, '--json']
  return JSON.parse(execFileSync(process.execPath, scorer, { encoding: 'utf8' }))
}
