import { useSignal } from '@preact/signals'
import { send } from '../cache.ts'
import { saveFile } from '../files.ts'
import { session } from '../session.ts'
import { shownTime, texts } from '../strings.ts'
import { Dialog } from './Dialog.tsx'
import { attempt } from './Toast.tsx'

/** What is erased. */
export interface Erased {
  kind: 'visitor' | 'conversation'
  id: string
}

/** Asks whether to erase for good, and then shows a receipt that can be saved. */
export function EraseDialog({
  erased,
  onClose,
}: {
  erased: Erased
  onClose: (isErased: boolean) => void
}) {
  const { erasing: words } = texts.value
  const erasedAt = useSignal<string | null>(null)
  const { kind, id } = erased

  const erase = () =>
    attempt(async () => {
      if (kind === 'visitor') await send('eraseVisitor', { params: { visitor_id: id } })
      else await send('deleteConversation', { params: { conversation_id: id } })
      erasedAt.value = new Date().toISOString()
    })

  if (erasedAt.value) {
    return <Receipt erased={erased} at={erasedAt.value} onClose={() => onClose(true)} />
  }
  const isVisitor = kind === 'visitor'
  return (
    <Dialog
      title={isVisitor ? words.visitorTitle : words.conversationTitle}
      onClose={() => onClose(false)}
    >
      <p>{isVisitor ? words.visitorLead : words.conversationLead}</p>
      <form class="actions" method="dialog">
        <button class="button" type="submit">
          {words.keep}
        </button>
        <button class="button danger" type="button" onClick={erase}>
          {words.submit}
        </button>
      </form>
    </Dialog>
  )
}

function Receipt({ erased, at, onClose }: { erased: Erased; at: string; onClose: () => void }) {
  const { erasing: words } = texts.value
  const { user, organization } = session.value ?? {}
  const facts: [string, string][] = [
    [words[erased.kind], erased.id],
    [words.at, `${shownTime(at)} (${at})`],
    [words.by, `${user?.name} <${user?.email}>`],
    [words.organization, organization?.name ?? ''],
  ]
  const text = [...facts.map(([name, value]) => `${name}: ${value}`), words.backups].join('\n')
  return (
    <Dialog key="receipt" title={words.receiptTitle} onClose={onClose}>
      <dl class="receipt">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{words.backups}</p>
      <form class="actions" method="dialog">
        <button
          class="button"
          type="button"
          onClick={() => saveFile(`erased-${erased.id}.txt`, `${text}\n`, 'text/plain')}
        >
          {words.save}
        </button>
        <button class="button primary" type="submit">
          {words.close}
        </button>
      </form>
    </Dialog>
  )
}
