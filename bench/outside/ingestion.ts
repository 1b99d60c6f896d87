import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import MarkdownIt from 'markdown-it'
import { createCorpus } from '../corpus.ts'
import { documentPath, writeDocuments } from '../documents.ts'
import { runSvc, settings } from '../program.ts'
import type { Place, Rounds, Section } from '../section.ts'

/** Documents in a transaction of the baseline. */
const BATCH = 32
const PASSAGE_CHARS = 500

interface Size extends Rounds {
  documents: number
}

/**
 * `svc ingest` of a folder of Markdown, beyond what it takes for one document, against the minimum
 * that makes it searchable (markdown-it, one FTS5 table).
 */
export const section: Section<Size> = {
  sizes: { full: { rounds: 5, documents: 6000 }, smallest: { rounds: 1, documents: 6 } },

  async prepare({ documents }, place) {
    const corpus = createCorpus(1)
    const one = writeDocuments(join(place.folder, 'one'), corpus.document, 1)
    const all = writeDocuments(join(place.folder, 'all'), corpus.document, documents)
    let rounds = 0
    return async () => {
      const folder = join(place.folder, `round-${(rounds += 1)}`)
      mkdirSync(folder)
      const bare = parseAndInsert(folder, all, documents)
      const start = await ingest(place, join(folder, 'one'), one)
      const whole = await ingest(place, join(folder, 'all'), all)
      const passages = whole.passages - start.passages
      const [seconds, cpuMs] = [(whole.ms - start.ms) / 1000, whole.cpuMs - start.cpuMs]
      return [
        {
          what: 'svc ingest, documents',
          measured: (documents - 1) / seconds,
          baseline: documents / bare.seconds,
          unit: '/s',
        },
        {
          what: 'svc ingest, passages',
          measured: passages / seconds,
          baseline: bare.passages / bare.seconds,
          unit: '/s',
          budget: 8000,
          atLeast: true,
        },
        {
          what: 'svc ingest, CPU for a passage',
          measured: (cpuMs * 1000) / passages,
          baseline: (bare.seconds * 1e6) / bare.passages,
          unit: 'µs',
        },
        {
          what: 'svc ingest, disk for a passage',
          measured: (whole.bytes - start.bytes) / passages,
          baseline: bare.bytes / bare.passages,
          unit: 'B',
        },
      ]
    }
  },
}

async function ingest(place: Place, folder: string, knowledge: string) {
  const on = settings(folder)
  const { said, ms, cpuMs } = await runSvc(place, ['ingest', knowledge, '--into', 'Bench'], on)
  const [, passages] = /(\d+) passages written/.exec(said) ?? []
  return { ms, cpuMs, passages: Number(passages), bytes: databaseBytes(join(folder, 'data')) }
}

/** The database with its journal. */
function databaseBytes(folder: string): number {
  const files = readdirSync(folder).filter((name) => name.startsWith('svc.db'))
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

function parseAndInsert(folder: string, knowledge: string, documents: number) {
  const file = join(folder, 'bare.db')
  const db = new Database(file)
  db.pragma('journal_mode = wal')
  db.exec("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'porter unicode61')")
  const insert = db.prepare('INSERT INTO words (text) VALUES (:text)')
  const markdown = new MarkdownIt()
  let passages = 0

  const insertDocument = (at: number) => {
    const text = readFileSync(join(knowledge, documentPath(at)), 'utf8')
    for (const passage of passagesOf(markdown.parse(text, {}))) {
      insert.run({ text: passage })
      passages += 1
    }
  }
  const insertBatch = db.transaction((from: number) => {
    for (let at = from; at < Math.min(from + BATCH, documents); at += 1) insertDocument(at)
  })

  const start = performance.now()
  for (let from = 0; from < documents; from += BATCH) insertBatch(from)
  const seconds = (performance.now() - start) / 1000
  db.close()
  return { seconds, passages, bytes: statSync(file).size }
}

/** Blocks joined up to the length of passages, whatever their content. */
function passagesOf(tokens: { type: string; content: string }[]): string[] {
  const passages = ['']
  for (const { type, content } of tokens) {
    if (type !== 'inline') continue
    if ((passages.at(-1)?.length ?? 0) > PASSAGE_CHARS) passages.push('')
    passages[passages.length - 1] += `${content}\n`
  }
  return passages
}
