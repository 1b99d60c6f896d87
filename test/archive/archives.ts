import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, gzipSync } from 'node:zlib'
import { extract, type Header, pack } from 'tar-stream'
import { importOrganization } from '../../server/archive/import.ts'
import { readConfig } from '../../server/config.ts'
import type { Manifest } from '../../server/contract/archive.ts'
import { call, type TestService } from '../http/service.ts'
import type { Person } from '../http/tenants.ts'

/** The entries of an archive by name. */
export type Entries = Map<string, Buffer>

export async function exportBytes(service: TestService, person: Person): Promise<Buffer> {
  const response = await call(service, 'GET /organization/export', { person })
  if (response.status !== 200) throw new Error(`The export answered ${response.status}.`)
  return Buffer.from(await response.arrayBuffer())
}

export async function entriesOf(archive: Buffer): Promise<Entries> {
  const entries: Entries = new Map()
  const reading = extract()
  Readable.from([archive]).pipe(createGunzip()).pipe(reading)
  for await (const entry of reading) {
    entries.set(entry.header.name, await buffer(entry as AsyncIterable<Buffer>))
  }
  return entries
}

/** The rows of a part. */
export function rowsOf(entries: Entries, part: string): Record<string, unknown>[] {
  const lines = [...entries]
    .filter(([name]) => name.startsWith(`${part}.`))
    .flatMap(([, bytes]) => bytes.toString().split('\n'))
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

export function manifestOf(entries: Entries): Manifest {
  return JSON.parse(entries.get('manifest.json')?.toString() ?? '')
}

/** The archive of these entries, and of more with headers of their own. */
export async function archiveOf(entries: Entries, more: Partial<Header>[] = []): Promise<Buffer> {
  const packed = pack()
  for (const header of more) packed.entry(header as Header, 'x'.repeat(header.size ?? 0))
  for (const [name, bytes] of entries) packed.entry({ name }, bytes)
  packed.finalize()
  return gzipSync(await buffer(packed))
}

/** Replaces the rows of a part, with a manifest that fits. */
export function withRows(
  entries: Entries,
  part: string,
  change: (rows: Record<string, unknown>[]) => Record<string, unknown>[],
): Entries {
  const rows = change(rowsOf(entries, part))
  const name = `${part}.000001.jsonl`
  const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const changed = new Map([...entries, [name, bytes] as const])
  const manifest = manifestOf(entries)
  const others = manifest.parts.filter((each) => each.name !== name)
  const parts = [...others, { name, bytes: bytes.length, sha256: sha256(bytes) }]
  const counts = { ...manifest.counts, [part]: rows.length }
  return withManifest(changed, { ...manifest, parts, counts })
}

export function withManifest(entries: Entries, manifest: object): Entries {
  return new Map([...entries, ['manifest.json', Buffer.from(JSON.stringify(manifest))]])
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Runs `svc import` on the data of a service. */
export async function importInto(
  { data }: TestService,
  slug: string,
  archive: Buffer,
): Promise<void> {
  const file = join(data.data_dir, 'archive.tar.gz')
  await writeFile(file, archive)
  await importOrganization([file, '--org', slug], readConfig(data.environment))
}
