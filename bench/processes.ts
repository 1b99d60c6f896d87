import type { ChildProcess } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'

/** Leaders of process groups that were started and have not been ended. */
const leaders = new Set<ChildProcess>()

/**
 * Keeps a process that was started with `detached`, so that it and all that it starts can be ended
 * at once.
 */
export function keepGroup<Leader extends ChildProcess>(leader: Leader): Leader {
  leaders.add(leader)
  return leader
}

/** Ends a process and whatever it has started, if it has ended itself too. */
export function endGroup(leader: ChildProcess): void {
  leaders.delete(leader)
  try {
    if (leader.pid) process.kill(-leader.pid, 'SIGKILL')
  } catch {
    // The process group has ended already.
  }
}

export function endGroups(): void {
  for (const leader of leaders) endGroup(leader)
}

/**
 * Removes a folder in which processes that are ending may still write and remove, such as the
 * PostgreSQL server of the tests: where something vanishes meanwhile, Node stops removing without
 * an error. Blocks meanwhile, as it is called when this process exits.
 */
export function removeFolder(folder: string): void {
  for (let tried = 0; tried < REMOVALS; tried += 1) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    if (!existsSync(folder)) return
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REMOVAL_PAUSE_MS)
  }
}
const REMOVALS = 100
const REMOVAL_PAUSE_MS = 50
