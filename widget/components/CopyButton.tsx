import { signal } from '@preact/signals-core'
import { Reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { Icon } from './Icon.tsx'

interface Props {
  text: () => string
  label: string
  strings: Pick<Strings, 'copied'>
}

/** Copies a text; labelled "Copied" until the pointer or the focus leaves. */
export class CopyButton extends Reactive<Props> {
  #copied = signal(false)

  #copy = async () => {
    try {
      await navigator.clipboard.writeText(this.props.text())
      this.#copied.value = true
    } catch {
      // The page is not secure, or may not write to the clipboard.
    }
  }

  #reset = () => {
    this.#copied.value = false
  }

  override draw({ label, strings }: Props) {
    const copied = this.#copied.value
    return (
      <button
        type="button"
        class="quiet"
        aria-label={copied ? strings.copied : label}
        onClick={this.#copy}
        onBlur={this.#reset}
        onPointerLeave={this.#reset}
      >
        <Icon name={copied ? 'check' : 'copy'} />
      </button>
    )
  }
}
