import type { Usage as Counted, Days, UsageCounts } from '../../server/contract/usage.ts'
import { together, useRead } from '../cache.ts'
import { saveFile } from '../files.ts'
import { addressOf, place, type Query } from '../location.ts'
import { Chart } from '../parts/Chart.tsx'
import { Figure } from '../parts/Figure.tsx'
import { FilterDay, FilterSelect } from '../parts/Filters.tsx'
import { Legend } from '../parts/Legend.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { fill, region, shownCost, shownCount, shownDay, shownPart, texts } from '../strings.ts'
import '../styles/governance.css'
import '../styles/overview.css'
import '../styles/usage.css'
import {
  answeredShare,
  type CsvColumn,
  costOf,
  csvOf,
  daysBefore,
  daysIn,
  eachDay,
  helpfulShare,
  PERIODS,
  periodIn,
} from '../usage.ts'
import { Cited, Unanswered } from './PeriodLists.tsx'
import { UsageGroups, UsageTable } from './UsageGroups.tsx'

const READS = ['getUsage', 'listAssistants', 'listModels'] as const

/** How much was asked in a period, how it ended, what answered, and what it cost. */
export function Period() {
  const { usage: words } = texts.value
  const { query } = place.value
  const days = daysIn(query, new Date())
  const { assistant_id } = query
  // A trial in the console is no question of a visitor.
  const of = { except_channel: 'console', ...(assistant_id && { assistant_id }) } as const
  const entry = together(
    useRead('getUsage', { query: { ...days, ...of } }),
    useRead('getUsage', { query: { ...daysBefore(days), ...of } }),
    useRead('listAssistants', { query: { limit: '100' } }),
    useRead('listModels'),
  )
  return (
    <>
      <h2 class="period">{words.title}</h2>
      <Filters query={query} />
      <Loaded of={[...READS]} entry={entry}>
        {([usage, before, assistants, models]) => (
          <>
            <Asked
              usage={usage}
              before={before.totals}
              days={days}
              cost={costOf(usage.by_model, models.data)}
            />
            <div class="lists">
              <Cited days={days} />
              <Unanswered days={days} />
            </div>
            {usage.totals.questions > 0 && (
              <UsageGroups usage={usage} assistants={assistants.data} models={models.data} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function Filters({ query }: { query: Query }) {
  const { usage: words, inbox } = texts.value
  const chosen = periodIn(query)
  const assistants = useRead('listAssistants', { query: { limit: '100' } }).value.value?.data ?? []
  return (
    <search class="usage-filters">
      <nav aria-label={words.period}>
        {PERIODS.map((days) => (
          <a
            key={days}
            class="button small"
            href={addressOf('overview', { ...query, days: `${days}`, from: '', to: '' })}
            aria-current={days === chosen ? 'true' : undefined}
          >
            {words.periods[days]}
          </a>
        ))}
      </nav>
      <div class="row-filters">
        <FilterDay name="from" label={inbox.from} />
        <FilterDay name="to" label={inbox.to} />
        {assistants.length > 1 && (
          <FilterSelect
            name="assistant_id"
            label={words.assistant}
            options={assistants.map(({ id, name }) => [id, name])}
          />
        )}
      </div>
    </search>
  )
}

function Asked({ usage, before, days, cost }: AskedProps) {
  const { usage: words, overview } = texts.value
  const { totals, by_day } = usage
  return (
    <section class="card">
      <h2>
        {shownDay(days.from)} – {shownDay(days.to)}
      </h2>
      {totals.questions === 0 ? (
        <p>{words.empty}</p>
      ) : (
        <>
          <Figures usage={usage} before={before} days={days} cost={cost} />
          <Chart
            bars={eachDay(usage, days).map(({ day, questions, answers }) => ({
              label: shownDay(day),
              whole: questions,
              part: answers,
            }))}
          />
          <Legend />
          <details>
            <summary>{words.table}</summary>
            <UsageTable
              caption={words.table}
              first={words.day}
              rows={by_day.map((counts) => [shownDay(counts.day), counts] as const).toReversed()}
            />
          </details>
          <button class="button" type="button" onClick={() => save(usage, days)}>
            {words.save}
          </button>
          <p class="hint">{words.utc}</p>
        </>
      )}
    </section>
  )

  function save(saved: Counted, { from, to }: Days) {
    const columns: CsvColumn[] = [
      [overview.questions, 'questions'],
      [overview.answered, 'answers'],
      [overview.declined, 'abstained'],
      [overview.helpful, 'ratings_up'],
      [words.unhelpful, 'ratings_down'],
      [words.read, 'input_tokens'],
      [words.written, 'output_tokens'],
    ]
    const separator = (0.5).toLocaleString(region.value).includes(',') ? ';' : ','
    const text = csvOf(saved, { day: words.day, columns, separator })
    saveFile(`usage-${from}-${to}.csv`, text, 'text/csv')
  }
}

interface AskedProps {
  usage: Counted
  /** Of as many days before. */
  before: UsageCounts
  days: Days
  /** null without prices. */
  cost: number | null
}

function Figures({ usage: { totals }, before, days, cost }: AskedProps) {
  const { overview: words, usage } = texts.value
  // The inbox does not know assistants.
  const behind = (query: Query) => (place.value.query['assistant_id'] ? null : query)
  return (
    <dl class="figures">
      <Figure
        name={words.questions}
        value={shownCount(totals.questions)}
        note={fill(words.before, { value: shownCount(before.questions) })}
        query={behind({ ...days })}
      />
      <Figure
        name={words.answered}
        value={shownPart(answeredShare(totals))}
        note={shownBefore(answeredShare(before))}
        query={behind({ ...days, outcome: 'answered' })}
      />
      <Figure
        name={words.declined}
        value={shownCount(totals.abstained)}
        note={fill(words.before, { value: shownCount(before.abstained) })}
        query={behind({ ...days, outcome: 'abstained' })}
      />
      <Figure
        name={words.helpful}
        value={shownPart(helpfulShare(totals))}
        note={shownBefore(helpfulShare(before))}
        query={behind({ ...days, rating: 'up' })}
      />
      {cost !== null && (
        <Figure name={usage.cost} value={shownCost(cost)} note={usage.currency} query={null} />
      )}
    </dl>
  )
}

function shownBefore(share: number | null): string {
  const { overview: words } = texts.value
  return share === null ? words.noneBefore : fill(words.before, { value: shownPart(share) })
}
