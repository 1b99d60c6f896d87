import { DocumentError } from '../../extracted.ts'
import { MAX_DOCUMENT_BYTES } from '../../parser/extractor.ts'
import type { Git } from './git-process.ts'

/** Reads blobs, one after the other, by a process that stays. */
export function createBlobs(git: Git) {
  let child: ReturnType<Git['start']> | undefined
  let output: AsyncIterator<Buffer> | undefined
  let buffered: Buffer = Buffer.alloc(0)

  function begin(): ReturnType<Git['start']> {
    const started = git.start(['cat-file', '--batch'])
    output = started.stdout?.[Symbol.asyncIterator]()
    started.stderr?.resume()
    return started
  }

  async function more(): Promise<void> {
    const { value, done } = (await output?.next()) ?? { done: true }
    if (done) throw new Error('git ended while it was read from.')
    buffered = buffered.length === 0 ? value : Buffer.concat([buffered, value])
  }

  async function line(): Promise<string> {
    while (!buffered.includes('\n')) await more()
    const end = buffered.indexOf('\n')
    const text = buffered.toString('utf8', 0, end)
    buffered = buffered.subarray(end + 1)
    return text
  }

  /** The next bytes; those of a blob that is too large are passed over. */
  async function take(length: number): Promise<Buffer[]> {
    const pieces: Buffer[] = []
    for (let left = length; left > 0; ) {
      if (buffered.length === 0) await more()
      const piece = buffered.subarray(0, left)
      buffered = buffered.subarray(piece.length)
      left -= piece.length
      if (length <= MAX_DOCUMENT_BYTES) pieces.push(piece)
    }
    return pieces
  }

  return {
    async read(id: string): Promise<Uint8Array> {
      child ??= begin()
      child.stdin?.write(`${id}\n`)
      const [, type, size] = (await line()).split(' ')
      if (type !== 'blob') throw new Error('git has no such blob.')
      const pieces = await take(Number(size))
      await take(1)
      if (Number(size) <= MAX_DOCUMENT_BYTES) return Buffer.concat(pieces)
      throw new DocumentError('limit_exceeded', 'It is larger than 32 MiB.')
    },

    async close(): Promise<void> {
      child?.stdin?.end()
      child?.kill()
      await child?.ended.catch(() => null)
    },
  }
}
