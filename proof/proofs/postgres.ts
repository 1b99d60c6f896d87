import { parseArgs } from 'node:util'
import { type Table, UsageError } from '../table.ts'

/**
 * `npm run proof -- postgres [PART …] [--seconds N]`: the built program on a PostgreSQL server that
 * the proof starts; by default all parts (docs/architecture.md#proofs).
 */
export async function* prove(args: string[]): AsyncIterable<Table> {
  const { parts, options } = read(args)
  for (const part of parts) yield await runs[part](options)
}

export interface Options {
  /** How long processes are killed, and the server is restarted. */
  seconds: number
}

const runs = {
  suites: async () => (await import('../postgres/suites.ts')).proveSuites(),
  processes: async (options: Options) =>
    (await import('../postgres/processes.ts')).proveProcesses(options),
  'broken-off': async () => (await import('../postgres/broken-off.ts')).proveBrokenOff(),
  restart: async (options: Options) =>
    (await import('../postgres/restart.ts')).proveRestart(options),
  rolling: async () => (await import('../postgres/rolling.ts')).proveRolling(),
  pooler: async () => (await import('../postgres/pooler.ts')).provePooler(),
  balancers: async () => (await import('../postgres/balancers.ts')).proveBalancers(),
  same: async () => (await import('../postgres/same.ts')).proveSame(),
  speed: async () => (await import('../postgres/speed.ts')).proveSpeed(),
} satisfies Record<string, (options: Options) => Promise<Table>>

type Part = keyof typeof runs

function read(args: string[]): { parts: Part[]; options: Options } {
  const { values, positionals } = parse(args)
  const unknown = positionals.find((name) => !Object.hasOwn(runs, name))
  if (unknown) {
    throw new UsageError(`postgres: ${unknown} is none of ${Object.keys(runs).join(', ')}.`)
  }
  const parts = (positionals.length > 0 ? positionals : Object.keys(runs)) as Part[]
  const seconds = Number(values.seconds)
  if (!Number.isInteger(seconds) || seconds < 1) {
    throw new UsageError('postgres: --seconds must be a whole number from 1.')
  }
  return { parts, options: { seconds } }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { seconds: { type: 'string', default: '600' } },
    })
  } catch (error) {
    throw new UsageError(`postgres: ${(error as Error).message}`)
  }
}
