import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/** Logs one line per event to standard output: readable on a terminal, JSON elsewhere. */
export function createLog({
  log_level,
  log_format,
}: Pick<Config, 'log_level' | 'log_format'>): Log {
  const pretty = log_format === 'pretty' || (log_format === 'auto' && process.stdout.isTTY)
  return pino({
    level: log_level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Fields whose names mark a secret are removed at any depth of a logged object.
    redact: [
      '*.authorization',
      '*.cookie',
      '*.secret',
      '*.password',
      '*.api_key',
      '*.visitor_token',
    ],
    ...(pretty && {
      transport: {
        target: 'pino-pretty',
        options: { colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' },
      },
    }),
  })
}
