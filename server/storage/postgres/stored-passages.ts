import type { NewPassage, StagedPart } from '../ports/documents.ts'
import { storableText } from '../sql/json-rows.ts'
import type { Runner } from './database.ts'
import type { Place } from './index-state.ts'
import type { Indexed } from './search-index.ts'
import { sql } from './statement.ts'

/** Passages of a document that give way: those staged from a position on, or all with the live. */
export interface Abandoned {
  document_id: string
  position: number
  isWhole: boolean
}

const abandon = sql<{
  organization_id: string
  ids: string[]
  positions: number[]
  wholes: string[]
}>(`
  UPDATE passages
     SET state = 'gone'
   WHERE organization_id = :organization_id AND document_id = ANY (:ids::text[])
     AND state IN ('live', 'staged')
     AND CASE state WHEN 'live' THEN document_id = ANY (:wholes::text[])
                    ELSE position >= (:positions::integer[])[array_position(:ids, document_id)] END
`)
const takeKeys = sql<{ organization_id: string; count: number }, { last: number }>(`
  INSERT INTO passage_keys (organization_id, last)
  VALUES (:organization_id, :count)
  ON CONFLICT (organization_id) DO UPDATE SET last = passage_keys.last + excluded.last
  RETURNING last
`)
const insert = sql<
  Place & {
    keys: number[]
    ids: string[]
    document_ids: string[]
    positions: number[]
    states: string[]
    staged_by: string | null
    anchors: (string | null)[]
    urls: (string | null)[]
    texts: string[]
  }
>(`
  INSERT INTO passages (organization_id, key, id, collection_id, document_id, position, state,
                        staged_by, anchor, url, text)
  SELECT :organization_id, key, id, :collection_id, document_id, position, state,
         CASE state WHEN 'staged' THEN :staged_by::text END, anchor, url, text
    FROM unnest(:keys::bigint[], :ids::text[], :document_ids::text[], :positions::integer[],
                :states::text[], :anchors::text[], :urls::text[], :texts::text[])
      AS passage (key, id, document_id, position, state, anchor, url, text)
`)
// Said so that the index of all that is hidden cannot serve it.
const show = sql<{ organization_id: string; ids: string[] }>(`
  UPDATE passages
     SET state = 'live', staged_by = NULL
   WHERE organization_id = :organization_id AND document_id = ANY (:ids)
     AND state NOT IN ('live', 'gone')
`)

/** In a step: hides passages of documents, which are swept later. */
export async function abandonPassages(
  on: Runner,
  organization_id: string,
  abandoned: Abandoned[],
): Promise<void> {
  if (abandoned.length === 0) return
  await abandon.run(on, {
    organization_id,
    ids: abandoned.map(({ document_id }) => document_id),
    positions: abandoned.map(({ position }) => position),
    wholes: abandoned.filter(({ isWhole }) => isWhole).map(({ document_id }) => document_id),
  })
}

interface Stored {
  parts: StagedPart[]
  isWhole: (document_id: string) => boolean
  /** The job that stages those that are not whole. */
  job_id?: string | null | undefined
}

/**
 * In a step that has locked the index: stores passages, those of documents that are `whole` as live
 * ones. Returns them with their keys, which are higher than all before.
 */
export async function insertPassages(
  on: Runner,
  place: Place,
  { parts, isWhole, job_id = null }: Stored,
): Promise<Indexed[]> {
  const rows = parts.flatMap(({ document_id, passages }) =>
    passages.map((passage) => ({ ...passage, document_id })),
  )
  const { organization_id } = place
  const { last = 0 } = (await takeKeys.get(on, { organization_id, count: rows.length })) ?? {}
  const keys = rows.map((_, at) => last - rows.length + 1 + at)
  await insert.run(on, {
    ...place,
    keys,
    ids: rows.map(({ id }) => id),
    document_ids: rows.map(({ document_id }) => document_id),
    positions: rows.map(({ position }) => position),
    staged_by: job_id,
    states: rows.map(({ document_id }) => (isWhole(document_id) ? 'live' : 'staged')),
    anchors: rows.map(({ anchor }) => anchor),
    urls: rows.map(({ url }) => url),
    texts: rows.map(({ text }) => text),
  })
  return rows.map(({ terms, vector }, at) => ({ key: keys[at] as number, terms, vector }))
}

/** In a step: shows the staged passages of documents. */
export async function showPassages(
  on: Runner,
  organization_id: string,
  ids: string[],
): Promise<void> {
  if (ids.length > 0) await show.run(on, { organization_id, ids })
}

/** The passage as it can be stored, by which its digest is taken. */
export function storable(passage: NewPassage): NewPassage {
  const { anchor, url, text } = passage
  return {
    ...passage,
    anchor: anchor && storableText(anchor),
    url: url && storableText(url),
    text: storableText(text),
  }
}
