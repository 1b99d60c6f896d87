import { posix } from 'node:path'
import { DocumentError } from '../extracted.ts'
import { readXml } from './xml.ts'
import { unzip } from './zip.ts'

/** The parts of an Office document, by their names in its archive. */
export type Parts = Record<string, Uint8Array>

/**
 * The parts with text. Throws `encrypted`, `limit_exceeded` for more than 64 MiB of them, and
 * `malformed`, also where the part that makes it this kind of document is missing.
 */
export async function openOffice(
  bytes: Uint8Array,
  { main, kind }: { main: string; kind: string },
): Promise<Parts> {
  if (isOle(bytes)) throw new DocumentError('encrypted', 'The document is protected by a password.')
  const parts = await unzip(bytes, (name) => /\.(xml|rels)$/.test(name))
  if (!parts[main]) throw new DocumentError('malformed', `The file is not ${kind}.`)
  return parts
}

/** Office puts encrypted documents into the old OLE container. */
function isOle(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}

/** The parts that a part refers to, by the ids that it uses for them. */
export function relatedTo(part: string, parts: Parts): Map<string, string> {
  const { dir, base } = posix.parse(part)
  const related = new Map<string, string>()
  readXml(parts[`${dir}/_rels/${base}.rels`] ?? NOTHING, {
    open(name, { Id = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      related.set(Id, posix.join(Target.startsWith('/') ? '' : dir, Target).replace(/^\//, ''))
    },
  })
  return related
}

export const NOTHING = new Uint8Array()
