import { useRead } from '../cache.ts'
import { addressOf } from '../location.ts'
import { Chart } from '../parts/Chart.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Table } from '../parts/Table.tsx'
import { may } from '../session.ts'
import { fill, language, shownShare, texts } from '../strings.ts'
import { answeredShare, firstDay, helpfulShare, summed, type Week, weeksOf } from '../weeks.ts'

/** Weeks that are compared with as many before them. */
const COMPARED = 4

/** Questions, and the shares that were answered and helped, against the weeks before. */
export function OverviewNumbers() {
  const { overview: words } = texts.value
  const now = new Date()
  const entry = useRead('getUsage', { query: { from: firstDay(now) } })
  return (
    <section class="card">
      <h2>{words.numbers}</h2>
      <Loaded of="getUsage" entry={entry}>
        {(usage) => {
          const weeks = weeksOf(usage, now)
          return (
            <>
              <Figures
                current={summed(weeks.slice(-COMPARED))}
                before={summed(weeks.slice(-2 * COMPARED, -COMPARED))}
              />
              <Weeks weeks={weeks} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

function Figures({ current, before }: { current: Week; before: Week }) {
  const { overview: words } = texts.value
  const { from } = current
  return (
    <dl class="figures">
      <Figure
        name={words.questions}
        value={shownCount(current.questions)}
        before={shownCount(before.questions)}
        query={{ from }}
      />
      <Figure
        name={words.answered}
        value={shownPart(answeredShare(current))}
        before={shownPart(answeredShare(before))}
        query={{ from, outcome: 'answered' }}
      />
      <Figure
        name={words.declined}
        value={shownCount(current.decided - current.answers)}
        before={shownCount(before.decided - before.answers)}
        query={{ from, outcome: 'abstained' }}
      />
      <Figure
        name={words.helpful}
        value={shownPart(helpfulShare(current))}
        before={shownPart(helpfulShare(before))}
        query={{ from, rating: 'up' }}
      />
    </dl>
  )
}

/** A number that leads to the conversations behind it. */
function Figure({ name, value, before, query }: FigureOf) {
  const { overview: words } = texts.value
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {may('inbox.read') ? <a href={addressOf('inbox', query)}>{value}</a> : <b>{value}</b>}
        <small>{fill(words.before, { value: before })}</small>
      </dd>
    </div>
  )
}

interface FigureOf {
  name: string
  value: string
  before: string
  query: Record<string, string>
}

function Weeks({ weeks }: { weeks: Week[] }) {
  const { overview: words } = texts.value
  return (
    <>
      <Chart
        bars={weeks.map((week) => ({
          label: shownDay(week.from),
          whole: week.questions,
          part: week.answers,
        }))}
      />
      <p class="legend">
        <i class="part" /> {words.barAnswered} <i class="whole" /> {words.barOthers}
      </p>
      <details>
        <summary>{words.table}</summary>
        <Table
          caption={words.table}
          columns={[
            { label: words.week, show: ({ from }) => shownDay(from) },
            { label: words.questions, show: ({ questions }) => shownCount(questions) },
            { label: words.answered, show: (week) => shownPart(answeredShare(week)) },
            { label: words.helpful, show: (week) => shownPart(helpfulShare(week)) },
          ]}
          items={weeks.map((week) => ({ ...week, id: week.from })).toReversed()}
        />
      </details>
    </>
  )
}

function shownCount(n: number): string {
  return n.toLocaleString(language.value)
}

function shownPart(share: number | null): string {
  return share === null ? '–' : shownShare(Math.round(share * 100) / 100)
}

/** A day in UTC, as usage is counted. */
function shownDay(day: string): string {
  const style: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(language.value, style).format(new Date(day))
}
