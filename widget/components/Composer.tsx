import { reactive } from '../reactive.ts'
import { moveFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import { keyOf } from './keys.ts'
import type { PanelProps } from './panel-props.ts'

/** Limit of a question in code points (docs/behaviour.md#text-fields). */
const MAX_CHARACTERS = 16_000

export const Composer = reactive(({ chat, strings }: PanelProps) => {
  const isAnswering = chat.active.value !== null
  const draft = chat.draft.value
  const over = Array.from(draft.trim()).length - MAX_CHARACTERS
  const unsendable = draft.trim() === '' || over > 0

  function send(event: Event) {
    if (unsendable || chat.active.peek()) return
    chat.draft.value = ''
    void chat.ask(draft)
    // Puts the screen keyboard away, which covers half of the answer.
    if (matchMedia('(pointer:coarse)').matches) moveFocus(event, '.content')
  }

  function onSubmit(event: Event) {
    event.preventDefault()
    if (isAnswering) chat.stop()
    else send(event)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (keyOf(event) !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send(event)
  }

  return (
    <form class="composer" part="composer" onSubmit={onSubmit}>
      <p class="hint" id="hint" role={over > 0 ? 'alert' : undefined}>
        {over > 0 && strings.tooLong(over)}
      </p>
      <div class="field">
        <textarea
          aria-label={strings.composer}
          aria-describedby="hint"
          aria-invalid={over > 0}
          placeholder={strings.placeholder}
          rows={1}
          dir="auto"
          enterkeyhint="send"
          value={draft}
          ref={(field) => {
            if (field) fitRows(field)
          }}
          onInput={({ currentTarget }) => {
            chat.draft.value = currentTarget.value
          }}
          onKeyDown={onKeyDown}
        />
        {/* `aria-disabled`, because `disabled` would drop the focus when an answer ends. */}
        <button
          class="send"
          aria-label={isAnswering ? strings.stop : strings.send}
          aria-disabled={!isAnswering && unsendable}
        >
          <Icon name={isAnswering ? 'stop' : 'send'} />
        </button>
      </div>
    </form>
  )
})

/** Sets the rows by the lines of the draft, where CSS cannot: Safari before 26.2. */
function fitRows(field: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  field.rows = 1
  const line = Number.parseFloat(getComputedStyle(field).lineHeight)
  field.rows += Math.ceil((field.scrollHeight - field.clientHeight) / line)
}
