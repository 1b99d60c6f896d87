import { useEffect, useRef } from 'preact/hooks'
import { asking } from '../confirmation.ts'
import { session } from '../session.ts'
import { fill, texts } from '../strings.ts'
import { Dialog } from './Dialog.tsx'
import { Form } from './Form.tsx'

/** Asks for the password again, where a request needs it (docs/behaviour.md#asking-again). */
export function ConfirmSession() {
  return asking.value && <Asking onAnswer={asking.value} />
}

function Asking({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { confirming: words, fields } = texts.value
  const content = useRef<HTMLDivElement>(null)
  // Whoever is signed out meanwhile has not confirmed.
  useEffect(() => () => onAnswer(false), [])
  // The browser gives the focus back when a dialog is closed, not when it is taken away.
  const close = () => content.current?.closest('dialog')?.close()
  return (
    <Dialog title={words.title} onClose={() => onAnswer(false)}>
      <div ref={content} class="stack">
        <p>{fill(words.lead, { email: session.value?.user.email ?? '' })}</p>
        <Form
          of="confirmSession"
          fields={[
            {
              name: 'password',
              label: fields.password,
              type: 'password',
              autocomplete: 'current-password',
              refused: words.wrong,
            },
          ]}
          label={words.submit}
          done={() => {
            onAnswer(true)
            close()
          }}
        >
          <button class="button" type="button" onClick={close}>
            {words.cancel}
          </button>
        </Form>
      </div>
    </Dialog>
  )
}
