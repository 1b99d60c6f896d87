import { useRead } from '../cache.ts'
import { addressOf } from '../location.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { may } from '../session.ts'
import { fill, shownCount, shownTime, texts } from '../strings.ts'
import { dayBefore } from '../usage.ts'

/** What is used and left of the day's tokens. */
export function TokensToday() {
  const { usage: words, overview } = texts.value
  const entry = useRead('getTokenBudget')
  return (
    <section class="card">
      <h2>{words.today}</h2>
      <Loaded of="getTokenBudget" entry={entry}>
        {({ day, tokens, daily_model_tokens: limit }) => {
          const numbers = {
            used: shownCount(tokens),
            limit: shownCount(limit ?? 0),
            left: shownCount(Math.max(0, (limit ?? 0) - tokens)),
            time: shownTime(`${dayBefore(new Date(day), -1)}T00:00:00Z`),
          }
          if (limit === null) return <p>{fill(words.unlimited, numbers)}</p>
          return (
            <>
              <p>
                {fill(words.used, numbers)} {overview.budgetLead}
              </p>
              <meter min={0} max={limit || 1} value={limit ? tokens : 1} aria-label={words.today} />
            </>
          )
        }}
      </Loaded>
      {may('organization.manage') && <a href={addressOf('settings')}>{words.change}</a>}
    </section>
  )
}
