import type { ComponentChildren } from 'preact'
import type { OpenedConversation } from '../../server/contract/inbox.ts'
import { read, refresh, send, write } from '../cache.ts'
import { draftOf } from '../drafts.ts'
import { TextArea } from '../parts/TextArea.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { fill, shownTime, texts } from '../strings.ts'

/** Whether somebody has seen to a conversation, and their note. */
export function Handling({ conversation }: { conversation: OpenedConversation }) {
  const { transcript: words } = texts.value
  const { id, handled } = conversation
  const saved = handled?.note ?? ''
  const draft = draftOf(`note-${id}`, saved)

  const set = (body: { handled: boolean; note: string | null }, text: string) =>
    attempt(async () => {
      await setHandling(id, body)
      draft.saved()
      const before = { handled: handled !== null, note: saved || null }
      notify(text, () => setHandling(id, before))
    })

  const byWhom = handled && (
    <p>
      {fill(words.handledBy, {
        name: handled.by.name ?? words.somebody,
        time: shownTime(handled.at),
      })}
    </p>
  )
  if (!may('inbox.handle')) return <Read byWhom={byWhom} note={saved} />
  return (
    <form
      class="handling"
      onSubmit={(event) => {
        event.preventDefault()
        void set({ handled: true, note: draft.entry.trim() || null }, words.done)
      }}
    >
      {byWhom}
      <TextArea
        label={words.note}
        hint={words.noteHint}
        value={draft.entry}
        maxLength={1000}
        onInput={draft.set}
      />
      <div class="actions">
        {(!handled || draft.isChanged) && (
          <button class="button primary" type="submit">
            {handled ? words.saveNote : words.handle}
          </button>
        )}
        {handled && (
          <button
            class="button"
            type="button"
            onClick={() => set({ handled: false, note: null }, words.reopened)}
          >
            {words.reopen}
          </button>
        )}
      </div>
    </form>
  )
}

function Read({ byWhom, note }: { byWhom: ComponentChildren; note: string }) {
  return (
    <div class="handling">
      {byWhom}
      {note && <blockquote dir="auto">{note}</blockquote>}
    </div>
  )
}

async function setHandling(
  conversation_id: string,
  body: { handled: boolean; note: string | null },
) {
  const params = { conversation_id }
  const { at, by, note } = await send('setHandling', { params, body })
  const handled = at && by ? { at, by, note } : null
  const known = read('openConversation', { params }).value.peek()
  if (known) write('openConversation', { ...known, handled }, { params })
  refresh('openConversation')
  refresh('listConversations')
}
