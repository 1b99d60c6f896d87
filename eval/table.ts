import { variants } from './variants.ts'

type Column = [name: string, head: string]

/** Columns of the table by their names in the scorer and `measure.ts`. */
const COLUMNS: Column[] = [
  ['ndcg@10', 'nDCG@10'],
  ['baseline ndcg@10', 'baseline'],
  ['recall@5', 'R@5'],
  ['passage recall@5', 'passage@5'],
  ['mrr@10', 'MRR@10'],
  ['citation precision (answerable)', 'cited ok'],
  ['first citation correct', 'first ok'],
  ['sentence supported', 'supported'],
  ['cut by grounding', 'cut'],
  ['gold in 1 sentence', 'gold in 1'],
  ['gold in 2 sentences', 'in 2'],
  ['gold in 3 sentences', 'in 3'],
  ['answered, correct (of answerable)', 'correct'],
  ['balanced accuracy', 'bal.acc.'],
  ['utility', 'utility'],
  ['confidence AUROC', 'near AUC'],
  ['foreign AUROC', 'for. AUC'],
  ['declined at 95 % of foreign', 'lost@95'],
  ['foreign declined', 'for.decl.'],
  ['real declined', 'real decl'],
]
const VARIANT_COLUMNS = ['as it is', ...variants].map(
  (variant): Column => [`declined ${variant}`, variant],
)
const NAME_WIDTH = 18

/** A line for each set, and the mean of each figure over the sets that have it. */
export function tableOf(scores: Record<string, Record<string, number>>): string {
  return linesOf(scores, COLUMNS, 10)
}

/** The same of the shares that are declined when questions are written in other ways. */
export function variantTableOf(scores: Record<string, Record<string, number>>): string {
  return linesOf(scores, VARIANT_COLUMNS, 17)
}

function linesOf(
  scores: Record<string, Record<string, number>>,
  columns: Column[],
  width: number,
): string {
  const lineOf = (set: string, row: Record<string, number>) =>
    set.padEnd(NAME_WIDTH) +
    columns.map(([name]) => ((row[name] ?? null)?.toFixed(3) ?? '–').padStart(width)).join('')
  const means = Object.fromEntries(
    columns.flatMap(([name]) => {
      const known = Object.values(scores).flatMap((set) => set[name] ?? [])
      const sum = known.reduce((total, value) => total + value, 0)
      return known.length === 0 ? [] : [[name, sum / known.length]]
    }),
  )
  return [
    ''.padEnd(NAME_WIDTH) + columns.map(([, head]) => head.padStart(width)).join(''),
    ...Object.entries({ ...scores, mean: means }).map(([set, row]) => lineOf(set, row)),
  ].join('\n')
}
