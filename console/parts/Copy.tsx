import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { texts } from '../strings.ts'

/** A text to take elsewhere, such as a key or a line of code, with a button that copies it. */
export function Copy({ text, label, onCopy }: Props) {
  const { copy, copied } = texts.value
  const isCopied = useSignal(false)
  const shown = useRef<HTMLPreElement>(null)

  /** Without access to the clipboard, as on a page without https, the text is selected. */
  async function take() {
    try {
      await navigator.clipboard.writeText(text)
      isCopied.value = true
    } catch {
      getSelection()?.selectAllChildren(shown.current as Node)
    }
    onCopy?.()
  }

  return (
    <div class="copy">
      <pre ref={shown} tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <button class="button" type="button" onClick={take}>
        <span aria-live="polite">{isCopied.value ? copied : copy}</span>
      </button>
    </div>
  )
}

interface Props {
  text: string
  /** What the text is, for screen readers. */
  label: string
  onCopy?: () => void
}
