/**
 * Makes question sets of the documentation in Debian packages, for `npm run eval` and
 * `npm run fit`: fetches the packages of the release that is installed, and writes a set of each
 * with the questions that were written to it (docs/contributing.md#add-a-question-set).
 *
 *   npm run eval:debian -- --to FOLDER [--packages a,b]
 *
 * A set whose questions name a page that the installed release's package lacks is not written, and
 * the command fails in the end.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse as parseYaml } from 'yaml'
import {
  createPageMatcher,
  documentOf,
  missingDocuments,
  type Site,
  type SiteQuestion,
  setQuestionsOf,
  siteFolders,
} from './debian/site.ts'
import { type CorpusDocument, linesOf, readLines } from './sets.ts'

const { values } = parseArgs({
  options: { to: { type: 'string' }, packages: { type: 'string' } },
})
if (!values.to) refuse('--to FOLDER names the folder to write the sets into.')
if (spawnSync('apt-get', ['--version']).error) {
  refuse('apt-get, which fetches the packages, is not installed: run this on Debian.')
}
const sites = siteFolders.flatMap(sitesOf)
const names = values.packages?.split(',') ?? sites.map(({ name }) => name)
for (const name of names) {
  const site = sites.find((site) => site.name === name)
  writeSet(values.to, site ?? refuse(`--packages names ${name}, which no sites.yaml does.`))
}

interface NamedSite extends Site {
  /** The package's. */
  name: string
  /** One of `siteFolders`, by which its set is named. */
  group: string
}

function sitesOf(group: string): NamedSite[] {
  const file = readFileSync(join(import.meta.dirname, group, 'sites.yaml'), 'utf8')
  const sites: Record<string, Site> = parseYaml(file)
  return Object.entries(sites).map(([name, site]) => ({ ...site, name, group }))
}

function writeSet(to: string, site: NamedSite): void {
  const { name, group } = site
  const set = `${group}-${name}`
  const { version, corpus } = readPackage(name, site)
  const file = join(import.meta.dirname, group, `${name}.jsonl`)
  const questions = setQuestionsOf(set, readLines<SiteQuestion>(file))
  const missing = missingDocuments(questions, corpus)
  if (missing.length > 0) {
    const lack = `${version} of the package lacks ${missing.join(', ')}`
    process.stderr.write(`${set}: ${lack}; the questions were written to ${site.version}.\n`)
    process.exitCode = 1
    return
  }
  mkdirSync(join(to, set), { recursive: true })
  writeFileSync(join(to, set, 'corpus.jsonl'), linesOf(corpus))
  writeFileSync(join(to, set, 'questions.jsonl'), linesOf(questions))
  const counts = `${corpus.length} pages, ${questions.length} questions`
  process.stdout.write(`${set}: ${counts}, ${name} ${version}\n`)
}

function readPackage(name: string, site: Site): { version: string; corpus: CorpusDocument[] } {
  const temporary = mkdtempSync(join(tmpdir(), 'eval-debian-'))
  try {
    run('apt-get', ['download', name], temporary)
    const file = readdirSync(temporary).find((file) => file.endsWith('.deb')) ?? ''
    run('dpkg-deb', ['-x', file, 'files'], temporary)
    const version = run('dpkg-deb', ['-f', file, 'Version'], temporary).trim()
    return { version, corpus: readPages(join(temporary, 'files', site.folder), site) }
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

function readPages(folder: string, site: Site): CorpusDocument[] {
  return globSync('**/*.html', { cwd: folder })
    .filter(createPageMatcher(site))
    .sort()
    .map((path) => documentOf(path, readFileSync(join(folder, path))))
}

/** What the program writes. Throws what it complains about; its warnings are not shown. */
function run(program: string, args: string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
}

function refuse(reason: string): never {
  process.stderr.write(`eval:debian: ${reason}\n`)
  process.exit(2)
}
