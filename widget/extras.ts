import { signal } from '@preact/signals-core'
import type { Extras, Parts } from './components/panel-props.ts'

/** `adopt` adds the styles of the parts to the panel. */
export function createExtras(adopt: (css: string) => void): Extras {
  const parts = signal<Parts | null | undefined>(undefined)
  let isAsked = false
  return {
    parts,
    async load() {
      if (isAsked) return
      isAsked = true
      try {
        const loaded = await import('./extras/index.ts')
        adopt(loaded.styles)
        parts.value = loaded
      } catch {
        parts.value = null
      }
    },
  }
}
