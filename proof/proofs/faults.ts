import { parseArgs } from 'node:util'
import { type Table, UsageError } from '../table.ts'

/**
 * `npm run proof -- faults [disk] [kill] [parsers] [questions] [reading] [sites] [streams]
 * [--kills N] [--reads N] [--streams N] [--seconds N]`: the built program under a full disk, kill
 * -9 under load and while a file is read, decompression bombs, hostile questions and websites, and
 * many streams; by default all of them (docs/architecture.md#proofs).
 */
export async function* prove(args: string[]): AsyncIterable<Table> {
  const { parts, options } = read(args)
  for (const part of parts) yield await runs[part](options)
}

export interface Options {
  /** Number of kills. */
  kills: number
  /** Number of kills while a file is read. */
  reads: number
  streams: number
  /** Duration of the streams in seconds. */
  seconds: number
}

const runs = {
  disk: async () => (await import('../faults/disk.ts')).proveDisk(),
  kill: async (options: Options) => (await import('../faults/kill.ts')).proveKill(options),
  parsers: async () => (await import('../faults/parsers.ts')).proveParsers(),
  questions: async () => (await import('../faults/questions.ts')).proveQuestions(),
  reading: async (options: Options) => (await import('../faults/reading.ts')).proveReading(options),
  sites: async () => (await import('../faults/sites.ts')).proveSites(),
  streams: async (options: Options) => (await import('../faults/streams.ts')).proveStreams(options),
} satisfies Record<string, (options: Options) => Promise<Table>>

type Part = keyof typeof runs

function read(args: string[]): { parts: Part[]; options: Options } {
  const { values, positionals } = parse(args)
  const unknown = positionals.find((name) => !Object.hasOwn(runs, name))
  if (unknown)
    throw new UsageError(`faults: ${unknown} is none of ${Object.keys(runs).join(', ')}.`)
  const parts = (positionals.length > 0 ? positionals : Object.keys(runs)) as Part[]
  return {
    parts,
    options: {
      kills: positive('kills', values.kills),
      reads: positive('reads', values.reads),
      streams: positive('streams', values.streams),
      seconds: positive('seconds', values.seconds),
    },
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        kills: { type: 'string', default: '100' },
        reads: { type: 'string', default: '50' },
        streams: { type: 'string', default: '700' },
        seconds: { type: 'string', default: '300' },
      },
    })
  } catch (error) {
    throw new UsageError(`faults: ${(error as Error).message}`)
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) {
    throw new UsageError(`faults: --${name} must be a whole number from 1.`)
  }
  return value
}
