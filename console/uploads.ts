import { signal } from '@preact/signals'
import type { Uploaded } from '../server/contract/document.ts'
import { refreshKnowledge, uploadTarget } from './add-knowledge.ts'
import { send } from './cache.ts'
import type { ChosenFile } from './chosen-files.ts'
import { call, Failure } from './client.ts'

/** Limits of one request (docs/behaviour.md#uploads). */
const MAX_FILES = 50
export const MAX_FILE_BYTES = 32 * 1024 * 1024
/** Less than the service takes, so that what was sent shows early. */
const TURN_BYTES = 64 * 1024 * 1024

const LOOK_EVERY_MS = 2500

/** A file on its way; `failed` says why, as a code of ours or as a sentence of the service. */
export interface Upload {
  id: number
  path: string
  state: 'waiting' | 'sending' | 'sent' | 'read' | 'failed'
  reason: string | null
  /** To be sent again; null for one that is too large, and once it has arrived. */
  file: ChosenFile | null
}

/** All files since the list was emptied, in the order in which they were chosen. */
export const uploads = signal<Upload[]>([])

/** Files that were chosen since the page was opened. */
let count = 0

/** Adds files to those that are sent, in turns of as many as the service takes. */
export function upload(files: ChosenFile[], collection_id: string | null): Promise<void> {
  const added = files.map((file): Upload => {
    const isTooLarge = file.bytes > MAX_FILE_BYTES
    count += 1
    const known = { id: count, path: file.path }
    return isTooLarge
      ? { ...known, state: 'failed', reason: 'too_large', file: null }
      : { ...known, state: 'waiting', reason: null, file }
  })
  uploads.value = [...uploads.value, ...added]
  return inTurn(() => sendAll(added, collection_id))
}

/** Sends again what did not arrive. */
export function sendAgain(collection_id: string | null): Promise<void> {
  const failed = uploads.value.filter(({ state, file }) => state === 'failed' && file)
  change(failed, { state: 'waiting', reason: null })
  return inTurn(() => sendAll(failed, collection_id))
}

let latest: Promise<void> = Promise.resolve()

/** One after the other: the first may create the source that the next ones use. */
function inTurn(act: () => Promise<void>): Promise<void> {
  latest = latest.then(act)
  return latest
}

async function sendAll(added: Upload[], collection_id: string | null): Promise<void> {
  for (const turn of turnsOf(added)) await sendTurn(turn, collection_id)
}

function turnsOf(files: Upload[]): Upload[][] {
  const turns: Upload[][] = []
  let bytes = 0
  for (const file of files) {
    if (!file.file) continue
    bytes += file.file.bytes
    const turn = turns.at(-1)
    if (turn && turn.length < MAX_FILES && bytes <= TURN_BYTES) turn.push(file)
    else {
      turns.push([file])
      bytes = file.file.bytes
    }
  }
  return turns
}

/** An upload is taken as a whole or not at all: of a refused one, each file is sent by itself. */
async function sendTurn(turn: Upload[], collection_id: string | null): Promise<void> {
  change(turn, { state: 'sending' })
  try {
    const uploaded = await sendFiles(turn, collection_id)
    change(turn, { state: 'sent', file: null })
    refreshKnowledge()
    void follow(turn, uploaded)
  } catch (error) {
    const isOfOne = turn.length === 1 || !(error instanceof Failure) || !ofFiles.has(error.code)
    if (!isOfOne) for (const one of turn) await sendTurn([one], collection_id)
    else change(turn, { state: 'failed', reason: reasonOf(error) })
  }
}

/** Refusals that say something about a file, and not about the service. */
const ofFiles = new Set(['validation_error', 'payload_too_large'])

function reasonOf(error: unknown): string {
  if (!(error instanceof Failure)) return 'unreadable'
  return error.code === 'validation_error' ? error.message : error.code
}

async function sendFiles(turn: Upload[], collection_id: string | null): Promise<Uploaded> {
  const body = new FormData()
  for (const { path, file } of turn) if (file) body.append('files', await file.open(), path)
  return send('uploadDocuments', { params: { source_id: await uploadTarget(collection_id) }, body })
}

/** Looks at the job until it has ended, and then at what could not be read. */
async function follow(turn: Upload[], { job: { id, source_id } }: Uploaded): Promise<void> {
  try {
    while ((await call('getJob', { params: { job_id: id } })).is_active) await pause(LOOK_EVERY_MS)
    const problems = await unread(source_id)
    for (const one of turn) {
      const reason = problems.get(one.path)
      change([one], reason === undefined ? { state: 'read' } : { state: 'failed', reason })
    }
  } catch (error) {
    // They have arrived, and the source shows what became of them.
    if (!(error instanceof Failure)) throw error
  }
}

/** Why documents of a source were not read, by their paths. */
async function unread(source_id: string): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  for (const status of ['failed', 'skipped'] as const) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { status, limit: '100', ...(cursor && { cursor }) }
      const page = await call('listDocuments', { params: { source_id }, query })
      for (const { path, error_message } of page.data) reasons.set(path, error_message ?? status)
      cursor = page.next_cursor
    }
  }
  return reasons
}

function change(changed: Upload[], to: Partial<Upload>): void {
  const ids = new Set(changed.map(({ id }) => id))
  uploads.value = uploads.value.map((one) => (ids.has(one.id) ? { ...one, ...to } : one))
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
