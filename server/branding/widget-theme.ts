import type { ColorKey, Mode } from '../contract/branding.ts'
import { type BrandText, derivedCss } from './derived.ts'
import { kebab } from './kebab.ts'
import { colors, marks, shades, shadows, shape, typography } from './platform-theme.ts'

/** Colours of the launcher; the panel brings the whole palette. */
export const buttonColors: ColorKey[] = ['brand', 'brandContrast']

const panelColors = [
  ...(Object.keys(colors.light) as ColorKey[]),
  'brandText',
  'brandOnSubtle',
] as const

/** A colour for light and dark, unless the brand has another. */
export type PaletteColor = [key: ColorKey | BrandText, light: string, dark: string]

/** The platform's palette, inserted into the widget by the build; some follow other colours. */
export function palette(keys: readonly (ColorKey | BrandText)[] = panelColors): PaletteColor[] {
  return keys.map((key) => {
    const derived = derivedCss(key)
    const { light, dark } = colors as Record<Mode, Record<string, string>>
    return [key, derived ?? light[key] ?? '', derived ?? dark[key] ?? '']
  })
}

/**
 * CSS rule for the widget's element with the other properties of `themeCss`. Each defaults to the
 * platform's value; a property named after its key in the layer (`--svc-baseSizePx`) overrides it.
 */
export function shapeRule(): string {
  const { fontFamilySans, fontFamilyMono, baseSizePx } = typography
  const declarations = [
    `--svc-color-mark:light-dark(${marks.light},${marks.dark})`,
    ...Object.entries(shadows(`light-dark(${shades.light},${shades.dark})`)).map(
      ([size, shadow]) => `--svc-elevation-${size}:${shadow}`,
    ),
    `--svc-font-sans:var(--svc-fontFamilySans,${fontFamilySans})`,
    `--svc-font-mono:var(--svc-fontFamilyMono,${fontFamilyMono})`,
    `--svc-base-size:calc(1px*var(--svc-baseSizePx,${baseSizePx}))`,
    ...Object.entries(shape).map(
      ([key, radius]) => `--svc-${kebab(key)}:var(--svc-${key},${radius})`,
    ),
  ]
  return `:host{${declarations.join(';')}}`
}
