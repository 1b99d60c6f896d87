/**
 * Fits the weights of `server/retrieval/confidence.ts`, and reports how they do on held-out sets.
 *
 *   npm run calibrate -- --data FOLDER [--sets a,b] [--questions 160] [--foreign 120]
 *
 * Every set has the same weight, its own questions as much as the foreign ones, and its near misses
 * a quarter of that. The two longest words of each question, own and foreign, count as much as the
 * near misses, because visitors type keywords. Prints the weights to copy and, for each set (held
 * out together with all sets made from the same texts), AUROC against foreign questions and near
 * misses and the shares of questions and keywords that are declined at 0.5.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLexicalEmbedding } from '../server/models/builtin/embedding.ts'
import { type Signs, signsOf } from '../server/retrieval/confidence.ts'
import { createRetrieve } from '../server/retrieval/retrieve.ts'
import { analyzeQuestion } from '../server/text/question.ts'
import { openLibrary } from './library.ts'
import { fitLogistic, predict } from './logistic.ts'
import { auroc } from './measure.ts'
import { foreignQuestions, readCorpus, readQuestions, setsIn } from './sets.ts'

type Kind = 'real' | 'foreign' | 'near' | 'real keywords' | 'foreign keywords'

interface Judged {
  set: string
  kind: Kind
  signs: Signs
}

const SHARES: Record<Kind, number> = {
  real: 1,
  foreign: 1,
  near: 0.25,
  'real keywords': 0.25,
  'foreign keywords': 0.25,
}
/** Words of a question that count as its keywords. */
const KEYWORDS = 2
/** The total weight of a set in observations, whatever its size. */
const SET_WEIGHT = 60

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string' },
    questions: { type: 'string', default: '160' },
    foreign: { type: 'string', default: '120' },
  },
})
if (!values.data) {
  process.stderr.write('calibrate: --data FOLDER names the folder that holds the sets.\n')
  process.exit(2)
}
const { data } = values
const all = setsIn(data)
const sets = values.sets?.split(',') ?? all
const judged: Judged[] = []
for (const set of sets) judged.push(...(await judge(set)))
const names = Object.keys(judged[0]?.signs ?? {}) as (keyof Signs)[]
const fitted = fit(judged)
process.stdout.write(`bias: ${fitted[0]?.toFixed(2)}\n`)
names.forEach((name, at) => process.stdout.write(`${name}: ${fitted[at + 1]?.toFixed(2)}\n`))
for (const set of sets) process.stdout.write(`${set.padEnd(20)}${leftOut(set)}\n`)

/** The signals of a set's own questions and of foreign ones asked of it. */
async function judge(set: string): Promise<Judged[]> {
  const embedding = createLexicalEmbedding()
  const library = await openLibrary(readCorpus(join(data, set)), embedding)
  const found: Judged[] = []
  let kind: Kind = 'real'
  const retrieve = createRetrieve({
    store: library.store,
    embeddings: () => embedding,
    observe(each) {
      const signs = signsOf(each)
      if (signs) found.push({ set, kind, signs })
    },
  })
  async function ask(asked: Kind, query: string, collection: string | undefined): Promise<void> {
    kind = asked
    await retrieve(
      {
        organization_id: library.organization_id,
        collection_ids: library.collectionsOf(collection),
        query,
        limit: 8,
      },
      new AbortController().signal,
    )
  }
  for (const each of readQuestions(join(data, set), Number(values.questions))) {
    const { question, collection, answerable } = each
    await ask(answerable ? 'real' : 'near', question, collection)
    if (answerable) await ask('real keywords', keywordsOf(question), collection)
  }
  for (const { question } of foreignQuestions(data, set, all, Number(values.foreign))) {
    await ask('foreign', question, undefined)
    await ask('foreign keywords', keywordsOf(question), undefined)
  }
  library.close()
  return found
}

/** A question's longest words, longest first. */
function keywordsOf(question: string): string {
  const words = analyzeQuestion(question).words.map(({ text }) => text)
  const longest = words.toSorted((one, other) => other.length - one.length)
  return longest.slice(0, KEYWORDS).join(' ')
}

function fit(some: Judged[]): number[] {
  const counts = Map.groupBy(some, ({ set, kind }) => `${set} ${kind}`)
  return fitLogistic(
    some.map(({ set, kind, signs }) => ({
      features: names.map((name) => signs[name]),
      outcome: kind.startsWith('real') ? 1 : 0,
      weight: (SET_WEIGHT * SHARES[kind]) / (counts.get(`${set} ${kind}`)?.length ?? 1),
    })),
  )
}

function leftOut(set: string): string {
  const weights = fit(judged.filter((each) => family(each.set) !== family(set)))
  const own = Map.groupBy(
    judged.filter((each) => each.set === set),
    ({ kind }) => kind,
  )
  const of = (kind: Kind) =>
    (own.get(kind) ?? []).map(({ signs }) =>
      predict(
        weights,
        names.map((name) => signs[name]),
      ),
    )
  const [real, foreign, near] = [of('real'), of('foreign'), of('near')]
  return [
    `foreign ${auroc(real, foreign).toFixed(3)}`,
    near.length > 0 ? `near ${auroc(real, near).toFixed(3)}` : '',
    `foreign declined ${declined(foreign)}`,
    `real declined ${declined(real)}`,
    `of keywords ${declined(of('foreign keywords'))} and ${declined(of('real keywords'))}`,
  ]
    .filter(Boolean)
    .join('  ')
}

/** Sets made from the same texts, such as translations. */
function family(set: string): string {
  return set.replace(/^(xquad|squad).*/, 'squad')
}

function declined(confidences: number[]): string {
  return (confidences.filter((value) => value < 0.5).length / confidences.length).toFixed(3)
}
