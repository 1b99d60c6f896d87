import { signal } from '@preact/signals-core'
import type { Chat } from '../chat.ts'
import { moveFocus } from '../components/focus.ts'
import type { Turn } from '../conversation.ts'
import { Reactive } from '../reactive.ts'
import { acceptable } from '../send.ts'
import type { Strings } from '../strings.ts'

/** Limit of a rating's note (docs/behaviour.md#ratings). */
const MAX_NOTE = 2000

interface Props {
  turn: Turn
  chat: Chat
  strings: Strings
}

/** Asks what was wrong with an answer that was rated down. Reasons and text are optional. */
export class Reasons extends Reactive<Props> {
  /** What became of the note: thanks, or a failure. */
  #message = signal('')

  #box: HTMLElement | null = null

  /** Below an answer that is as long as the panel nobody would see it. */
  override componentDidMount() {
    this.props.chat.following.value = 'below'
    this.#box?.scrollIntoView({ block: 'nearest' })
  }

  #send = async (event: SubmitEvent) => {
    event.preventDefault()
    const { chat, strings, turn } = this.props
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const parts = [form.getAll('reason').join(', '), acceptable(String(form.get('text')))]
    const note = parts.filter(Boolean).join(': ')
    moveFocus(event, '.scroller')
    try {
      await chat.api.rate(turn.answer.peek().id, 'down', note)
      this.#message.value = strings.thanks
    } catch (error) {
      const { code = 'unreachable' } = error as { code?: string }
      this.#message.value = strings.failure(code)
    }
  }

  override draw({ strings }: Props) {
    const reasons = Object.values(strings.reasons)
    const message = this.#message.value
    return (
      <div
        class="reasons"
        ref={(box) => {
          this.#box = box
        }}
      >
        {/* A live region tells of text that comes into it, so it is there from the start. */}
        <p role="status">{message}</p>
        {message !== strings.thanks && (
          <form aria-label={strings.whatWasWrong} onSubmit={this.#send}>
            <p class="label" aria-hidden="true">
              {strings.whatWasWrong}
            </p>
            <div class="choices">
              {reasons.map((reason) => (
                <label key={reason} class="chip">
                  <input type="checkbox" name="reason" value={reason} />
                  {reason}
                </label>
              ))}
            </div>
            <textarea
              name="text"
              rows={2}
              dir="auto"
              maxLength={MAX_NOTE - reasons.join(', ').length - 2}
              aria-label={strings.note}
              placeholder={strings.note}
            />
            <button class="chip">{strings.send}</button>
          </form>
        )}
      </div>
    )
  }
}
