import type { UploadFiles } from '../storage/ports/files.ts'
import type { WidgetVersion, WidgetVersions } from '../storage/ports/widget-versions.ts'
import { sharedFor } from './readiness.ts'
import { type StaticFile, toStaticFiles } from './static-file.ts'
import { filesOf, type KeptVersions, MAX_VERSIONS, nameOf } from './widget-versions.ts'

/** Versions that other processes have kept are looked for at most once in this time. */
const LOOK_MS = 1000
const MAX_PACKED_BYTES = 16 * 1024 * 1024

/**
 * Versions that processes share. Each is one file, read when a request asks for what no version
 * known here has: it may be of an earlier one or, during an upgrade, of that of another process. A
 * version that cannot be read is reported.
 */
export function createSharedVersions(
  { files, widgetVersions }: { files: UploadFiles; widgetVersions: WidgetVersions },
  report: (error: unknown) => void,
): KeptVersions {
  const found = new Map<string, StaticFile>()
  const read = new Set<string>()

  async function load({ content_hash }: WidgetVersion): Promise<void> {
    if (read.has(content_hash)) return
    const version = toStaticFiles(unpack(await files.read(content_hash)))
    for (const [path, file] of version) found.set(path, file)
    read.add(content_hash)
  }
  const look = sharedFor(LOOK_MS, async () => {
    for (const version of await widgetVersions.list()) await load(version).catch(report)
  })

  return {
    async keep(assetsDir, script) {
      const packed = pack(filesOf(assetsDir, script))
      // Saved also where another process has done so: what was just saved is not swept.
      const { content_hash } = await files.save(packed, { maxBytes: MAX_PACKED_BYTES })
      await widgetVersions.keep({ name: nameOf(script), content_hash }, MAX_VERSIONS)
    },

    async find(path) {
      if (!found.has(path)) await look()
      return found.get(path)
    },
  }
}

/** Files as one, in the same order on every machine, so that equal versions are stored once. */
function pack(files: Map<string, Buffer>): Buffer {
  const entries = [...files.keys()]
    .toSorted()
    .map((path) => [path, files.get(path)?.toString('base64')])
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)))
}

function unpack(packed: Buffer): Map<string, Buffer> {
  const entries = Object.entries(JSON.parse(packed.toString()) as Record<string, string>)
  return new Map(entries.map(([path, text]) => [path, Buffer.from(text, 'base64')]))
}
