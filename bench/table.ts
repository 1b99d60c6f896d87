/** A measured figure and its baseline from the same run. */
export interface Figure {
  what: string
  measured: number
  unit: string
  /** The minimum and maximum of the runs of which `measured` is the median. */
  range?: [least: number, most: number]
  /** The same work without the product; absent for an absolute budget. */
  baseline?: number
  /** The maximum (with `atLeast`, the minimum) of `measured`, or of measured ÷ baseline. */
  budget?: number
  of?: 'measured' | 'ratio'
  atLeast?: boolean
}

/** Prints figures as a table. */
export function printTable(figures: Figure[]): void {
  const rows = [
    ['', 'measured', 'of several runs', 'baseline', 'ratio', 'budget', ''],
    ...figures.map(toRow),
  ]
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const width = widths?.[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
}

function toRow(figure: Figure): string[] {
  const { what, measured, unit, range, baseline, budget, of = 'measured', atLeast } = figure
  const bound = budget === undefined ? '' : `${atLeast ? '≥' : '≤'} ${round(budget)}`
  return [
    what,
    `${round(measured)} ${unit}`,
    range ? range.map(round).join(' – ') : '',
    baseline === undefined ? '' : `${round(baseline)} ${unit}`,
    baseline === undefined ? '' : `× ${round(measured / baseline)}`,
    bound && `${bound}${of === 'ratio' ? ' ×' : ` ${unit}`}`,
    budget === undefined ? '' : verdict(figure),
  ]
}

function verdict({ measured, baseline = 1, budget = 0, of, atLeast }: Figure): string {
  const judged = of === 'ratio' ? measured / baseline : measured
  return (atLeast ? judged >= budget : judged <= budget) ? 'held' : 'missed'
}

/** Three significant figures, with thousands separators. */
function round(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value >= 1000 ? 5 : 3 })
}

/** The quantile of the values at `share` (0 to 1). */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median of several runs, and their range. */
export function inTheMiddle(runs: number[]): Pick<Figure, 'measured' | 'range'> {
  return { measured: quantile(runs, 0.5), range: [Math.min(...runs), Math.max(...runs)] }
}
