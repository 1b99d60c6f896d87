import { useComputed } from '@preact/signals'
import type { Chat } from '../chat.ts'
import type { Strings } from '../strings.ts'
import { Icon } from './Icon.tsx'

/** Longest question in code points (contract §8). */
const MAX_CHARACTERS = 16_000
const MAX_ROWS = 6

export function Composer({ chat, strings }: { chat: Chat; strings: Strings }) {
  const { draft, busy, waitSeconds } = chat
  const over = useComputed(() => Array.from(draft.value.trim()).length - MAX_CHARACTERS)
  const unsendable = useComputed(
    () => draft.value.trim() === '' || over.value > 0 || waitSeconds.value > 0,
  )
  const rows = useComputed(() => Math.min(draft.value.split('\n').length, MAX_ROWS))

  function send() {
    if (unsendable.peek() || busy.peek()) return
    const text = draft.peek()
    draft.value = ''
    void chat.ask(text)
  }

  function onSubmit(event: Event) {
    event.preventDefault()
    send()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form class="composer" onSubmit={onSubmit}>
      <p class="hint">
        <Hint chat={chat} strings={strings} over={over.value} />
      </p>
      <div class="field">
        <textarea
          aria-label={strings.composer}
          placeholder={strings.placeholder}
          rows={rows}
          dir="auto"
          enterkeyhint="send"
          value={draft}
          onInput={(event) => {
            draft.value = event.currentTarget.value
          }}
          onKeyDown={onKeyDown}
        />
        {busy.value ? (
          <button type="button" class="send" aria-label={strings.stop} onClick={chat.stop}>
            <Icon name="stop" />
          </button>
        ) : (
          <button type="submit" class="send" aria-label={strings.send} disabled={unsendable}>
            <Icon name="send" />
          </button>
        )}
      </div>
    </form>
  )
}

/** What stands in the way of sending. The announcer speaks of a wait, once, instead of every second. */
function Hint({ chat, strings, over }: { chat: Chat; strings: Strings; over: number }) {
  if (over > 0) return <>{strings.tooLong(over)}</>
  if (chat.waitSeconds.value > 0) return <>{strings.wait(chat.waitSeconds.value)}</>
  return null
}
