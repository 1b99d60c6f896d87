import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_TESTED_TEXT, type TestedPage } from '../contract/source-page.ts'
import { firstCodePoints } from '../contract/text.ts'
import { type DiscoveryContext, type Found, type OpenSource, SourceError } from './define-source.ts'
import { DocumentError } from './extracted.ts'
import type { RunNeeds } from './run-job.ts'

/** Documents that are looked at, because each may take a request. */
const MOST_DOCUMENTS = 10

type Tried = Pick<TestedPage, 'outcome' | 'reason' | 'title' | 'text' | 'links'>

/**
 * Begins a run that keeps nothing: the first documents that it finds, as links, and the first one
 * of them that can be read. Throws `SourceError` when the run would.
 */
export async function tryDocuments(
  opened: OpenSource,
  needs: RunNeeds,
  signal: AbortSignal,
): Promise<Tried> {
  const repositoriesDir = join(needs.services.git.repositoriesDir, needs.newId())
  const ends: (() => Promise<void>)[] = []
  const found: Found[] = []
  try {
    const context = contextOf(needs, { repositoriesDir, ends })
    for await (const document of opened.discover(context, signal)) {
      if (found.push(document) === MOST_DOCUMENTS) break
    }
    return { ...(await firstRead(found, opened, needs, signal)), links: found.map(linkTo) }
  } finally {
    await Promise.all(ends.map((end) => end()))
    await rm(repositoriesDir, { recursive: true, force: true })
  }
}

/** That of a run which knows nothing, and has a folder for repositories of its own. */
function contextOf(
  { services, now }: RunNeeds,
  { repositoriesDir, ends }: { repositoriesDir: string; ends: (() => Promise<void>)[] },
): DiscoveryContext {
  return {
    ...services,
    git: { ...services.git, repositoriesDir },
    known: () => null,
    knownPaths: [],
    isManual: true,
    now,
    foundSoFar() {},
    skipped() {},
    atEnd: (end) => void ends.push(end),
    pace: async () => {},
  }
}

async function firstRead(
  documents: Found[],
  opened: OpenSource,
  needs: RunNeeds,
  signal: AbortSignal,
): Promise<Omit<Tried, 'links'>> {
  let failed: Omit<Tried, 'links'> | undefined
  for (const document of documents) {
    const tried = await readOne(document, opened, needs, signal)
    if (tried.outcome === 'ingested') return tried
    failed ??= tried
  }
  if (failed) return failed
  throw new SourceError('source_empty', 'The source holds no documents.')
}

async function readOne(
  { path, title, url, media_type, reading, read }: Found,
  { links }: OpenSource,
  { extractor, newId }: RunNeeds,
  signal: AbortSignal,
): Promise<Omit<Tried, 'links'>> {
  try {
    const document = {
      bytes: await read(),
      path,
      title,
      url,
      mediaType: media_type,
      links,
      reading,
    }
    const extraction = await extractor.extract(document, { job: newId(), signal })
    if (!extraction.ok) throw new DocumentError(extraction.error_code, extraction.error_message)
    const text = extraction.passages.map((passage) => passage.text).join('\n\n')
    return {
      outcome: 'ingested',
      reason: null,
      title: extraction.title,
      text: firstCodePoints(text, MAX_TESTED_TEXT),
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { outcome: 'skipped', reason: error.code, title: title ?? '', text: error.message }
  }
}

function linkTo({ url, path }: Found): TestedPage['links'][number] {
  return { url: url ?? path, included: true, rule: null }
}
