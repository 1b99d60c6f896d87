import { appearanceProperties, shapeProperties } from '../server/branding/properties.ts'
import type { Mode, SparseBrand } from '../server/contract/branding.ts'

export type Appearance = 'light' | 'dark' | 'system'

/**
 * Fills the sheet with the `--svc-*` properties of a brand over the built-in ones. They stand in
 * `:host` rules, which any rule of the page on the element wins over (completions 16). Values are
 * set one by one, so that none of them can end its declaration.
 */
export function applyTheme(sheet: CSSStyleSheet, { theme }: SparseBrand, appearance: Appearance) {
  sheet.replaceSync(':host{}@media (prefers-color-scheme:dark){:host{}}')
  const [light, dark] = sheet.cssRules as unknown as [CSSStyleRule, CSSMediaRule]
  setAll(light.style, shapeProperties(theme))
  setAppearance(light.style, theme, appearance === 'dark' ? 'dark' : 'light')
  if (appearance !== 'system') return
  setAppearance((dark.cssRules[0] as CSSStyleRule).style, theme, 'dark')
}

function setAppearance(style: CSSStyleDeclaration, theme: SparseBrand['theme'], mode: Mode) {
  style.setProperty('color-scheme', mode)
  setAll(style, appearanceProperties(theme, mode))
}

function setAll(style: CSSStyleDeclaration, properties: [name: string, value: string][]) {
  for (const [name, value] of properties) style.setProperty(name, value)
}

/**
 * Which appearance counts, the nearest choice first: the element's own `data-svc-theme`, its `theme`
 * attribute (`data-theme` of the script tag), the page's root, the brand (completions 16).
 */
export function appearanceOf(host: HTMLElement, { theme }: SparseBrand): Appearance {
  const chosen =
    host.dataset['svcTheme'] ??
    host.getAttribute('theme') ??
    document.documentElement.dataset['svcTheme'] ??
    theme?.modeDefault
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}
