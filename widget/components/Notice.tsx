import type { Answer } from '../answer.ts'
import type { Strings } from '../strings.ts'
import { moveFocus } from './focus.ts'
import { Icon } from './Icon.tsx'

interface Props {
  answer: Answer
  strings: Strings
  /** False where the conversation has gone on. */
  onRetry: (() => void) | false
}

/** How an answer ended, when it did not end well, and what to do about it. */
export function Notice({ answer, strings, onRetry }: Props) {
  const text = noticeOf(answer, strings)
  return (
    text && (
      <div class="notice">
        <Icon name="warning" />
        <p>{text}</p>
        {onRetry && answer.state !== 'answered' && (
          <button
            type="button"
            class="retry"
            onClick={(event) => {
              moveFocus(event, '.scroller')
              onRetry()
            }}
          >
            <Icon name="retry" />
            {answer.state === 'failed' ? strings.retry : strings.askAgain}
          </button>
        )}
      </div>
    )
  )
}

/** What is to be said of how an answer ended; nothing where it ended well. */
export function noticeOf(answer: Answer, strings: Strings): string {
  const { state, code, reason, finish_reason } = answer
  if (state === 'failed') return strings.failure(code)
  if (state === 'interrupted') return reason === 'stopped' ? strings.stopped : strings.interrupted
  return state === 'answered' && finish_reason === 'length' ? strings.cutOff : ''
}
