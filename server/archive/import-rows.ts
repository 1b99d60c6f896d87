import { readFile } from 'node:fs/promises'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import {
  type ArchivePart,
  type ArchiveRow,
  archiveParts,
  archiveRows,
} from '../contract/archive.ts'
import { ServiceError } from '../contract/errors.ts'
import { createInvitationToken, createWidgetKey, hashSecret } from '../identity/secrets.ts'
import { embedPassages, type PassageVectors } from '../ingestion/passage-vectors.ts'
import type { EmbeddingModel } from '../models/ports.ts'
import type { NewPassage, NewVersion } from '../storage/ports/documents.ts'
import { placeIn } from '../storage/rows/passages.ts'
import type { Store } from '../storage/store.ts'
import { analyzePassage } from '../text/passage.ts'
import { readSectionQuestion } from '../text/section-question.ts'
import { BadArchive } from './bad-archive.ts'
import { createIds } from './ids.ts'
import { describe, parseJson, type Unpacked } from './unpack.ts'

interface Importing {
  store: Store
  organization_id: string
  /** Throws for a model that is not configured, or has another width. */
  embeddingModel(selector: string, dimensions: number): EmbeddingModel
  now: string
  invitationDays: number
}

/** What the operator has to pass on. */
export interface Imported {
  invitations: { email: string; token: string }[]
}

/**
 * Stores the rows of an archive in an empty organization, in one transaction of the caller. Throws
 * `BadArchive` for a row that the API would not have stored, or that names what the archive lacks.
 */
export async function importRows(
  { manifest, fileOf }: Unpacked,
  importing: Importing,
): Promise<Imported> {
  const { store, organization_id } = importing
  const schemas = archiveRows(createIds())
  const files = new Set(manifest.parts.map(({ name }) => name))
  const documents = createDocumentWriter(importing)
  const imported: Imported = { invitations: [] }

  /** Rows of a part, validated and with new ids. */
  async function* rowsOf<Part extends ArchivePart>(part: Part) {
    const schema: z.ZodType<ArchiveRow<Part>> = schemas[part] as never
    let count = 0
    for (const { name } of manifest.parts) {
      if (!name.startsWith(`${part}.`)) continue
      const lines = (await readFile(fileOf(name), 'utf8')).split('\n')
      for (const [at, line] of lines.entries()) {
        if (line === '') continue
        count += 1
        const read = schema.safeParse(parseJson(line))
        if (!read.success) throw new BadArchive(`${name}, line ${at + 1}: ${describe(read.error)}`)
        yield read.data
      }
    }
    if (count !== (manifest.counts[part] ?? 0)) {
      throw new BadArchive(`manifest.json counts other ${part} than there are`)
    }
  }

  async function write<Part extends ArchivePart>(part: Part, row: ArchiveRow<Part>): Promise<void> {
    if (isOf('members', part, row)) return invite(row, importing, imported)
    if (isOf('documents', part, row)) return documents.add(row)
    if (isOf('collections', part, row)) {
      documents.collections.set(row.id, row)
      await store.collections.create(organization_id, row)
    }
    if (isOf('sources', part, row)) {
      documents.sources.set(row.id, row)
      const lost = row.uploads.find(({ content_hash }) => !files.has(`files/${content_hash}`))
      if (lost) throw new BadArchive(`the file of ${lost.path} is missing`)
    }
    const spare = { widget_key: createWidgetKey(), token_hash: hashSecret(createInvitationToken()) }
    await store.archive.insert(organization_id, part as never, row as never, spare)
  }

  try {
    for (const part of archiveParts) {
      for await (const row of rowsOf(part)) await write(part, row)
      await documents.flush()
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'service_unavailable') throw error
    throw new BadArchive(error.message, { cause: error })
  }
  return imported
}

function isOf<Wanted extends ArchivePart>(
  wanted: Wanted,
  part: ArchivePart,
  _row: unknown,
): _row is ArchiveRow<Wanted> {
  return part === wanted
}

