import { useRead } from '../cache.ts'
import { Chart } from '../parts/Chart.tsx'
import { Figure } from '../parts/Figure.tsx'
import { Legend } from '../parts/Legend.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Table } from '../parts/Table.tsx'
import { fill, shownCount, shownDay, shownPart, texts } from '../strings.ts'
import {
  answeredShare,
  firstDay,
  helpfulShare,
  sinceFirst,
  summed,
  type Week,
  weeksOf,
} from '../weeks.ts'

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
              <Weeks weeks={sinceFirst(weeks, COMPARED)} />
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
        note={fill(words.before, { value: shownCount(before.questions) })}
        query={{ from }}
      />
      <Figure
        name={words.answered}
        value={shownPart(answeredShare(current))}
        note={shownBefore(answeredShare(before))}
        query={{ from, outcome: 'answered' }}
      />
      <Figure
        name={words.declined}
        value={shownCount(current.decided - current.answers)}
        note={fill(words.before, { value: shownCount(before.decided - before.answers) })}
        query={{ from, outcome: 'abstained' }}
      />
      <Figure
        name={words.helpful}
        value={shownPart(helpfulShare(current))}
        note={shownBefore(helpfulShare(before))}
        query={{ from, rating: 'up' }}
      />
    </dl>
  )
}

function shownBefore(share: number | null): string {
  const { overview: words } = texts.value
  return share === null ? words.noneBefore : fill(words.before, { value: shownPart(share) })
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
      <Legend />
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
