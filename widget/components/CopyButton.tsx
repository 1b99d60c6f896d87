import { useSignal } from '@preact/signals'
import type { Strings } from '../strings.ts'
import { Icon } from './Icon.tsx'

interface Props {
  text: () => string
  label: string
  strings: Strings
}

/** Copies, and says so until the pointer or the focus moves on. */
export function CopyButton({ text, label, strings }: Props) {
  const copied = useSignal(false)
  async function copy() {
    await navigator.clipboard.writeText(text())
    copied.value = true
  }
  function reset() {
    copied.value = false
  }
  return (
    <button
      type="button"
      class="quiet"
      aria-label={copied.value ? strings.copied : label}
      onClick={copy}
      onBlur={reset}
      onPointerLeave={reset}
    >
      <Icon name={copied.value ? 'check' : 'copy'} />
    </button>
  )
}
