import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RawDocument } from '../extract.ts'
import type { ParserMessage } from './parser-messages.ts'

export interface ParserLimits {
  maxHeapMb: number
  maxMemoryMb: number
}

export interface ParserEvents {
  message(message: ParserMessage): void
  /** The process could not be started or reached. */
  error(error: unknown): void
  /** `isViolent`: ended by the kernel, by the watch, or by V8 when it cannot go on. */
  end(end: { reason: string | number; isViolent: boolean }): void
}

/** A running parser process (`parser-process.ts`). */
export interface Parser {
  /** Sending to a process that has ended does nothing: its end has its own event. */
  send(document: RawDocument): void
  /** Whether the process keeps the service alive. */
  keepAlive(isKept: boolean): void
  kill(): void
  /** Resolves when it has ended. */
  exited(): Promise<void>
}

/** Starts a parser process without the settings and keys of the service. */
export function startParser(
  file: URL,
  { maxHeapMb, maxMemoryMb }: ParserLimits,
  events: ParserEvents,
): Parser {
  const child = fork(fileURLToPath(file), [String(maxMemoryMb)], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${maxHeapMb}`, '--max-semi-space-size=8'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('message', events.message)
  child.on('error', events.error)
  ended(child).then(events.end, events.error)

  return {
    send: (document) => void child.send(document, () => {}),

    keepAlive(isKept) {
      const method = isKept ? 'ref' : 'unref'
      child[method]()
      child.channel?.[method]()
    },

    kill: () => void child.kill('SIGKILL'),

    async exited() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      await once(child, 'exit')
    },
  }
}

/**
 * Messages may arrive after the end of the process: only the end of both process and channel says
 * that no more will come.
 */
async function ended(child: ChildProcess) {
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  return { reason: signal ?? code, isViolent: signal !== null || code > 128 }
}
