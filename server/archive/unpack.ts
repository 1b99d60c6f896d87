import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import type { z } from 'zod'
import { archiveParts, Manifest } from '../contract/archive.ts'
import { PRIVATE_FILE } from '../private-files.ts'
import { BadArchive } from './bad-archive.ts'

const MIB = 1024 * 1024
const MAX_MANIFEST_BYTES = 64 * MIB
/** A document with its passages is one row. */
const MAX_ENTRY_BYTES = 256 * MIB
const MAX_ENTRIES = 500_000
/** Of what is unpacked to what is read; texts shrink to a tenth or so. */
const MAX_EXPANSION = 200
/** What any archive may unpack to. */
const ALWAYS_ALLOWED_BYTES = 64 * MIB

const MANIFEST = 'manifest.json'
const ENTRY = new RegExp(
  String.raw`^(?:manifest\.json|(?:${archiveParts.join('|')})\.\d{6}\.jsonl|files/[0-9a-f]{64})$`,
)

export interface Unpacked {
  manifest: Manifest
  /** Where the bytes of an entry lie that the manifest names. */
  fileOf(name: string): string
}

/**
 * Unpacks an archive into an empty folder, under names of our own: no path of the archive is used.
 * Throws `BadArchive` unless it holds exactly what its manifest says, byte for byte.
 */
export async function unpack(file: string, folder: string): Promise<Unpacked> {
  const { size } = await stat(file)
  const entries = new Map<string, Entry>()
  const unpacking = extract()
  const maxBytes = ALWAYS_ALLOWED_BYTES + size * MAX_EXPANSION
  const source = pipeline(
    createReadStream(file),
    createGunzip(),
    limitedTo(maxBytes, 'it unpacks to far more than an export does'),
    unpacking,
  )
  source.catch(() => {})
  try {
    for await (const entry of unpacking) {
      const name = nameOf(entry.header, entries)
      const path = join(folder, String(entries.size))
      entries.set(name, await store(entry, path))
    }
    await source
  } catch (error) {
    throw asBadArchive(error)
  }
  const manifest = await readManifest(entries.get(MANIFEST))
  compare(manifest, entries)
  return { manifest, fileOf: (name) => entries.get(name)?.path ?? '' }
}

interface Entry {
  path: string
  bytes: number
  sha256: string
}

/** Throws for an entry that no export has: a link, a folder, another name or a second one. */
function nameOf({ name, type, size = 0 }: Header, entries: Map<string, Entry>): string {
  if (type !== 'file') throw new BadArchive(`it holds a ${type}, and an export holds files only`)
  if (!ENTRY.test(name)) throw new BadArchive(`an entry has a name that no export has`)
  if (entries.has(name)) throw new BadArchive(`it holds ${name} twice`)
  if (entries.size === MAX_ENTRIES) throw new BadArchive('it has too many entries')
  if (size > (name === MANIFEST ? MAX_MANIFEST_BYTES : MAX_ENTRY_BYTES)) {
    throw new BadArchive(`${name} is too large`)
  }
  return name
}

async function store(entry: AsyncIterable<unknown>, path: string): Promise<Entry> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(entry, counted, createWriteStream(path, { mode: PRIVATE_FILE }))
  return { path, bytes, sha256: hash.digest('hex') }
}

function limitedTo(maxBytes: number, reason: string): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(new BadArchive(reason))
      else done(null, chunk)
    },
  })
}

async function readManifest(entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw new BadArchive('it has no manifest.json')
  const read = Manifest.safeParse(parseJson(await readFile(entry.path, 'utf8')))
  if (read.success) return read.data
  throw new BadArchive(`manifest.json: ${describe(read.error)}`)
}

function compare({ parts }: Manifest, entries: Map<string, Entry>): void {
  const named = new Set(parts.map(({ name }) => name))
  if (named.size !== parts.length) throw new BadArchive('manifest.json names an entry twice')
  for (const { name, bytes, sha256 } of parts) {
    const entry = entries.get(name)
    if (!entry || name === MANIFEST) throw new BadArchive(`${name} is missing`)
    const isSame = entry.bytes === bytes && entry.sha256 === sha256
    const isItsOwn = !name.startsWith('files/') || name === `files/${sha256}`
    if (!isSame || !isItsOwn) throw new BadArchive(`${name} is not what manifest.json says`)
  }
  const extra = [...entries.keys()].find((name) => name !== MANIFEST && !named.has(name))
  if (extra) throw new BadArchive(`manifest.json does not name ${extra}`)
}

/** The value of JSON text; undefined for any other. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The first fault of a row, with its place. */
export function describe({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'it is invalid'
  const at = issue.path.join('.')
  return at === '' ? issue.message : `${at}: ${issue.message}`
}

function asBadArchive(error: unknown): unknown {
  if (error instanceof BadArchive) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  // Of the disk, not of the file.
  if (syscall !== undefined) return error
  const reason = code.startsWith('Z_') ? 'it is no whole .tar.gz' : 'it is no archive'
  return new BadArchive(reason, { cause: error })
}
