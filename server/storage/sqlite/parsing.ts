import type { Database } from 'better-sqlite3'
import type { BeingParsed, Documents, NewVersion, ParsingTrouble } from '../ports/documents.ts'
import { INTERRUPTED } from '../rules/reading.ts'
import type { Sync } from './promised.ts'

interface Place {
  organization_id: string
  source_id: string
}

const IS_OWN = `source_id = (SELECT id FROM sources
                                WHERE id = :source_id AND organization_id = :organization_id)`

/** Documents that are being parsed, and how that ended before (docs/behaviour.md#documents). */
export function createParsing(db: Database) {
  const upsert = (set: string, values: string) =>
    db.prepare<Place & BeingParsed>(`
      INSERT INTO being_parsed (organization_id, source_id, path, content_hash, is_open, parser_faults)
      SELECT organization_id, id, :path, :content_hash, ${values}
        FROM sources
       WHERE id = :source_id AND organization_id = :organization_id
      ON CONFLICT (organization_id, source_id, path) DO UPDATE
         SET ${set},
             interruptions = CASE content_hash WHEN excluded.content_hash THEN interruptions ELSE 0 END,
             content_hash = excluded.content_hash
    `)
  const faultsBefore = `CASE content_hash WHEN excluded.content_hash THEN parser_faults ELSE 0 END`
  const began = upsert(`is_open = 1, parser_faults = ${faultsBefore}`, '1, 0')
  const stopped = upsert(`is_open = 0, parser_faults = 1 + ${faultsBefore}`, '0, 1')
  const close = db.prepare<Place & { path: string }>(`
    UPDATE being_parsed SET is_open = 0 WHERE ${IS_OWN} AND path = :path
  `)
  const forgetUntroubled = db.prepare<Place & { path: string }>(`
    DELETE FROM being_parsed
     WHERE ${IS_OWN} AND path = :path AND interruptions = 0 AND parser_faults = 0
  `)
  const forget = db.prepare<Pick<NewVersion, 'source_id' | 'path' | 'status'>>(`
    DELETE FROM being_parsed
     WHERE source_id = :source_id AND path = :path
       AND (:status <> 'failed' OR parser_faults = 0)
  `)
  const troubles = db.prepare<Place, ParsingTrouble>(`
    SELECT path, content_hash, interruptions, parser_faults
      FROM being_parsed
     WHERE ${IS_OWN}
     ORDER BY path
  `)
  const end = db.transaction<Sync<Documents>['endedParsing']>(
    (organization_id, source_id, path) => {
      close.run({ organization_id, source_id, path })
      forgetUntroubled.run({ organization_id, source_id, path })
    },
  )

  const methods: Pick<
    Sync<Documents>,
    'beganParsing' | 'endedParsing' | 'stoppedParser' | 'beingParsed'
  > = {
    beganParsing(organization_id, source_id, { path, content_hash }) {
      began.run({ organization_id, source_id, path, content_hash })
    },

    endedParsing: (...values) => end.immediate(...values),

    stoppedParser(organization_id, source_id, { path, content_hash }) {
      stopped.run({ organization_id, source_id, path, content_hash })
    },

    beingParsed: (organization_id, source_id) => troubles.all({ organization_id, source_id }),
  }

  return {
    methods,
    /** Of a version that is published: only what stopped the parser is remembered. */
    forgetParsing({ source_id, path, status }: NewVersion): void {
      forget.run({ source_id, path, status })
    },
  }
}

/**
 * Within the transaction of a job that is taken over: counts the interruption of the documents of
 * its source that were being parsed, and returns how often that has happened to each.
 */
export function prepareInterrupt(db: Database): (source_id: string) => number[] {
  const interrupt = db.prepare<
    { source_id: string },
    Pick<ParsingTrouble, 'path' | 'interruptions'>
  >(`
    UPDATE being_parsed
       SET is_open = 0, interruptions = interruptions + 1
     WHERE source_id = :source_id AND is_open = 1
    RETURNING path, interruptions
  `)
  const tell = db.prepare<{ source_id: string; path: string } & typeof INTERRUPTED>(`
    UPDATE documents
       SET error_code = :error_code, error_message = :error_message
     WHERE source_id = :source_id AND path = :path AND status = 'ingested'
  `)
  return (source_id) => {
    const interrupted = interrupt.all({ source_id })
    for (const { path } of interrupted) tell.run({ source_id, path, ...INTERRUPTED })
    return interrupted.map(({ interruptions }) => interruptions)
  }
}
