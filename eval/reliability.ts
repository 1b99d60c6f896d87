/** A confidence that was said, and how right the answer is, 0 to 1. */
export interface Judgement {
  confidence: number
  answered: number
  weight: number
}

const TENTHS = 10

/**
 * How often answers are right of which a confidence is said, by tenths, and the mean of the
 * differences (expected calibration error: Naeini et al. 2015).
 */
export function reliabilityTableOf(judgements: Judgement[]): string {
  const tenths = Map.groupBy(judgements, ({ confidence }) =>
    Math.min(TENTHS - 1, Math.floor(confidence * TENTHS)),
  )
  const rows = [...tenths].sort(([one], [other]) => one - other).map(([, own]) => rowOf(own))
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const error = rows.reduce(
    (sum, { weight, said, answered }) => sum + (weight / total) * Math.abs(said - answered),
    0,
  )
  return [
    '| Confidence said | Right | Share of answers |',
    '| --- | --- | --- |',
    ...rows.map(({ weight, said, answered }) =>
      [`| ${said.toFixed(2)}`, answered.toFixed(2), `${(weight / total).toFixed(2)} |`].join(' | '),
    ),
    '',
    `Expected calibration error: ${error.toFixed(3)}`,
  ].join('\n')
}

function rowOf(own: Judgement[]) {
  const weight = own.reduce((sum, each) => sum + each.weight, 0)
  const mean = (value: (each: Judgement) => number) =>
    own.reduce((sum, each) => sum + each.weight * value(each), 0) / weight
  return {
    weight,
    said: mean(({ confidence }) => confidence),
    answered: mean(({ answered }) => answered),
  }
}
