import type { CuratedAnswer } from '../../server/contract/curated-answer.ts'
import { stateOf } from '../curated.ts'
import { addressOf } from '../location.ts'
import { usePages } from '../pages.ts'
import { Pages } from '../parts/Pages.tsx'
import { Title } from '../parts/Title.tsx'
import { may } from '../session.ts'
import { counted, fill, shownMoment, texts } from '../strings.ts'
import { MatchTester } from './MatchTester.tsx'
import '../styles/answers.css'

/** The answers that people wrote, and which one a question would get. */
export default function Answers() {
  const { answers: words } = texts.value
  const listed = usePages('listCuratedAnswers', { query: { limit: '50' } })
  return (
    <>
      <div class="card-head">
        <Title>{words.title}</Title>
        {may('curated.manage') && (
          <a class="button primary" href={addressOf('answers/new')}>
            {words.add}
          </a>
        )}
      </div>
      <p class="lead">{words.lead}</p>
      <Pages of="listCuratedAnswers" listed={listed} empty={<Empty />}>
        {(answers) => (
          <ul class="rows">
            {answers.map((answer) => (
              <Row key={answer.id} answer={answer} />
            ))}
          </ul>
        )}
      </Pages>
      {listed.items.length > 0 && <MatchTester answers={listed.items} />}
    </>
  )
}

function Empty() {
  const { answers: words } = texts.value
  return (
    <div class="empty">
      <h2>{words.empty}</h2>
      <p>{words.emptyLead}</p>
    </div>
  )
}

function Row({ answer }: { answer: CuratedAnswer }) {
  const { answers: words } = texts.value
  const { id, questions, text, used_count, last_used_at, valid_until } = answer
  const state = stateOf(answer)
  const name = words.states[state] ?? words.states.other
  return (
    <li>
      <div>
        <a href={addressOf(`answers/${id}`)}>{questions[0]}</a>
        {questions.length > 1 && <small>{counted(words.more, questions.length - 1)}</small>}
        <small class="excerpt">{text}</small>
      </div>
      <div class="state" data-status={state === 'on' || state === 'until' ? 'succeeded' : 'idle'}>
        <p>{fill(name, { time: valid_until ? shownMoment(valid_until) : '' })}</p>
        <small>
          {used_count === 0 ? words.neverUsed : counted(words.used, used_count)}
          {last_used_at && `, ${fill(words.lastUsed, { time: shownMoment(last_used_at) })}`}
        </small>
      </div>
    </li>
  )
}
