import type { RatingValue } from '../../server/contract/conversation.ts'
import type { Turn } from '../chat.ts'
import { reactive } from '../reactive.ts'
import { AnswerText } from './AnswerText.tsx'
import { CopyButton } from './CopyButton.tsx'
import { moveFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import { adviceOf, isDeclined, noticeOf } from './notice.ts'
import { showPreview } from './Preview.tsx'
import type { PanelProps } from './panel-props.ts'
import { Questions } from './Questions.tsx'
import { Offers, Sources } from './Sources.tsx'

interface Props extends PanelProps {
  turn: Turn
  isLast: boolean
}

/** A question, its answer and the controls of both. */
export const TurnView = reactive(({ turn, chat, strings, preview, isLast }: Props) => {
  const { markdown, question } = turn
  const answer = turn.answer.value
  const { state, citations, links, rating, follow_ups } = answer
  const pause = state === 'waiting' && !answer.reason && chat.pause.value
  const onPoint = (event: Event) => showPreview(event, citations, preview)
  const text = <AnswerText answer={answer} markdown={markdown} strings={strings} />

  const declined = isDeclined(answer)
  const advice = adviceOf(answer, strings)
  const abstention = declined && (
    <div class="abstained">
      <Icon name="search" />
      <div>
        <strong>{strings.abstained}</strong>
        {text}
        {advice && <p class="advice">{advice}</p>}
      </div>
    </div>
  )

  const notice = noticeOf(answer, strings)
  const again = isLast && (declined || (state !== 'answered' && state !== 'abstained')) && (
    <button
      type="button"
      class="retry"
      onClick={(event) => {
        moveFocus(event, '.scroller')
        void chat.ask(question)
      }}
    >
      <Icon name="retry" />
      {state === 'failed' ? strings.retry : strings.askAgain}
    </button>
  )

  const rateAs = (value: RatingValue, label: string) => (
    <button
      type="button"
      class="quiet"
      aria-label={label}
      aria-pressed={rating === value}
      onClick={() => chat.rate(turn, value)}
    >
      <Icon name="up" turned={value === 'down'} />
    </button>
  )

  return (
    <article class="turn" data-state={state}>
      <h3 class="visually-hidden">{strings.composer}</h3>
      <p class="question" part="question" dir="auto">
        {question}
      </p>
      <div class="answer" onPointerMove={onPoint} onFocusIn={onPoint} onClick={onPoint}>
        {pause ? (
          // Not live: the time that is left changes every second.
          <p class="pause">{strings.wait(pause.left)}</p>
        ) : (
          state === 'waiting' && (
            <p class="waiting">{answer.reason ? strings.elsewhere : strings.waiting}</p>
          )
        )}
        {abstention || text}
        <Sources citations={citations} strings={strings} />
        <Offers links={links} strings={strings} />
        {notice && (
          <div class="notice">
            <Icon name="warning" />
            <p>{notice}</p>
            {again}
          </div>
        )}
        {(state === 'answered' || state === 'abstained') && (
          <div class="actions">
            <CopyButton text={() => answer.text} label={strings.copyAnswer} strings={strings} />
            {rateAs('up', strings.helpful)}
            {rateAs('down', strings.notHelpful)}
          </div>
        )}
      </div>
      {isLast && (
        <Questions label={strings.followUps} questions={follow_ups} onAsk={chat.ask} titled />
      )}
    </article>
  )
})
