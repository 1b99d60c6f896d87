import { useEffect } from 'preact/hooks'
import { useRead } from '../cache.ts'
import { place, replace } from '../location.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { NextStep, StepList } from '../parts/StepList.tsx'
import { Title } from '../parts/Title.tsx'
import { shownProblem } from '../problems.ts'
import { may } from '../session.ts'
import { type Setup, setupReads, useSetup } from '../setup.ts'
import '../styles/overview.css'
import '../styles/setup.css'
import { counted, texts } from '../strings.ts'
import { Period } from './Period.tsx'
import { QuestionsToLookAt } from './SectionQuestions.tsx'
import { TokensToday } from './TokensToday.tsx'

/** Needs of the owner first, then how the assistant did in a period, and what it drew on. */
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
            {may('knowledge.read') && <QuestionsToLookAt />}
            <Period />
            <TokensToday />
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
