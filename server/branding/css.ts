import type { Mode, ResolvedBrand } from '../contract/branding.ts'
import { elevations } from './defaults.ts'

/**
 * The theme as custom properties (contract §4.3), under the names that the widget uses: one `:root`
 * block for the light appearance, then the dark values for a reader who prefers dark and under
 * `data-svc-theme='dark'`, then the light ones again under `data-svc-theme='light'`. All selectors
 * weigh the same, so that the last that matches wins and a page may override any of them.
 *
 * Values come from a checked layer, of which none can end its declaration (completions 9).
 */
export function themeCss({ theme }: ResolvedBrand): string {
  const light = appearance(theme, 'light')
  const dark = appearance(theme, 'dark')
  return `${[
    block(':root', [...light, ...type(theme)]),
    `@media (prefers-color-scheme: dark) {\n${block(':root', dark, '  ')}\n}`,
    block("[data-svc-theme='dark']", dark),
    block("[data-svc-theme='light']", light),
  ].join('\n\n')}\n`
}

function appearance({ colors }: ResolvedBrand['theme'], mode: Mode): string[] {
  return [
    ...Object.entries(colors[mode]).map(([key, color]) => `--svc-color-${kebab(key)}: ${color};`),
    ...Object.entries(elevations[mode]).map(
      ([key, shadow]) => `--svc-elevation-${key}: ${shadow};`,
    ),
  ]
}

function type({ typography, shape }: ResolvedBrand['theme']): string[] {
  return [
    `--svc-font-sans: ${typography.fontFamilySans};`,
    `--svc-font-mono: ${typography.fontFamilyMono};`,
    `--svc-base-size: ${typography.baseSizePx}px;`,
    `--svc-radius-sm: ${shape.radiusSm};`,
    `--svc-radius-md: ${shape.radiusMd};`,
    `--svc-radius-lg: ${shape.radiusLg};`,
    `--svc-radius-xl: ${shape.radiusXl};`,
  ]
}

function block(selector: string, declarations: string[], indent = ''): string {
  const lines = declarations.map((declaration) => `${indent}  ${declaration}`)
  return [`${indent}${selector} {`, ...lines, `${indent}}`].join('\n')
}

/** `textPrimary` → `text-primary` */
function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
}
