/** A promise with the observation, or with `figure` a measurement without a verdict. */
export interface Finding {
  what: string
  seen: string
  verdict: 'held' | 'broken' | 'not run' | 'figure'
}

export interface Table {
  title: string
  findings: Finding[]
}

/** A proof: given the command's arguments, it yields each table as soon as it is known. */
export type Prove = (args: string[]) => AsyncIterable<Table>

/** Wrong usage of the command. */
export class UsageError extends Error {}

/** `broken` with the faults, or `held` with the observation when there are none. */
export function judge(what: string, faults: string[], seen = ''): Finding {
  if (faults.length === 0) return { what, seen, verdict: 'held' }
  const more = faults.length > MOST_FAULTS ? `; … (${faults.length} in all)` : ''
  return { what, seen: faults.slice(0, MOST_FAULTS).join('; ') + more, verdict: 'broken' }
}
const MOST_FAULTS = 4

export function figure(what: string, seen: string): Finding {
  return { what, seen, verdict: 'figure' }
}

export function notRun(what: string, why: string): Finding {
  return { what, seen: why, verdict: 'not run' }
}

export function printTable({ title, findings }: Table): void {
  const width = Math.max(...findings.map(({ what }) => what.length))
  process.stdout.write(`\n${title}\n`)
  for (const { what, seen, verdict } of findings) {
    const said = verdict === 'figure' ? '' : verdict === 'broken' ? 'BROKEN' : verdict
    process.stdout.write(`  ${what.padEnd(width)}  ${said.padEnd(7)}  ${seen}`.trimEnd())
    process.stdout.write('\n')
  }
}

/** Reports progress on stderr. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`)
}
