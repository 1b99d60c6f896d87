import type { RatingValue } from '../../server/contract/conversation.ts'
import type { Turn } from '../conversation.ts'
import { copied } from '../copied.ts'
import { reactive } from '../reactive.ts'
import { AnswerText } from './AnswerText.tsx'
import { CopyButton } from './CopyButton.tsx'
import { moveFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import { adviceOf, noticeOf } from './notice.ts'
import type { PanelProps } from './panel-props.ts'
import { Question } from './Question.tsx'
import { Questions } from './Questions.tsx'
import { Offers, Sources } from './Sources.tsx'

interface Props extends PanelProps {
  turn: Turn
  isLast: boolean
}

/** A question, its answer and the controls of both. */
export const TurnView = reactive(({ turn, chat, strings, isLast, extras }: Props) => {
  const { markdown, question } = turn
  const answer = turn.answer.value
  const { state, citations, links, rating, follow_ups } = answer
  const pause = state === 'waiting' && !answer.reason && chat.pause.value
  const advice = adviceOf(answer, strings)
  const notice = noticeOf(answer, strings)
  const isComplete = state === 'answered' || state === 'abstained'
  const again = isLast && !isComplete && (
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
      onClick={() => {
        if (value === 'down') extras.load()
        void chat.rate(turn, value)
      }}
    >
      <Icon name="up" turned={value === 'down'} />
    </button>
  )
  // Without the form the rating is given all the same.
  const Reasons = chat.rated.value === turn && extras.parts.value?.Reasons

  const tellOpened = ({ target }: Event) => {
    const { ordinal, place } =
      (target as Element).closest<HTMLElement>('a.source[href]')?.dataset ?? {}
    if (ordinal) void chat.tellOpened(turn, { citation: Number(ordinal) })
    if (place) void chat.tellOpened(turn, { link: Number(place) })
  }

  return (
    <article class="turn" data-state={state} data-key={turn.key}>
      <h3 class="visually-hidden">{strings.composer}</h3>
      <Question text={question} strings={strings} />
      <div class="answer" onClick={tellOpened} onAuxClick={tellOpened}>
        {pause ? (
          // Not live: the time that is left changes every second.
          <div class="pause">
            <p>{strings.wait(pause.left)}</p>
            <span style={{ width: `${100 - (100 * pause.left) / pause.seconds}%` }} />
          </div>
        ) : (
          state === 'waiting' && (
            <p class="waiting">{answer.reason ? strings.elsewhere : strings.waiting}</p>
          )
        )}
        <AnswerText answer={answer} markdown={markdown} strings={strings} />
        {advice && <p class="advice">{advice}</p>}
        <Sources citations={citations} strings={strings} />
        {state === 'answered' && links.length > 0 && <h4 class="label">{strings.seeAlso}</h4>}
        <Offers links={links} strings={strings} />
        {notice && (
          <div class="notice" data-reason={answer.reason}>
            <Icon name={answer.reason === 'stopped' ? 'stop' : 'warning'} />
            <p>{notice}</p>
            {again}
          </div>
        )}
        {isComplete && (
          <div class="actions">
            <CopyButton text={() => copied(answer)} label={strings.copyAnswer} strings={strings} />
            {rateAs('up', strings.helpful)}
            {rateAs('down', strings.notHelpful)}
          </div>
        )}
        {Reasons && <Reasons turn={turn} chat={chat} strings={strings} />}
      </div>
      {isLast && (
        <Questions label={strings.followUps} questions={follow_ups} onAsk={chat.ask} titled />
      )}
    </article>
  )
})
