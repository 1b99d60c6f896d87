import type { ColorKey } from '../contract/branding.ts'
import { colors, shades, shadows, shape, typography } from './platform-theme.ts'
import { kebab } from './properties.ts'

/** What the widget's button needs of the palette; the whole of it comes with the panel. */
export const buttonColors: ColorKey[] = ['brand', 'brandContrast', 'focus']

/** A colour of the platform in both appearances, and the custom property that holds it. */
export interface PaletteColor {
  key: ColorKey
  property: string
  light: string
  dark: string
}

/** The platform's palette, as it is written into the widget when that is built. */
export function palette(keys = Object.keys(colors.light) as ColorKey[]): PaletteColor[] {
  return keys.map((key) => ({
    key,
    property: `--svc-color-${kebab(key)}`,
    light: colors.light[key],
    dark: colors.dark[key],
  }))
}

/**
 * The other properties of `themeCss` as a rule for the widget's element. Each has the platform's value
 * unless one named after its key in the branding layer, such as `--svc-baseSizePx`, holds a brand's.
 */
export function shapeRule(): string {
  const { fontFamilySans, fontFamilyMono, baseSizePx } = typography
  const declarations = [
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
