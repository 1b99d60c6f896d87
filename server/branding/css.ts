import type { ResolvedBrand } from '../contract/branding.ts'
import { appearanceProperties, shapeProperties } from './properties.ts'

/**
 * The theme as custom properties (contract §4.3), under the names that the widget uses: one `:root`
 * block for the light appearance, then the dark values for a reader who prefers dark and under
 * `data-svc-theme='dark'`, then the light ones again under `data-svc-theme='light'`. All selectors
 * weigh the same, so that the last that matches wins and a page may override any of them.
 *
 * Values come from a checked layer, of which none can end its declaration (completions 9).
 */
export function themeCss({ theme }: ResolvedBrand): string {
  const light = appearanceProperties(theme, 'light')
  const dark = appearanceProperties(theme, 'dark')
  return `${[
    block(':root', [...light, ...shapeProperties(theme)]),
    `@media (prefers-color-scheme: dark) {\n${block(':root', dark, '  ')}\n}`,
    block("[data-svc-theme='dark']", dark),
    block("[data-svc-theme='light']", light),
  ].join('\n\n')}\n`
}

function block(selector: string, properties: [string, string][], indent = ''): string {
  const lines = properties.map(([name, value]) => `${indent}  ${name}: ${value};`)
  return [`${indent}${selector} {`, ...lines, `${indent}}`].join('\n')
}
