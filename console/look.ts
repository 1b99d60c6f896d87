import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type {
  BrandingLayer,
  CheckedBranding,
  ColorKey,
  ContrastFinding,
  Mode,
  SparseBrand,
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

/** The path of a setting in a layer. */
export type Setting = readonly string[]

/** A setting of a layer or of a whole brand; undefined where it is not set. */
export function settingOf(layer: object, setting: Setting): unknown {
  return setting.reduce<unknown>((part, name) => (part as Tree | undefined)?.[name], layer)
}

type Tree = Record<string, unknown>

/** The layer with a setting, or without it: then it is the platform's. Empty parts are left out. */
export function withSetting(layer: BrandingLayer, setting: Setting, value: unknown): BrandingLayer {
  return changed(layer as Tree, setting, value) ?? {}
}

function changed(tree: Tree, [name = '', ...rest]: Setting, value: unknown): Tree | undefined {
  const inner =
    rest.length === 0 ? value : changed((tree[name] as Tree | undefined) ?? {}, rest, value)
  const { [name]: _, ...others } = tree
  const next = inner === undefined ? others : { ...tree, [name]: inner }
  return Object.keys(next).length > 0 ? next : undefined
}

const colorAt = (mode: Mode, key: ColorKey): Setting => ['theme', 'colors', mode, key]

export function withColor(layer: BrandingLayer, mode: Mode, key: ColorKey, color: string) {
  return withSetting(layer, colorAt(mode, key), color)
}

export function withoutColor(layer: BrandingLayer, mode: Mode, key: ColorKey) {
  return withSetting(layer, colorAt(mode, key), undefined)
}

/** The layer with one colour for both appearances. */
export function withBoth(layer: BrandingLayer, key: ColorKey, color: string): BrandingLayer {
  return modes.reduce((layer, mode) => withColor(layer, mode, key, color), layer)
}

const modes: Mode[] = ['light', 'dark']

/** A layer whose text can be read: colours that cannot take the nearest one that can. */
export async function readable(layer: BrandingLayer): Promise<BrandingLayer> {
  const { warnings } = await send('checkBranding', { body: { layer } })
  return mend(layer, warnings)
}

/** Replaces colours of a layer by those that the check of its contrast found. */
export function mend(layer: BrandingLayer, warnings: ContrastFinding[]): BrandingLayer {
  return warnings.reduce(
    (layer, { mode, key, mended }) => (mended ? withColor(layer, mode, key, mended) : layer),
    layer,
  )
}

/** A colour that was chosen for both appearances follows by itself in the dark one. */
export function isMendedAlone(layer: BrandingLayer, { mode, key, mended }: ContrastFinding) {
  const { light, dark } = layer.theme?.colors ?? {}
  return mode === 'dark' && mended !== null && dark?.[key] === light?.[key]
}

export function withDarkMended(layer: BrandingLayer, warnings: ContrastFinding[]): BrandingLayer {
  return mend(
    layer,
    warnings.filter((warning) => isMendedAlone(layer, warning)),
  )
}

/** What a page gets to know of a layer. */
export function publicPart({ identity, assets, theme, surfaces }: BrandingLayer): SparseBrand {
  const sections = Object.entries({ identity, assets, theme, surfaces })
  return Object.fromEntries(sections.filter(([, section]) => section !== undefined))
}
