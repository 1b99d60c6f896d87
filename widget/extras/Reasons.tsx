import { Component } from 'preact'
import type { Chat, Rated } from '../chat.ts'
import { moveFocus } from '../components/focus.ts'
import type { Strings } from '../strings.ts'

/** Limit of a rating's note (docs/behaviour.md#ratings). */
const MAX_NOTE = 2000

interface Props {
  rated: Rated
  chat: Chat
  strings: Strings
}

/** Asks what was wrong with an answer that was rated down. Reasons and text are optional. */
export class Reasons extends Component<Props> {
  #send = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const parts = [form.getAll('reason').join(', '), String(form.get('text')).trim()]
    moveFocus(event, '.scroller')
    await this.props.chat.explain(parts.filter(Boolean).join(': '))
  }

  override render({ rated: { outcome }, strings }: Props) {
    const reasons = Object.values(strings.reasons)
    return (
      <div class="reasons">
        {/* A live region tells of text that comes into it, so it is there from the start. */}
        <p role="status">
          {outcome && (outcome === 'sent' ? strings.thanks : strings.failure(outcome))}
        </p>
        {outcome !== 'sent' && (
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
