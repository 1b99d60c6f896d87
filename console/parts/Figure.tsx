import { addressOf, type Query } from '../location.ts'
import { may } from '../session.ts'

/** A number that leads to the conversations behind it. */
export function Figure({
  name,
  value,
  note,
  query,
}: {
  name: string
  value: string
  note?: string
  /** Of the inbox; null where it cannot show what is behind the number. */
  query: Query | null
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {query && may('inbox.read') ? (
          <a href={addressOf('conversations', query)}>{value}</a>
        ) : (
          <b>{value}</b>
        )}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
