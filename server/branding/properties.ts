import type { ColorKey, Mode, SparseBrand } from '../contract/branding.ts'
import { brandTexts } from './derived.ts'
import { kebab } from './kebab.ts'
import { colors, marks, shades, shadows, shape, typography } from './platform-theme.ts'

type Theme = SparseBrand['theme']
type Property = [name: string, value: string]

/**
 * Custom properties of light or dark mode: `--svc-color-*` and `--svc-elevation-*`, with the
 * platform's values as defaults (docs/behaviour.md#theme).
 */
export function appearanceProperties(theme: Theme, mode: Mode): Property[] {
  const own = theme?.colors?.[mode]
  const complete = { ...colors[mode], ...own } as Record<ColorKey, string>
  return [
    ...Object.entries({ ...complete, ...brandTexts(complete) }).map(
      ([key, color]): Property => [`--svc-color-${kebab(key)}`, color],
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
