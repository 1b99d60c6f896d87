import type { Spread, Summary } from './figures.ts'

/** The figures of a section as a table; with `commit`, beside those of that commit. */
export function tableOf(title: string, figures: Summary[], commit?: string): string {
  const rows = commit
    ? [[title, 'this build', 'range', commit, 'range', 'ratio', 'range'], ...figures.map(besideRow)]
    : [[title, 'median', 'range', 'baseline', 'ratio', 'budget', ''], ...figures.map(ownRow)]
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) => {
      const cells = row.map((cell, column) => {
        const width = widths?.[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      return `${cells.join('  ').trimEnd()}\n`
    })
    .join('')
}

function ownRow({ what, unit, measured, baseline, ratio, budget }: Summary): string[] {
  const bound = budget && `${budget.least === undefined ? '≤' : '≥'} ${boundOf(budget)}`
  return [
    what,
    `${round(measured.median)} ${unit}`,
    rangeOf(measured),
    baseline === undefined ? '' : `${round(baseline)} ${unit}`,
    ratio === undefined ? '' : `× ${round(ratio)}`,
    bound ? `${bound} ${budget.of === 'ratio' ? '×' : unit}` : '',
    budget ? (budget.held ? 'held' : 'missed') : '',
  ]
}

function besideRow({ what, unit, measured, against }: Summary): string[] {
  const own = [what, `${round(measured.median)} ${unit}`, rangeOf(measured)]
  if (!against) return [...own, 'n/a']
  const { ratio, ratios } = against
  return [
    ...own,
    `${round(against.measured.median)} ${unit}`,
    rangeOf(against.measured),
    `× ${round(ratio)}`,
    ratios.map(round).join(' – '),
  ]
}

function boundOf({ least, most }: NonNullable<Summary['budget']>): string {
  return round(least ?? most ?? Number.NaN)
}

function rangeOf({ min, max }: Spread): string {
  return min === max ? '' : `${round(min)} – ${round(max)}`
}

/** Three significant figures, with thousands separators. */
function round(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value >= 1000 ? 5 : 3 })
}
