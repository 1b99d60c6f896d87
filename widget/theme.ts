import type { Mode, SparseBrand } from '../server/contract/branding.ts'

export type Theme = SparseBrand['theme']
export type Appearance = Mode | 'system'

/** The custom properties of an appearance. */
export type PropertiesOf = (mode: Mode) => [name: string, value: string][]

/**
 * Fills the sheet with `--svc-*` properties. They stand in `:host` rules, which any rule of the page
 * on the element wins over (completions 16). Values are set one by one, so that none of them can
 * end its declaration.
 */
export function applyTheme(sheet: CSSStyleSheet, of: PropertiesOf, appearance: Appearance) {
  sheet.replaceSync(':host{}@media (prefers-color-scheme:dark){:host{}}')
  const [always, media] = sheet.cssRules as unknown as [CSSStyleRule, CSSMediaRule]
  const inDark = media.cssRules[0] as CSSStyleRule
  setAll(always.style, of, appearance === 'dark' ? 'dark' : 'light')
  if (appearance === 'system') setAll(inDark.style, of, 'dark')
}

function setAll(style: CSSStyleDeclaration, of: PropertiesOf, mode: Mode) {
  style.setProperty('color-scheme', mode)
  for (const [name, value] of of(mode)) style.setProperty(name, value)
}

/** What the button needs of the theme; the whole set comes with the panel. */
export function buttonProperties(theme: Theme): PropertiesOf {
  return (mode) => {
    const own = theme?.colors?.[mode] ?? {}
    const dark = mode === 'dark'
    return [
      ['--svc-color-brand', own.brand ?? (dark ? '#94a9ff' : '#2b50c8')],
      ['--svc-color-brand-hover', own.brandHover ?? (dark ? '#adbdff' : '#2342a8')],
      ['--svc-color-brand-contrast', own.brandContrast ?? (dark ? '#0f1738' : '#fff')],
      ['--svc-color-focus', own.focus ?? (dark ? '#a9b9ff' : '#2b50c8')],
      ['--svc-elevation-md', `0 4px 16px rgb(${dark ? '0 0 0 / .5' : '23 27 33 / .14'})`],
    ]
  }
}

/**
 * Which appearance counts, the nearest choice first: the element's own `data-svc-theme`, its `theme`
 * attribute (`data-theme` of the script tag), the page's root, the brand (completions 16).
 */
export function appearanceOf(host: HTMLElement, theme: Theme): Appearance {
  const chosen =
    host.getAttribute('data-svc-theme') ??
    host.getAttribute('theme') ??
    document.documentElement.getAttribute('data-svc-theme') ??
    theme?.modeDefault
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}
