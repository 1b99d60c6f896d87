import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const DESCRIPTORS = '/proc/self/fd'

/** The files in a folder that this process has open; none where the system does not tell. */
export function openFilesIn(folder: string): string[] {
  if (!existsSync(DESCRIPTORS)) return []
  return readdirSync(DESCRIPTORS)
    .flatMap((descriptor) => targetOf(join(DESCRIPTORS, descriptor)))
    .filter((path) => path.startsWith(folder))
}

/** A descriptor may be closed by now, for instance that of the listing itself. */
function targetOf(link: string): string[] {
  try {
    return [readlinkSync(link)]
  } catch {
    return []
  }
}
