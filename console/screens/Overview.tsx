import { useEffect } from 'preact/hooks'
import { useRead } from '../cache.ts'
import { addressOf, place, replace } from '../location.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { NextStep, StepList } from '../parts/StepList.tsx'
import { Title } from '../parts/Title.tsx'
import { shownProblem } from '../problems.ts'
import { may } from '../session.ts'
import { type Setup, setupReads, useSetup } from '../setup.ts'
import '../styles/overview.css'
import '../styles/setup.css'
import { counted, texts } from '../strings.ts'
import { firstDay } from '../weeks.ts'
import { OverviewNumbers } from './OverviewNumbers.tsx'

/** What needs the owner first, then how the assistant does, and what it draws on. */
export default function Overview() {
  const { overview: words } = texts.value
  const setup = useSetup()
  const isNew = setup.value.value?.assistant === undefined && may('assistant.manage')
  useEffect(() => {
    // The console's own address leads a new owner to the first steps.
    if (setup.value.value && isNew && place.peek().path === '') replace('setup')
  }, [setup.value.value, isNew])
  return (
    <>
      <Title>{words.title}</Title>
      <Loaded of={setupReads} entry={setup}>
        {(state) => (
          <>
            {may('assistant.manage') && state.next && <FirstSteps state={state} />}
            <Problems />
            <OverviewNumbers />
            <div class="lists">
              <Cited />
              <Gaps />
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

function FirstSteps({ state }: { state: Setup }) {
  const { overview: words } = texts.value
  return (
    <section class="card">
      <h2>{words.firstSteps}</h2>
      <StepList state={state} />
      {state.next && <NextStep step={state.next} label={words.goOn} />}
    </section>
  )
}

function Problems() {
  const { overview: words } = texts.value
  const entry = useRead('listProblems')
  return (
    <Loaded of="listProblems" entry={entry}>
      {({ data }) =>
        data.length === 0 ? (
          <p class="fine">{words.noProblems}</p>
        ) : (
          <section class="card problems">
            <h2>{counted(words.problems, data.length)}</h2>
            <ul class="rows">
              {data.map(shownProblem).map(({ text, detail, href }) => (
                <li key={text + href}>
                  <div>
                    <a href={href}>{text}</a>
                    <small>{detail}</small>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}

/** Of each list; the rest is on pages of its own. */
const SHOWN = '6'

/** The documents that answers are made of. */
function Cited() {
  const { overview: words } = texts.value
  const now = new Date()
  const query = { from: firstDay(now), limit: SHOWN }
  const entry = useRead('listCitedDocuments', { query })
  return (
    <section class="card">
      <h2>{words.cited}</h2>
      <Loaded of="listCitedDocuments" entry={entry}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="none">{words.noneCited}</p>
          ) : (
            <ol class="ranked">
              {data.map(({ document_id, title, answers }) => (
                <li key={document_id}>
                  <a href={addressOf(`knowledge/documents/${document_id}`)}>{title}</a>
                  {may('inbox.read') ? (
                    <a href={addressOf('inbox', { document_id })}>
                      {counted(words.answers, answers)}
                    </a>
                  ) : (
                    <span>{counted(words.answers, answers)}</span>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}

/** Questions that nothing answered. */
function Gaps() {
  const { overview: words } = texts.value
  const entry = useRead('listGaps', { query: { limit: SHOWN } })
  return (
    <section class="card">
      <h2>{words.gaps}</h2>
      <Loaded of="listGaps" entry={entry}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="none">{words.noGaps}</p>
          ) : (
            <ol class="ranked">
              {data.map(({ id, label, count }) => (
                <li key={id}>
                  <a href={addressOf('gaps', { gap: id })}>{label}</a>
                  <span>{counted(texts.value.gaps.count, count)}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}
