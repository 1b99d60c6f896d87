import type { ResolvedBrand } from '../contract/branding.ts'
import { appearanceProperties, shapeProperties } from './properties.ts'

/**
 * The theme as custom properties with the widget's names (docs/behaviour.md#theme): a `:root` block
 * with the light values, the dark values for `prefers-color-scheme: dark` and for
 * `data-svc-theme='dark'`, then the light values again for `data-svc-theme='light'`. All selectors
 * have the same specificity, so the last match wins and a page can override any of them.
 *
 * Values come from a checked layer, so none can end its declaration (docs/behaviour.md#branding).
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
