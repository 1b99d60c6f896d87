import type { BeingParsed, Documents, NewVersion, ParsingTrouble } from '../ports/documents.ts'
import { INTERRUPTED } from '../rules/reading.ts'
import { tellDocuments } from './document-counts.ts'
import { toJsonRows } from './json-rows.ts'
import { type Driver, type Step, sql } from './step.ts'

interface OfSource {
  organization_id: string
  source_id: string
}

const FAULTS_BEFORE = `CASE WHEN being_parsed.content_hash = excluded.content_hash
                            THEN being_parsed.parser_faults ELSE 0 END`

const upsert = (set: string, values: string) =>
  sql<OfSource & BeingParsed>(`
    INSERT INTO being_parsed (organization_id, source_id, path, content_hash, is_open, parser_faults)
    SELECT organization_id, id, :path, :content_hash, ${values}
      FROM sources
     WHERE organization_id = :organization_id AND id = :source_id
    ON CONFLICT (organization_id, source_id, path) DO UPDATE
       SET ${set},
           interruptions = CASE WHEN being_parsed.content_hash = excluded.content_hash
                               THEN being_parsed.interruptions ELSE 0 END,
           content_hash = excluded.content_hash
  `)
const began = upsert(`is_open = 1, parser_faults = ${FAULTS_BEFORE}`, '1, 0')
const stopped = upsert(`is_open = 0, parser_faults = 1 + ${FAULTS_BEFORE}`, '0, 1')
const close = sql<OfSource & { path: string }>(`
  UPDATE being_parsed
     SET is_open = 0
   WHERE organization_id = :organization_id AND source_id = :source_id AND path = :path
`)
const forgetUntroubled = sql<OfSource & { path: string }>(`
  DELETE FROM being_parsed
   WHERE organization_id = :organization_id AND source_id = :source_id AND path = :path
     AND interruptions = 0 AND parser_faults = 0
`)
const FORGET = `
  DELETE FROM being_parsed
   WHERE organization_id = :organization_id
     AND (source_id, path) IN (SELECT source_id, path
                                 FROM ROWS (:paths, source_id text, path text) AS published)`
const forget = sql<{ organization_id: string; paths: string }>(FORGET)
const forgetFaultless = sql<{ organization_id: string; paths: string }>(
  `${FORGET} AND parser_faults = 0`,
)
const troubles = sql<OfSource, ParsingTrouble>(`
  SELECT path, content_hash, interruptions, parser_faults
    FROM being_parsed
   WHERE organization_id = :organization_id AND source_id = :source_id
   ORDER BY path
`)
const interrupt = sql<OfSource, Pick<ParsingTrouble, 'path' | 'interruptions'>>(`
  UPDATE being_parsed
     SET is_open = 0, interruptions = interruptions + 1
   WHERE organization_id = :organization_id AND source_id = :source_id AND is_open = 1
  RETURNING path, interruptions
`)
const markInterrupted = sql<OfSource & { paths: string[] } & typeof INTERRUPTED, { id: string }>(`
  UPDATE documents
     SET error_code = :error_code, error_message = :error_message
   WHERE organization_id = :organization_id AND source_id = :source_id AND path AMONG (:paths)
     AND status = 'ingested'
  RETURNING id
`)

/** Documents that are being parsed, and how that ended before (docs/behaviour.md#documents). */
export function createParsing(
  db: Driver,
): Pick<Documents, 'beganParsing' | 'endedParsing' | 'stoppedParser' | 'beingParsed'> {
  return {
    beganParsing: (organization_id, source_id, document) =>
      db.run(function* () {
        yield* began.run({ organization_id, source_id, ...document })
      }),

    endedParsing: (organization_id, source_id, path) =>
      db.step(function* () {
        yield* close.run({ organization_id, source_id, path })
        yield* forgetUntroubled.run({ organization_id, source_id, path })
      }, 'read committed'),

    stoppedParser: (organization_id, source_id, document) =>
      db.run(function* () {
        yield* stopped.run({ organization_id, source_id, ...document })
      }),

    beingParsed: (organization_id, source_id) =>
      db.run(() => troubles.all({ organization_id, source_id })),
  }
}

/** In a step that publishes versions: only what stopped the parser is remembered. */
export function* forgetParsing(organization_id: string, versions: NewVersion[]): Step<void> {
  const failed = versions.filter(({ status }) => status === 'failed')
  const read = versions.filter(({ status }) => status !== 'failed')
  if (read.length > 0) yield* forget.run({ organization_id, paths: toPaths(read) })
  if (failed.length > 0) yield* forgetFaultless.run({ organization_id, paths: toPaths(failed) })
}

function toPaths(versions: NewVersion[]): string {
  return toJsonRows(versions.map(({ source_id, path }) => ({ source_id, path })))
}

/**
 * In the step of a job that is taken over: counts the interruption of the documents of its source
 * that were being parsed, and returns how often that has happened to each.
 */
export function* interruptParsing(source: OfSource): Step<number[]> {
  const { organization_id, source_id } = source
  const interrupted = yield* interrupt.all({ organization_id, source_id })
  if (interrupted.length === 0) return []
  const paths = interrupted.map(({ path }) => path)
  const marked = yield* markInterrupted.all({ organization_id, source_id, paths, ...INTERRUPTED })
  yield* tellDocuments(organization_id, marked)
  return interrupted.map(({ interruptions }) => interruptions)
}
