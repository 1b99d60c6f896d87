import type {
  Retrieval,
  RetrievalRequest,
  Retrieve,
  RetrievedPassage,
} from '../retrieval/retrieval.ts'
import type { Passages } from '../storage/ports/passages.ts'
import { analyzeQuestion, contentWordsOf } from '../text/question.ts'
import { type Definition, tellsOf } from './extractive/definitions.ts'
import { unitsOf, withoutAddresses } from './extractive/passage-units.ts'
import { readingsOf } from './extractive/readings.ts'
import { splitQuestion } from './extractive/split-question.ts'

/** How many passages are looked through for a definition, and how many are taken. */
const LOOKED_THROUGH = 30
const MAX_TAKEN = 3
/** The confidence in a definition of just what is asked, and in a section named after it. */
const TOLD = 0.7
const NAMED = 0.55
/** Among so many of the first passages such a section is looked for. */
const FIRST = 3
/** Of so many of the first passages the one before is looked at, where their section begins. */
const BEGINNINGS = 3

/**
 * Retrieves for a question that asks what something is also passages that tell it. What is asked
 * is the subject of many passages, and the one that defines it names it no more often than they
 * do: it is looked for further down, at the beginnings of their sections, and in introductions and
 * glossaries. With a definition the question is answered, however common its words are, and with a
 * section named after what is asked.
 */
export function searchDefinitions(retrieve: Retrieve, passages: Pick<Passages, 'find'>): Retrieve {
  return async (request, signal) => {
    const definition = request.definitions ? definitionIn(request.query) : null
    if (!definition) return retrieve(request, signal)
    const limit = Math.max(LOOKED_THROUGH, request.limit)
    const found = await retrieve({ ...request, limit }, signal)
    const first = found.passages.slice(0, request.limit)
    const further = [
      ...(await beginningsOf(first, request)),
      ...found.passages.slice(request.limit),
      ...(await introductionsTo(definition, found, { ...request, limit }, signal)),
    ]
    const known = new Set(first.map(({ source_id }) => source_id))
    const telling = further.filter((passage) => {
      const isNew = !known.has(passage.source_id)
      known.add(passage.source_id)
      return isNew && tells(passage, definition)
    })
    const isTold = telling.length > 0 || first.some((passage) => tells(passage, definition))
    const isNamed = first.slice(0, FIRST).some((passage) => isNamedAfter(passage, definition))
    const least = isTold ? TOLD : isNamed ? NAMED : 0
    return {
      ...found,
      confidence: Math.max(found.confidence, least),
      passages: [...first, ...telling.slice(0, MAX_TAKEN)],
    }
  }

  /** The passages right before the first ones, in their sections. */
  async function beginningsOf(
    found: RetrievedPassage[],
    { organization_id }: RetrievalRequest,
  ): Promise<RetrievedPassage[]> {
    const beginnings: RetrievedPassage[] = []
    for (const passage of found.slice(0, BEGINNINGS)) {
      const beside = await passages.find(organization_id, passage.source_id)
      const previous = beside?.previous
      if (previous?.anchor !== passage.anchor) continue
      beginnings.push({
        ...passage,
        ...previous,
        position: passage.position - 1,
        score: passage.score,
      })
    }
    return beginnings
  }

  /** Their scores as shares of the best: those of two questions have no common scale. */
  async function introductionsTo(
    { subject, clues }: Definition,
    found: Retrieval,
    request: RetrievalRequest,
    signal: AbortSignal,
  ): Promise<RetrievedPassage[]> {
    const { passages: introductions } = await retrieve(
      { ...request, query: `${subject} ${clues}` },
      signal,
    )
    const scale = (found.passages[0]?.score ?? 0) / (introductions[0]?.score ?? 1)
    return introductions.map((passage) => ({ ...passage, score: passage.score * scale }))
  }
}

/** What a message asks to be defined; null where it asks anything else. */
function definitionIn(message: string): Definition | null {
  const asked = readingsOf(analyzeQuestion(message)).flatMap(splitQuestion)
  return asked.find(({ form }) => form.definition !== null)?.form.definition ?? null
}

function tells(passage: RetrievedPassage, definition: Definition): boolean {
  if (!definition.hints.test(withoutAddresses(passage.text))) return false
  const units = unitsOf({ ...passage, number: 0 })
  return units.some((unit) => tellsOf(unit, definition))
}

/** Whether the nearest heading has all that is asked. */
function isNamedAfter({ title, headings }: RetrievedPassage, { subject }: Definition): boolean {
  const heading = headings.at(-1) ?? title
  const named = new Set(contentWordsOf(heading).flatMap(({ terms }) => terms))
  return contentWordsOf(subject).every(({ terms }) => terms.some((term) => named.has(term)))
}
