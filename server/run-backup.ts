import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { programDir } from './data-folder.ts'

/**
 * Runs `svc backup` in a process of its own: reading a large backup back takes seconds, in which
 * this one would answer nobody. Returns what it prints, and throws an `Error` with it when it
 * fails. Aborted, it leaves nothing in the folder.
 */
export async function runBackup(
  { environment }: Config,
  { folder, args }: { folder: string; args: string[] },
  signal: AbortSignal,
): Promise<string> {
  const child = spawn(process.execPath, [join(programDir, 'server/svc.mjs'), 'backup', ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  signal.addEventListener('abort', () => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return output.trim()
  removeUnfinished(folder, child.pid)
  throw new Error(output.trim() || 'The process was ended.')
}

/** What a backup process left that was killed. */
function removeUnfinished(folder: string, pid: number | undefined): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const left = readdirSync(folder).filter((name) => name.includes(`.backup.${pid}.unfinished`))
  for (const name of left) rmSync(join(folder, name), { force: true })
}
