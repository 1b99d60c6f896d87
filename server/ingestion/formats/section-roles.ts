import type { Section, SectionRole } from '../extracted.ts'

/** Files that are one list of a kind, by the names that generators and people give them. */
const FILES: [name: RegExp, role: SectionRole][] = [
  [/(?:^|[/_-])(?:changelog|changes|release-?notes|history|news)(?:\.[^/]*)?$/i, 'changelog'],
  [/(?:^|[/_-])glossary(?:\.[^/]*)?$/i, 'glossary'],
]
const GLOSSARY = /^(?:glossary|terminology)$/i

/** Sections with what their text is for, where the file's name or their heading says so. */
export function withRoles(sections: Section[], path: string): Section[] {
  const ofFile = FILES.find(([name]) => name.test(path))?.[1]
  return sections.map((section) => {
    const role = section.role ?? ofFile ?? roleOfHeadings(section.headings)
    return role === undefined ? section : { ...section, role }
  })
}

function roleOfHeadings(headings: string[]): SectionRole | undefined {
  if (/[?？]$/.test(headings.at(-1) ?? '')) return 'question'
  return headings.some((heading) => GLOSSARY.test(heading)) ? 'glossary' : undefined
}
