import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, type Summary, summarize } from './figures.ts'
import { endGroup, keepGroup, removeFolder } from './processes.ts'
import type { SizeName } from './section.ts'

/** A built program and the section that measures it. */
export interface Subject {
  /** Root folder of the program. */
  program: string
  /** Folder of the bench, with the process of the sections. */
  bench: string
  /** File of the section, from that folder. */
  section: string
}

export interface Options {
  size: SizeName
  /** null: as many as the section has. */
  rounds: number | null
  /** Milliseconds for the preparation and for each round. */
  limitMs: number
  /** For the data of all sections. */
  folder: string
}

export interface Result {
  figures: Summary[]
  /** Why the other program could not be measured. */
  missing?: string
}

/**
 * Measures a program, with `other` in turns with another one. Each is measured by a process of its
 * own, which prepares once. Throws when the program cannot be measured or exceeds the limit.
 */
export async function measure(
  subject: Subject,
  options: Options,
  other?: Subject,
): Promise<Result> {
  await using own = startWorker(subject, options)
  const rounds = options.rounds ?? (await own.rounds())
  const figures: Figure[][] = []
  if (!other) {
    for (let round = 0; round < rounds; round += 1) figures.push(await own.measure())
    return { figures: summarize(figures) }
  }
  await using theirs = startWorker(other, options)
  const others: Figure[][] = []
  let missing: string | undefined
  const measureOther = async () => {
    if (missing === undefined) others.push(await theirs.measure())
  }
  const give = (error: unknown) => {
    missing = (error as Error).message
  }
  await theirs.rounds().catch(give)
  for (let round = 0; round < rounds; round += 1) {
    // Each is first as often as second, as the machine may become faster or slower meanwhile.
    if (round % 2 === 1) await measureOther().catch(give)
    figures.push(await own.measure())
    if (round % 2 === 0) await measureOther().catch(give)
  }
  if (missing === undefined) return { figures: summarize(figures, others) }
  return { figures: summarize(figures, []), missing }
}

function startWorker({ program, bench, section }: Subject, { size, limitMs, folder }: Options) {
  const own = mkdtempSync(join(folder, 'section-'))
  const worker = keepGroup(
    fork(join(bench, 'worker.ts'), [join(bench, section), size, program, own], {
      cwd: program,
      detached: true,
      env: { ...process.env, TMPDIR: folder },
      silent: true,
    }),
  )
  let printed = ''
  for (const stream of [worker.stdout, worker.stderr]) {
    stream?.on('data', (text: Buffer) => {
      printed = `${printed}${text}`.slice(-4000)
    })
  }
  const ended = failWhenEnded(worker, () => printed)
  const prepared = reply<{ rounds: number }>()

  async function reply<Message>(): Promise<Message> {
    const late = pause(limitMs, undefined, { ref: false }).then(() => {
      throw new Error(`It took longer than ${limitMs / 1000} s.`)
    })
    const [message] = await Promise.race([once(worker, 'message'), ended, late])
    return message
  }
  // It may fail while the other program prepares.
  prepared.catch(() => undefined)

  return {
    rounds: async () => (await prepared).rounds,

    async measure(): Promise<Figure[]> {
      await prepared
      const figures = reply<{ figures: Figure[] }>()
      worker.send('measure')
      return (await figures).figures.map((figure) => {
        checkFigure(figure)
        // Budgets are those of the full sizes.
        if (size === 'smallest') delete figure.budget
        return figure
      })
    },

    async [Symbol.asyncDispose]() {
      const isRunning = worker.exitCode === null && worker.signalCode === null
      const exited = isRunning ? once(worker, 'exit') : undefined
      endGroup(worker)
      await exited
      removeFolder(own)
    },
  }
}

/** Throws for a figure that is no number. */
function checkFigure({ what, measured, baseline = 0 }: Figure): void {
  // Through the messages of a process, what is no finite number becomes null.
  if (measured === null || baseline === null) throw new Error(`“${what}” was not measured.`)
}

function failWhenEnded(worker: ChildProcess, printed: () => string): Promise<never> {
  const failed = once(worker, 'close').then(() => {
    throw new Error(printed().trim() || 'Its process ended.')
  })
  failed.catch(() => undefined)
  return failed
}
