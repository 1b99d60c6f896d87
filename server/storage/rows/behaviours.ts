import { type Behaviour, defaultBehaviour } from '../../contract/behaviour.ts'

/** Columns of `behaviours`, as `BehaviourRow` declares them. */
export const BEHAVIOUR_COLUMNS = 'behaviours.revision, strictness, follow_ups, greeting, declined'

export interface BehaviourRow {
  revision: number
  strictness: Behaviour['strictness']
  follow_ups: 0 | 1
  greeting: string | null
  declined: string | null
}

/** How an assistant behaves; without a row by the defaults, whose columns are all NULL. */
export function toBehaviour(row: BehaviourRow | Record<keyof BehaviourRow, null>): Behaviour {
  if (row.revision === null) return defaultBehaviour
  const { revision, strictness, follow_ups, greeting, declined } = row
  return { revision, strictness, follow_ups: follow_ups === 1, texts: { greeting, declined } }
}

export function toBehaviourRow({ texts, follow_ups, ...behaviour }: Behaviour): BehaviourRow {
  return { ...behaviour, follow_ups: follow_ups ? 1 : 0, ...texts }
}
