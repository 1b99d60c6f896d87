import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/check/source-files.ts'
import { endGroup, keepGroup, removeFolder } from './processes.ts'

/** Another commit, built in a temporary worktree. */
export interface OtherCommit {
  /** Abbreviated. */
  name: string
  folder: string
  /** Builds its program, and puts today's bench beside its modules. Throws when that fails. */
  build(): Promise<void>
  /** Removes the worktree. */
  remove(): void
}

/** The id of a commit; null: there is no such one. */
export function commitAt(name: string): string | null {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).trim()
  } catch {
    return null
  }
}

/** Checks a commit out into a worktree at `folder`. */
export function checkOut(id: string, folder: string): OtherCommit {
  git('worktree', 'add', '--detach', '--quiet', folder, id)
  return {
    name: git('rev-parse', '--short', id).trim(),
    folder,

    async build() {
      if (lockfileOf(root) === lockfileOf(folder)) {
        symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      } else {
        await npm(folder, 'ci', '--no-audit', '--no-fund')
      }
      await npm(folder, 'run', 'build')
      rmSync(join(folder, 'bench'), { recursive: true, force: true })
      cpSync(join(root, 'bench'), join(folder, 'bench'), { recursive: true })
    },

    remove() {
      // First the files, as a signal to the whole group of this process ends git in the middle.
      removeFolder(folder)
      try {
        git('worktree', 'remove', '--force', folder)
      } catch {
        git('worktree', 'remove', '--force', folder)
      }
    },
  }
}

function git(...args: string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: 'pipe' })
}

function lockfileOf(folder: string): string {
  return readFileSync(join(folder, 'package-lock.json'), 'utf8')
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  const child = keepGroup(spawn('npm', args, { cwd, detached: true }))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      printed = `${printed}${text}`.slice(-4000)
    })
  }
  const [code] = await once(child, 'close')
  endGroup(child)
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${printed.trim()}`)
}
