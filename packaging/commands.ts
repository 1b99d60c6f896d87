import { execFileSync } from 'node:child_process'

/** Runs a program and returns what it prints; throws when it fails, with what it complained of. */
export function run(program: string, args: string[], cwd: string): string {
  const env = { ...process.env, SOURCE_DATE_EPOCH: sourceDate() }
  return execFileSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 28 })
}

/**
 * The time that files in archives get, in seconds, so that the same sources give the same bytes
 * (https://reproducible-builds.org/specs/source-date-epoch/): that of the last commit.
 */
export function sourceDate(): string {
  const { SOURCE_DATE_EPOCH } = process.env
  if (SOURCE_DATE_EPOCH) return SOURCE_DATE_EPOCH
  const { dirname } = import.meta
  return execFileSync('git', ['log', '-1', '--format=%ct'], {
    cwd: dirname,
    encoding: 'utf8',
  }).trim()
}
