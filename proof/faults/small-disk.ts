import { execFile } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>

/**
 * A file system in memory of `megabytes`, which can be filled. Throws where mounting is not
 * allowed.
 */
export async function mountSmallDisk(megabytes: number) {
  const dir = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir])
  } catch (error) {
    rmdirSync(dir)
    throw error
  }
  const ballast = join(dir, 'ballast')
  return {
    dir,
    /** Fills the disk but for this many bytes, by default none. */
    fill(left = 0): void {
      const file = openSync(ballast, 'a')
      const keep = join(dir, 'room')
      if (left > 0) writeAll(openSync(keep, 'w'), left)
      writeAll(file, Number.POSITIVE_INFINITY)
      rmSync(keep, { force: true })
    },
    free(): void {
      rmSync(ballast, { force: true })
    },
    async [Symbol.asyncDispose]() {
      await run('umount', [dir])
      rmdirSync(dir)
    },
  }
}

/** Writes up to this many bytes, as far as there is space, and closes the file. */
function writeAll(file: number, bytes: number): void {
  const block = Buffer.alloc(64 * 1024, 1)
  try {
    for (let left = bytes, size = block.length; left > 0 && size > 0; ) {
      try {
        left -= writeSync(file, block, 0, Math.min(size, left))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        // The last page is filled with smaller and smaller writes.
        size = Math.floor(size / 2)
      }
    }
  } finally {
    closeSync(file)
  }
}
