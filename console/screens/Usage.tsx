import type { Usage as Counted, Days } from '../../server/contract/usage.ts'
import { together, useRead } from '../cache.ts'
import { saveFile } from '../files.ts'
import { addressOf, place, type Query } from '../location.ts'
import { Chart } from '../parts/Chart.tsx'
import { Figure } from '../parts/Figure.tsx'
import { FilterDay, FilterSelect } from '../parts/Filters.tsx'
import { Legend } from '../parts/Legend.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Title } from '../parts/Title.tsx'
import { language, shownCost, shownCount, shownDay, shownPart, texts } from '../strings.ts'
import '../styles/governance.css'
import '../styles/overview.css'
import '../styles/usage.css'
import { type CsvColumn, costOf, csvOf, daysIn, eachDay, PERIODS, periodIn } from '../usage.ts'
import { answeredShare, decidedOf, helpfulShare } from '../weeks.ts'
import { TokensToday } from './TokensToday.tsx'
import { UsageGroups, UsageTable } from './UsageGroups.tsx'

const READS = ['getUsage', 'listAssistants', 'listModels'] as const

/** How much was asked in a period, how it ended, through what, and what it cost. */
export default function Usage() {
  const { usage: words } = texts.value
  const { query } = place.value
  const days = daysIn(query, new Date())
  const { assistant_id } = query
  const entry = together(
    useRead('getUsage', { query: { ...days, ...(assistant_id && { assistant_id }) } }),
    useRead('listAssistants', { query: { limit: '100' } }),
    useRead('listModels'),
  )
  return (
    <>
      <Title>{words.title}</Title>
      <Filters query={query} />
      <Loaded of={[...READS]} entry={entry}>
        {([usage, assistants, models]) => (
          <>
            <Period usage={usage} days={days} cost={costOf(usage.by_model, models.data)} />
            {usage.totals.questions > 0 && (
              <UsageGroups usage={usage} assistants={assistants.data} models={models.data} />
            )}
          </>
        )}
      </Loaded>
      <TokensToday />
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
            href={addressOf('usage', { ...query, days: `${days}`, from: '', to: '' })}
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

function Period({ usage, days, cost }: PeriodProps) {
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
          <Figures usage={usage} days={days} cost={cost} />
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
    const separator = (0.5).toLocaleString(language.value).includes(',') ? ';' : ','
    const text = csvOf(saved, { day: words.day, columns, separator })
    saveFile(`usage-${from}-${to}.csv`, text, 'text/csv')
  }
}

interface PeriodProps {
  usage: Counted
  days: Days
  /** null without prices. */
  cost: number | null
}

function Figures({ usage: { totals }, days, cost }: PeriodProps) {
  const { overview: words, usage } = texts.value
  const { answers, abstained } = totals
  const share = answeredShare({ answers, decided: decidedOf(totals) })
  // The inbox does not know assistants.
  const behind = (query: Query) => (place.value.query['assistant_id'] ? null : query)
  return (
    <dl class="figures">
      <Figure
        name={words.questions}
        value={shownCount(totals.questions)}
        query={behind({ ...days })}
      />
      <Figure
        name={words.answered}
        value={shownPart(share)}
        query={behind({ ...days, outcome: 'answered' })}
      />
      <Figure
        name={words.declined}
        value={shownCount(abstained)}
        query={behind({ ...days, outcome: 'abstained' })}
      />
      <Figure
        name={words.helpful}
        value={shownPart(helpfulShare(totals))}
        query={behind({ ...days, rating: 'up' })}
      />
      {cost !== null && (
        <Figure name={usage.cost} value={shownCost(cost)} note={usage.currency} query={null} />
      )}
    </dl>
  )
}
