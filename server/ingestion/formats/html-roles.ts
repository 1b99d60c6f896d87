import type { Element } from 'domhandler'
import type { SectionRole } from '../extracted.ts'

/** Classes of DocBook, DITA and generators of documentation, and what they say a section is for. */
const ROLES: Record<SectionRole, string> = {
  problem: 'problem symptom symptoms condition troubleshooting',
  cause: 'cause',
  solution: 'solution remedy resolution workaround',
  procedure: 'task taskbody procedure howto',
  reference: 'refentry refsynopsisdiv refbody',
  glossary: 'glossary glossarylist glossdiv glossentry',
  question: 'qandaentry faq-item',
  changelog: 'changelog release-notes releasenotes revhistory',
}
const BY_CLASS = new Map(
  Object.entries(ROLES).flatMap(([role, names]) =>
    names.split(' ').map((name) => [name, role as SectionRole] as const),
  ),
)
/** Items of https://schema.org. */
const BY_TYPE = new Map<string | undefined, SectionRole>([
  ['Question', 'question'],
  ['HowTo', 'procedure'],
])

/** What an element says that the sections in it are for. */
export function roleOf({ attribs }: Element): SectionRole | undefined {
  const type = /^https?:\/\/schema\.org\/(\w+)$/.exec(attribs.itemtype ?? '')?.[1]
  const names = (attribs.class ?? '').toLowerCase().split(/\s+/)
  const named = names.findLast((name) => BY_CLASS.has(name)) ?? ''
  return BY_CLASS.get(named) ?? BY_TYPE.get(type)
}
