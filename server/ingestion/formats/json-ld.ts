import type { CheerioAPI } from 'cheerio'
import { load } from 'cheerio'
import { withoutBlanks } from '../repeated-text.ts'

/** What a page tells machines of itself (https://schema.org). */
export interface StructuredData {
  questions: { question: string; answer: string }[]
  /** Names of the pages above this one, from the outermost on. */
  breadcrumbs: string[]
  /** It is a `HowTo`. */
  isProcedure: boolean
}

const MAX_QUESTIONS = 500
const MAX_BREADCRUMBS = 10
const MAX_DEPTH = 8

/** What is read of a page's JSON-LD and microdata; nothing of what is damaged. */
export function readStructuredData($: CheerioAPI): StructuredData {
  const data: StructuredData = { questions: [], breadcrumbs: [], isProcedure: hasType($, 'HowTo') }
  for (const script of $('script[type="application/ld+json"]').get()) {
    try {
      collect(JSON.parse($(script).text()), data, 0)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return data
}

/** As microdata (https://html.spec.whatwg.org/multipage/microdata.html). */
function hasType($: CheerioAPI, name: string): boolean {
  return $(`[itemtype$="//schema.org/${name}"]`).length > 0
}

function collect(value: unknown, data: StructuredData, depth: number): void {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, data, depth + 1)
    return
  }
  const thing = value as Record<string, unknown>
  data.isProcedure ||= isA(thing, 'HowTo')
  if (isA(thing, 'FAQPage') || isA(thing, 'QAPage')) {
    for (const entity of [thing.mainEntity].flat()) addQuestion(entity, data)
  } else if (isA(thing, 'BreadcrumbList') && data.breadcrumbs.length === 0) {
    data.breadcrumbs = namesOf(thing.itemListElement)
  } else {
    for (const part of [thing['@graph'], thing.breadcrumb, thing.mainEntity]) {
      collect(part, data, depth + 1)
    }
  }
}

function addQuestion(entity: unknown, { questions }: StructuredData): void {
  const { name, acceptedAnswer } = (entity ?? {}) as Record<string, unknown>
  const { text } = ([acceptedAnswer].flat()[0] ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || typeof text !== 'string') return
  if (questions.length >= MAX_QUESTIONS) return
  const question = plain(name)
  const answer = plain(text)
  if (question !== '' && answer !== '') questions.push({ question, answer })
}

function namesOf(list: unknown): string[] {
  return [list]
    .flat()
    .slice(0, MAX_BREADCRUMBS)
    .flatMap((entry) => {
      const { name, item } = (entry ?? {}) as Record<string, unknown>
      const own = name ?? (item as Record<string, unknown> | undefined)?.name
      return typeof own === 'string' && plain(own) !== '' ? [plain(own)] : []
    })
}

function isA({ '@type': type }: Record<string, unknown>, name: string): boolean {
  return [type].flat().includes(name)
}

/** Answers may hold HTML. */
function plain(text: string): string {
  return withoutBlanks(/[<&]/.test(text) ? load(text).text() : text)
}
