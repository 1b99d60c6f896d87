import type { ColorKey, Mode, SparseBrand } from '../contract/branding.ts'
import { colors, marks, shades, shadows, shape, typography } from './platform-theme.ts'

type Theme = SparseBrand['theme']
type Property = [name: string, value: string]

/**
 * Custom properties of light or dark mode: `--svc-color-*` and `--svc-elevation-*`, with the
 * platform's values as defaults (docs/behaviour.md#theme).
 */
export function appearanceProperties(theme: Theme, mode: Mode): Property[] {
  const own = theme?.colors?.[mode]
  return [
    ...Object.entries(colors[mode]).map(
      ([key, color]): Property => [`--svc-color-${kebab(key)}`, own?.[key as ColorKey] ?? color],
    ),
    ['--svc-color-mark', marks[mode]],
    ...Object.entries(shadows(shades[mode])).map(
      ([key, shadow]): Property => [`--svc-elevation-${key}`, shadow],
    ),
  ]
}

/** Custom properties shared by both modes: `--svc-font-*`, `--svc-base-*` and `--svc-radius-*`. */
export function shapeProperties(theme: Theme): Property[] {
  const type = { ...typography, ...theme?.typography }
  const radii = { ...shape, ...theme?.shape }
  return [
    ['--svc-font-sans', `${type.fontFamilySans}`],
    ['--svc-font-mono', `${type.fontFamilyMono}`],
    ['--svc-base-size', `${type.baseSizePx}px`],
    ['--svc-radius-sm', `${radii.radiusSm}`],
    ['--svc-radius-md', `${radii.radiusMd}`],
    ['--svc-radius-lg', `${radii.radiusLg}`],
    ['--svc-radius-xl', `${radii.radiusXl}`],
  ]
}

/** `textPrimary` → `text-primary` */
export function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
}
