import { ServiceError } from '../../contract/errors.ts'
import { anchorOf, type PassagePlace, pathOf } from '../../text/structure.ts'
import type { SectionPlace } from '../ports/section-questions.ts'

/** Of a section's questions so many are compared with one that is asked. */
const MAX_COMPARED = 40

/** Of questions that are ordered by their sections those that are compared. */
export function firstOfSections<Question extends SectionPlace>(questions: Question[]): Question[] {
  let count = 0
  return questions.filter(({ document_id, section }, at) => {
    const before = questions[at - 1]
    const isFirst = before?.document_id !== document_id || before.section !== section
    count = isFirst ? 1 : count + 1
    return count <= MAX_COMPARED
  })
}

/**
 * The anchor of the section that has a name among the places of a document's passages: its anchor,
 * or else its headings, or the nearest of them. undefined: there is none.
 */
export function sectionNamed(places: PassagePlace[], name: string): string | undefined {
  const named = [anchorOf, pathOfHeadings, nearestHeading].flatMap(
    (nameOf) => places.find((place) => nameOf(place) === name) ?? [],
  )[0]
  return (named && anchorOf(named)) ?? undefined
}

/** Throws `validation_error` unless a document has the section. */
export function requireSection(anchor: string | undefined): string {
  if (anchor !== undefined) return anchor
  throw new ServiceError('validation_error', 'section must be one of the document.')
}

function pathOfHeadings({ headings }: PassagePlace): string {
  return pathOf(headings)
}

function nearestHeading({ headings }: PassagePlace): string {
  return headings.at(-1) ?? ''
}
