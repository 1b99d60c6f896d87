import { ServiceError } from '../../contract/errors.ts'
import { anchorOf, type PassagePlace, pathOf } from '../../text/structure.ts'

/** Of a section's questions so many are compared with one that is asked. */
export const MAX_COMPARED = 40

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