/** Somebody who belongs to the organization already stays as they are. */
async function invite(
  { email, name, role }: ArchiveRow<'members'>,
  { store, organization_id, now, invitationDays }: Importing,
  { invitations }: Imported,
): Promise<void> {
  const token = createInvitationToken()
  const expires_at = new Date(Date.parse(now) + invitationDays * 86_400_000).toISOString()
  const invitation = {
    id: newId(),
    organization_id,
    email,
    name,
    role,
    created_at: now,
    expires_at,
  }
  try {
    await store.invitations.create(invitation, hashSecret(token))
    invitations.push({ email, token })
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'conflict') throw error
  }
}

/** Passages that are embedded and stored together. */
const BATCH_PASSAGES = 128

/** Indexes the passages of an archive, whose texts are analysed anew. */
function createDocumentWriter({ store, organization_id, embeddingModel, now }: Importing) {
  const collections = new Map<string, ArchiveRow<'collections'>>()
  const sources = new Map<string, ArchiveRow<'sources'>>()
  let batch: ArchiveRow<'documents'>[] = []
  let passages = 0
  let current: string | null = null

  async function add(row: ArchiveRow<'documents'>): Promise<void> {
    const collection_id = sources.get(row.source_id)?.collection_id ?? ''
    if (collection_id !== current || passages >= BATCH_PASSAGES) await flush()
    current = collection_id
    batch.push(row)
    passages += row.passages.length
  }

  async function flush(): Promise<void> {
    const rows = batch
    batch = []
    passages = 0
    const collection = collections.get(current ?? '')
    if (rows.length === 0 || !collection) return
    const model = modelOf(collection)
    const staged = []
    for (const row of rows) {
      const written = await passagesOf(row, model)
      if (written.length > 0) staged.push({ document_id: row.id, passages: written })
    }
    const published = rows.map(versionOf)
    await store.documents.ingest(organization_id, collection.id, { staged, published })
    for (const { id, questions } of rows) {
      for (const { section, text } of questions) await addQuestion(id, section, text)
    }
    for (const { id, given_title, given_url, excluded, updated_at } of rows) {
      const change = {
        ...(given_title !== null && { title: given_title }),
        ...(given_url !== null && { url: given_url }),
        ...(excluded && { excluded }),
      }
      if (Object.keys(change).length === 0) continue
      await store.documents.update(organization_id, id, change, updated_at)
    }
  }

  /** One of a section that the document has lost meanwhile is left out. */
  async function addQuestion(document_id: string, section: string | null, text: string) {
    const read = readSectionQuestion(text)
    const question = { id: newId(), document_id, section, text, read, created_at: now }
    await store.sectionQuestions.applyDeclared(organization_id, question)
  }

  function modelOf({ embedding_model, embedding_dimensions }: ArchiveRow<'collections'>) {
    try {
      return embeddingModel(embedding_model, embedding_dimensions)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : ''
      throw new BadArchive(`the embedding model ${embedding_model} is not available: ${reason}`, {
        cause,
      })
    }
  }

  return { collections, sources, add, flush }
}

async function passagesOf(
  { title, passages, description }: ArchiveRow<'documents'>,
  model: EmbeddingModel,
): Promise<NewPassage[]> {
  const placed = passages.map((passage) => ({
    ...passage,
    ...(passage.headings === null ? placeIn(passage.anchor) : { headings: passage.headings }),
  }))
  const { signal } = new AbortController()
  const embedded = placed.map((passage) => ({ ...passage, title, blocks: passage.blocks ?? [] }))
  const vectors = await embedPassages(embedded, model, signal)
  return placed.map((passage, position) => {
    const about = description !== null && position === 0 ? [description] : []
    const headings = [...about, ...passage.headings]
    return {
      ...passage,
      position,
      terms: analyzePassage({ title, headings, text: passage.text }).terms,
      ...(vectors[position] as PassageVectors),
    }
  })
}

function versionOf(row: ArchiveRow<'documents'>): NewVersion {
  return {
    id: row.id,
    source_id: row.source_id,
    path: row.path,
    title: row.title,
    url: row.url,
    media_type: row.media_type,
    bytes: row.bytes,
    content_hash: row.content_hash,
    version: row.version,
    reading: row.reading,
    description: row.description,
    status: row.status,
    error_code: row.error_code,
    error_message: row.error_message,
    passage_count: row.passages.length,
    updated_at: row.updated_at,
  }
}
