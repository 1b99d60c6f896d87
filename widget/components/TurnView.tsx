import type { Signal } from '@preact/signals'
import type { RatingValue } from '../../server/contract/conversation.ts'
import { type Answer, isFinished } from '../answer.ts'
import type { Chat, Turn } from '../chat.ts'
import { reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { AnswerText } from './AnswerText.tsx'
import { CopyButton } from './CopyButton.tsx'
import { toTranscript } from './focus.ts'
import { Icon } from './Icon.tsx'
import { type Previewed, previewOf } from './Preview.tsx'
import { Questions } from './Questions.tsx'
import { Sources } from './Sources.tsx'

interface Props {
  turn: Turn
  chat: Chat
  strings: Strings
  preview: Signal<Previewed | null>
  isLast: boolean
}

/** A question and what came of it. */
export const TurnView = reactive(({ turn, chat, strings, preview, isLast }: Props) => {
  const answer = turn.answer.value
  const onPoint = (event: Event) => previewOf(event, answer.citations, preview)
  const followUps = isLast ? turn.followUps.value : []
  return (
    <article class="turn" data-state={answer.state}>
      <h3 class="visually-hidden">{strings.composer}</h3>
      <p class="question" part="question" dir="auto">
        {turn.question}
      </p>
      <div class="answer" onPointerMove={onPoint} onFocusIn={onPoint} onClick={onPoint}>
        {answer.state === 'waiting' && <p class="waiting">{strings.waiting}</p>}
        {answer.state === 'abstained' ? (
          <Abstained answer={answer} markdown={turn.markdown} strings={strings} />
        ) : (
          <AnswerText answer={answer} markdown={turn.markdown} strings={strings} />
        )}
        <Sources citations={answer.citations} strings={strings} />
        <Notice answer={answer} strings={strings} onRetry={isLast && (() => chat.retry(turn))} />
        {isRateable(answer) && <Actions turn={turn} chat={chat} strings={strings} />}
      </div>
      {followUps.length > 0 && (
        <div class="follow-ups">
          <p class="label" aria-hidden="true">
            {strings.followUps}
          </p>
          <Questions label={strings.followUps} questions={followUps} onAsk={chat.ask} />
        </div>
      )}
    </article>
  )
})

function isRateable({ state }: Answer): boolean {
  return state === 'answered' || state === 'abstained'
}

interface AbstainedProps {
  answer: Answer & { state: 'abstained' }
  markdown: Turn['markdown']
  strings: Strings
}

/** No answer, said kindly, and why, for the reasons that a visitor is told (contract §6, rule 13). */
function Abstained({ answer, markdown, strings }: AbstainedProps) {
  return (
    <div class="abstained">
      <Icon name="search" />
      <div>
        <strong>{strings.abstained}</strong>
        <AnswerText answer={answer} markdown={markdown} strings={strings} />
        <p class="advice">
          {answer.reason === 'withdrawn' ? strings.withdrawn : strings.abstainedHint}
        </p>
      </div>
    </div>
  )
}

interface NoticeProps {
  answer: Answer
  strings: Strings
  /** False where the conversation has gone on. */
  onRetry: (() => void) | false
}

/** How an answer ended, when it did not end well, and what to do about it. */
function Notice({ answer, strings, onRetry }: NoticeProps) {
  const text = noticeOf(answer, strings)
  if (!text) return null
  const again = isFinished(answer) && answer.state !== 'answered'
  const label = answer.state === 'failed' ? strings.retry : strings.askAgain
  return (
    <div class="notice">
      <Icon name="warning" />
      <p>{text}</p>
      {again && onRetry && (
        <button
          type="button"
          class="retry"
          onClick={(event) => {
            toTranscript(event)
            onRetry()
          }}
        >
          <Icon name="retry" />
          {label}
        </button>
      )}
    </div>
  )
}

function noticeOf(answer: Answer, strings: Strings): string | null {
  switch (answer.state) {
    case 'failed':
      return strings.failure(answer.code)
    case 'interrupted':
      return answer.reason === 'stopped' ? strings.stopped : strings.interrupted
    case 'answered':
      return answer.cutOff ? strings.cutOff : null
    case 'waiting':
    case 'streaming':
    case 'abstained':
      return null
  }
}

interface ActionsProps {
  turn: Turn
  chat: Chat
  strings: Strings
}

const Actions = reactive(({ turn, chat, strings }: ActionsProps) => {
  const rating = turn.rating.value
  const { text } = turn.answer.value
  function rateAs(value: RatingValue, label: string) {
    return (
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
  }
  return (
    <div class="actions">
      <CopyButton text={() => text} label={strings.copyAnswer} strings={strings} />
      {rateAs('up', strings.helpful)}
      {rateAs('down', strings.notHelpful)}
    </div>
  )
})
