import { useSignal } from '@preact/signals'
import type { OpenedConversation } from '../../server/contract/inbox.ts'
import { refresh, send } from '../cache.ts'
import { saveFile } from '../files.ts'
import { setQuery } from '../location.ts'
import { EraseDialog, type Erased } from '../parts/EraseDialog.tsx'
import { Menu } from '../parts/Menu.tsx'
import { attempt } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { texts } from '../strings.ts'

/** What can be done about a visitor's data: saved in a file, or erased. */
export function VisitorMenu({
  conversation: { id, visitor_id },
}: {
  conversation: OpenedConversation
}) {
  const { transcript: words } = texts.value
  const erasing = useSignal<Erased['kind'] | null>(null)
  if (!may('conversation.erase')) return null

  async function save(visitor_id: string) {
    const kept = await send('exportVisitor', { params: { visitor_id } })
    saveFile(`visitor-${visitor_id}.json`, JSON.stringify(kept, null, 2), 'application/json')
  }

  return (
    <>
      <Menu label={words.more} face="⋯">
        {visitor_id && (
          <button type="button" onClick={() => attempt(() => save(visitor_id))}>
            {words.exportVisitor}
          </button>
        )}
        {visitor_id && (
          <button
            type="button"
            onClick={() => {
              erasing.value = 'visitor'
            }}
          >
            {words.eraseVisitor}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            erasing.value = 'conversation'
          }}
        >
          {words.eraseConversation}
        </button>
      </Menu>
      {erasing.value && (
        <EraseDialog
          erased={{
            kind: erasing.value,
            id: erasing.value === 'visitor' && visitor_id ? visitor_id : id,
          }}
          onClose={(isErased) => {
            erasing.value = null
            if (!isErased) return
            setQuery({ c: '' })
            refresh('listConversations')
          }}
        />
      )}
    </>
  )
}
