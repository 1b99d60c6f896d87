/**
 * Checks every reference in code and documentation to a page of this repository, and every link in
 * its Markdown files to another file, including headings. Prints dangling ones and fails.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { slug } from 'github-slugger'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as textOf } from 'mdast-util-to-string'
import { root, sourceFiles } from './source-files.ts'

/** Code names pages as `docs/behaviour.md#turns`, an operation's rule as `behaviour.md#turns`. */
const REFERENCE =
  /\b(?:docs\/)?((?:behaviour|api|architecture|contributing|prompt)\.md(?:#[\w-]+)?)/g
/** Documents that are not in the repository. */
const OUTSIDE = /\bcompletions? \d|§ ?\d/

interface Reference {
  file: string
  line: number
  /** A path from the repository's root, with `#heading` where it names one. */
  target: string
}

const headings = new Map<string, Set<string>>()

function headingsOf(page: string): Set<string> {
  let known = headings.get(page)
  if (!known) {
    known = new Set()
    for (const node of fromMarkdown(readFileSync(join(root, page), 'utf8')).children) {
      if (node.type === 'heading') known.add(slug(textOf(node)))
    }
    headings.set(page, known)
  }
  return known
}

function referencesOf(file: string): Reference[] {
  const text = readFileSync(join(root, file), 'utf8')
  return file.endsWith('.md') ? linksOf(file, text) : namedIn(file, text)
}

function namedIn(file: string, text: string): Reference[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(REFERENCE)].map(([, page = '']) => ({
      file,
      line: index + 1,
      target: `docs/${page}`,
    })),
  )
}

function linksOf(file: string, text: string): Reference[] {
  const links: Reference[] = []
  visit(fromMarkdown(text), (node) => {
    if ((node.type !== 'link' && node.type !== 'image') || /^[a-z]+:|^\//i.test(node.url)) return
    const [path = '', heading] = node.url.split('#')
    const page = path === '' ? file : relative(root, join(root, dirname(file), path))
    const target = heading === undefined ? page : `${page}#${heading}`
    links.push({ file, line: node.position?.start.line ?? 0, target })
  })
  return links
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node)
  if ('children' in node) for (const child of node.children) visit(child, see)
}

function problemOf({ target }: Reference): string | null {
  const [page = '', heading] = target.split('#')
  if (!existsSync(join(root, page))) return `${page} does not exist`
  if (heading === undefined || !page.endsWith('.md')) return null
  return headingsOf(page).has(heading) ? null : `${page} has no heading #${heading}`
}

function outsideIn(file: string): string[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    OUTSIDE.test(line) ? [`${file}:${index + 1}: names a document outside of the repository`] : [],
  )
}

/** The parts of docs/api.md, whose links are followed where they are joined. */
const PART = /^docs\/api\//

const files = sourceFiles(['ts', 'tsx', 'mjs', 'css', 'sql', 'md']).filter(
  (file) => file !== 'scripts/check/references.ts' && !PART.test(file),
)
const references = files.flatMap(referencesOf)
const problems = [
  ...references.flatMap((reference) => {
    const problem = problemOf(reference)
    return problem ? [`${reference.file}:${reference.line}: ${problem}`] : []
  }),
  ...files.flatMap(outsideIn),
]
for (const problem of problems) console.error(problem)
console.log(`${references.length} references followed, ${problems.length} dangling`)
process.exitCode = problems.length > 0 ? 1 : 0
