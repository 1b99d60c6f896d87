import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type {
  BrandingLayer,
  CheckedBranding,
  ContrastFinding,
} from '../server/contract/branding.ts'
import { send } from './cache.ts'
import { Failure } from './client.ts'

/** A layer that is being edited, as the service would resolve it. */
export interface Checked {
  /** Of the latest layer that the service accepted. */
  found: Signal<CheckedBranding | null>
  /** Why the service would refuse the layer. */
  refusal: Signal<Failure | null>
}

const SETTLED_MS = 250

/** Has a layer checked whenever it has settled. */
export function useChecked(layer: BrandingLayer): Checked {
  const found = useSignal<CheckedBranding | null>(null)
  const refusal = useSignal<Failure | null>(null)
  const written = JSON.stringify(layer)
  useEffect(() => {
    let isCurrent = true
    async function check() {
      const outcome = await send('checkBranding', { body: { layer } }).catch(failureOf)
      if (!isCurrent) return
      refusal.value = outcome instanceof Failure ? outcome : null
      if (!(outcome instanceof Failure)) found.value = outcome
    }
    const timer = setTimeout(() => void check(), found.peek() ? SETTLED_MS : 0)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [written])
  return { found, refusal }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

/** A layer whose text can be read: colours that cannot take the nearest one that can. */
export async function readable(layer: BrandingLayer): Promise<BrandingLayer> {
  const { warnings } = await send('checkBranding', { body: { layer } })
  return mend(layer, warnings)
}

/** Replaces colours of a layer by those that the check of its contrast found. */
export function mend(layer: BrandingLayer, warnings: ContrastFinding[]): BrandingLayer {
  const colors = { ...layer.theme?.colors }
  for (const { mode, key, mended } of warnings) {
    if (mended) colors[mode] = { ...colors[mode], [key]: mended }
  }
  return { ...layer, theme: { ...layer.theme, colors } }
}

/** The layer with one colour of the brand for both appearances. */
export function withBrand(layer: BrandingLayer, color: string): BrandingLayer {
  const { light, dark } = layer.theme?.colors ?? {}
  const colors = { light: { ...light, brand: color }, dark: { ...dark, brand: color } }
  return { ...layer, theme: { ...layer.theme, colors } }
}
