import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Rounds, Section } from '../../../bench/section.ts'

/** Starts a process, writes its id to the file `started`, and waits for ever. */
export const section: Section<Rounds> = {
  sizes: { full: { rounds: 3 }, smallest: { rounds: 1 } },

  async prepare() {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    writeFileSync(join(tmpdir(), 'started'), String(child.pid))
    return new Promise(() => undefined)
  },
}
