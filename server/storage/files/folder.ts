import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PRIVATE_FILE, PRIVATE_FOLDERS } from '../../private-files.ts'
import { dataUnavailable } from '../failures.ts'
import { SETTLED_MS, type UploadFiles } from '../ports/files.ts'
import { tooLarge } from './collect.ts'

/** Uploaded files in a folder, each named by its hash. */
export function createFolderFiles(dir: string): UploadFiles {
  async function save(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    { maxBytes }: { maxBytes: number },
  ) {
    const draft = join(dir, `.${randomUUID()}`)
    try {
      await mkdir(dir, PRIVATE_FOLDERS)
      const { content_hash, bytes } = await write(draft, content, maxBytes)
      await rename(draft, join(dir, content_hash))
      await syncFolder(dir)
      return { content_hash, bytes }
    } catch (error) {
      // Removing it may fail for the same reason; the first error tells it.
      await rm(draft, { force: true }).catch(() => {})
      throw unavailable(error, dir)
    }
  }

  return {
    save,
    nameOf: (content_hash) => join(dir, content_hash),
    read: (content_hash) => readFile(join(dir, content_hash)),
    async check(content_hash) {
      try {
        const hash = createHash('sha256')
        await pipeline(createReadStream(join(dir, content_hash)), hash)
        return hash.digest('hex') === content_hash ? null : 'damaged'
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'damaged'
      }
    },
    async sweep(keep) {
      for (const name of await readdir(dir).catch(() => [])) {
        if (!keep.has(name) && (await isSettled(join(dir, name))))
          await rm(join(dir, name), { force: true })
      }
    },
  }
}

/** Not the caller's fault: the cause names the folder for the operator. */
function unavailable(error: unknown, dir: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (!code || !UNWRITABLE.has(code)) return error
  const sentence = `The folder ${dir} cannot be written (${code}): check its disk and permissions.`
  return dataUnavailable(new Error(sentence, { cause: error }))
}

const UNWRITABLE = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR'])

async function write(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ content_hash: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', PRIVATE_FILE)
  try {
    for await (const part of content instanceof Uint8Array ? [content] : content) {
      bytes += part.length
      if (bytes > maxBytes) {
        throw tooLarge(maxBytes)
      }
      hash.update(part)
      // Not `write`, which may write less than it is given when the disk is almost full.
      await file.appendFile(part)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { content_hash: hash.digest('hex'), bytes }
}

/** A rename survives a crash only when the folder has been written too. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  await folder.sync().finally(() => folder.close())
}

async function isSettled(path: string): Promise<boolean> {
  const file = await stat(path).catch(() => null)
  return file !== null && Date.now() - file.mtimeMs > SETTLED_MS
}
