import { join } from 'node:path'
import { QUESTIONS } from '../../server/retrieval/question-weights.ts'
import type { QuestionWeights } from '../../server/retrieval/section-questions.ts'
import { type Found, recallTableOf } from '../passage-recall.ts'
import { type Question, readCorpus, readLines, readQuestions } from '../sets.ts'
import { type AskedSection, openSite, placeOf, type Searched } from './ask.ts'
import { fitQuestions, type Group } from './fit.ts'

/** Sites whose sections have questions, beside this file. */
const SITES = ['claws-mail-doc', 'openshot-qt-doc']
/** Sections of which owners have written questions for one. */
const TENTH = 10

/** A question with its search. */
interface Asked {
  question: Question
  searched: Searched
}

/** A site's questions, asked by what its sections know. */
interface Results {
  set: string
  none: Asked[]
  all: Asked[]
  /** Once for each tenth of the sections. */
  tenths: Asked[][]
}

/**
 * Recall of the passage that answers in the sets `own-words-*` of a folder: where no section has
 * questions, a tenth of them, all of them; with the weights in use and with weights fitted to the
 * other sites.
 */
export async function evaluateSectionQuestions(data: string): Promise<string> {
  const results: Results[] = []
  for (const site of SITES) results.push(await resultsOf(data, site))
  const leftOut = new Map(
    results.map((own) => [
      own.set,
      fitQuestions(results.filter((each) => each !== own).flatMap(groupsOf)),
    ]),
  )
  const fitted = fitQuestions(results.flatMap(groupsOf))
  return [
    `Fitted to all sites: ${JSON.stringify(fitted)}`,
    tablesOf(results, 'weights in use', () => QUESTIONS),
    tablesOf(results, 'left out', ({ set }) => leftOut.get(set) ?? fitted),
  ].join('\n\n')
}

async function resultsOf(data: string, site: string): Promise<Results> {
  const set = `own-words-${site}`
  const questions = readQuestions(join(data, set), Number.POSITIVE_INFINITY)
  const answerable = questions.filter((question) => question.answerable)
  const sections = readLines<AskedSection>(join(import.meta.dirname, `${site}.jsonl`))
  const opened = await openSite(readCorpus(join(data, set)))
  const ask = async (own: AskedSection[]) => {
    await opened.give(own)
    const asked: Asked[] = []
    for (const question of answerable) {
      asked.push({ question, searched: await opened.search(question) })
    }
    return asked
  }
  const none = await ask([])
  const all = await ask(sections)
  const tenths: Asked[][] = []
  for (let tenth = 0; tenth < TENTH; tenth += 1) {
    tenths.push(await ask(sections.filter((_, at) => at % TENTH === tenth)))
  }
  await opened.close()
  return { set, none, all, tenths }
}

function groupsOf({ all, tenths }: Results): Group[] {
  const searchesOf = (asked: Asked[]) => asked.map(({ searched }) => searched)
  const varieties = Map.groupBy(all, ({ question }) => question.variety === 'page words')
  return [
    ...[...varieties].map(([isPageWords, asked]) => ({ isPageWords, searches: searchesOf(asked) })),
    { isPageWords: false, searches: searchesOf(tenths.flat()) },
  ]
}

function tablesOf(
  results: Results[],
  name: string,
  weightsOf: (own: Results) => QuestionWeights,
): string {
  const tableOf = (which: (own: Results) => Asked[]) =>
    recallTableOf(results.flatMap((own) => foundOf(own.set, which(own), weightsOf(own))))
  return [
    `No questions (${name}):\n${tableOf(({ none }) => none)}`,
    `Questions of a tenth of the sections (${name}):\n${tableOf(({ tenths }) => tenths.flat())}`,
    `Questions of all sections (${name}):\n${tableOf(({ all }) => all)}`,
  ].join('\n\n')
}

function foundOf(set: string, asked: Asked[], weights: QuestionWeights): Found[] {
  return asked.map(({ question, searched }) => ({
    set,
    variety: question.variety ?? '',
    place: placeOf(searched, weights),
  }))
}
