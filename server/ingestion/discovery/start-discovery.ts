import { fork } from 'node:child_process'
import { once } from 'node:events'
import { platform } from 'node:os'
import { fileURLToPath } from 'node:url'
import { answerCalls, channelOf, createCalls, threadFile } from '../../thread.ts'
import { SourceError } from '../define-source.ts'
import type { DiscoveryMethods, ServiceMethods } from './discovery-messages.ts'

export interface DiscoveryOptions {
  /** What of the service's environment a process that reaches out needs. */
  environment: Record<string, string | undefined>
  /** Of any kind. */
  maxMemoryMb?: number
  /** Processor time that a step between two rounds of the event loop may take. */
  hangMs?: number
  file?: URL
}

/**
 * Two requests of 32 MiB at the same time, whose bytes are held three times for a moment, beside
 * the addresses of the largest website (measured: 210 MiB).
 */
const MAX_MEMORY_MB = 512
const MAX_HEAP_MB = 384
/** The longest step of honest sources takes a hundredth of this. */
const HANG_MS = 20_000

/**
 * Starts a discovery process (`discovery-process.ts`), without the settings and keys of the
 * service. Calls fail with the `SourceError` `set_aside` when it had to be ended for its time or
 * memory, and with another error when it ended for no such reason.
 */
export function startDiscovery(
  methods: ServiceMethods,
  {
    environment,
    maxMemoryMb = MAX_MEMORY_MB,
    hangMs = HANG_MS,
    file = threadFile('discovery-process', import.meta.url),
  }: DiscoveryOptions,
) {
  const child = fork(fileURLToPath(file), [String(maxMemoryMb), String(hangMs)], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, '--max-semi-space-size=8'],
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A group of its own, so that the programs that it starts end with it.
    detached: true,
  })
  const channel = channelOf(child)
  let failure: Error | null = null
  child.on('error', (error) => (failure = error))
  const exited = once(child, 'exit').catch(() => [])
  const { call, abandon } = createCalls<DiscoveryMethods>(channel, () => failure ?? lossOf(child))
  child.on('error', abandon)
  answerCalls(channel, methods)

  return {
    call,
    exited,

    /** Ends it at once, with what it has started; resolves when it has ended. */
    async kill(): Promise<void> {
      killGroup(child.pid)
      await exited
    },
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(platform() === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

function lossOf({ exitCode, signalCode }: ReturnType<typeof fork>): Error {
  const isViolent = signalCode !== null || (exitCode ?? 0) > 128
  if (!isViolent) return new Error(`The discovery process ended with ${exitCode}.`)
  return new SourceError(
    'set_aside',
    'Finding its documents took more time or memory than a source may.',
  )
}
