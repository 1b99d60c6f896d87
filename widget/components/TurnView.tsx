import type { RatingValue } from '../../server/contract/conversation.ts'
import type { Turn } from '../chat.ts'
import { reactive } from '../reactive.ts'
import { AnswerText } from './AnswerText.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'
import { Notice } from './Notice.tsx'
import type { PanelProps } from './Panel.tsx'
import { previewOf } from './Preview.tsx'
import { Questions } from './Questions.tsx'
import { Sources } from './Sources.tsx'

interface Props extends PanelProps {
  turn: Turn
  isLast: boolean
}

/** A question and what came of it. */
export const TurnView = reactive(({ turn, chat, strings, preview, isLast }: Props) => {
  const { markdown, question, followUps } = turn
  const answer = turn.answer.value
  const { state, citations } = answer
  const onPoint = (event: Event) => previewOf(event, citations, preview)
  const text = <AnswerText answer={answer} markdown={markdown} strings={strings} />
  return (
    <article class="turn" data-state={state}>
      <h3 class="visually-hidden">{strings.composer}</h3>
      <p class="question" part="question" dir="auto">
        {question}
      </p>
      <div class="answer" onPointerMove={onPoint} onFocusIn={onPoint} onClick={onPoint}>
        {state === 'waiting' && <p class="waiting">{strings.waiting}</p>}
        {state === 'abstained' ? (
          // No answer, said kindly, and why, for the reasons that a visitor is told (contract §6, rule 13).
          <div class="abstained">
            <Icon name="search" />
            <div>
              <strong>{strings.abstained}</strong>
              {text}
              <p class="advice">
                {answer.reason === 'withdrawn' ? strings.withdrawn : strings.abstainedHint}
              </p>
            </div>
          </div>
        ) : (
          text
        )}
        <Sources citations={citations} strings={strings} />
        <Notice answer={answer} strings={strings} onRetry={isLast && (() => chat.retry(turn))} />
        {(state === 'answered' || state === 'abstained') && (
          <Actions turn={turn} chat={chat} strings={strings} />
        )}
      </div>
      {isLast && (
        <Questions label={strings.followUps} questions={followUps.value} onAsk={chat.ask} titled />
      )}
    </article>
  )
})

type ActionsProps = Pick<Props, 'turn' | 'chat' | 'strings'>

const Actions = reactive(({ turn, chat, strings }: ActionsProps) => {
  const rating = turn.rating.value
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
    <div class="actions">
      <CopyButton
        text={() => turn.answer.peek().text}
        label={strings.copyAnswer}
        strings={strings}
      />
      {rateAs('up', strings.helpful)}
      {rateAs('down', strings.notHelpful)}
    </div>
  )
})
