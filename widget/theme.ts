import type { SparseBrand } from '../server/contract/branding.ts'

export type Theme = SparseBrand['theme']
export type Property = [name: string, value: string]

/** A sheet whose one rule takes the element's `--svc-*` properties and its appearance. */
export function createThemeSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':host{}')
  return sheet
}

/**
 * Sets custom properties on the element. They stand in a `:host` rule, which any rule of the page on
 * the element wins over (completions 16), and are set one by one, so that no value can end its
 * declaration.
 */
export function setProperties(sheet: CSSStyleSheet, properties: readonly Property[]) {
  for (const [name, value] of properties) hostStyle(sheet).setProperty(name, value)
}

/** Sets which of the two values that a property may hold, as `light-dark(a,b)`, counts. */
export function setAppearance(sheet: CSSStyleSheet, host: HTMLElement, theme: Theme) {
  hostStyle(sheet).colorScheme = appearanceOf(host, theme)
}

function hostStyle({ cssRules: [rule] }: CSSStyleSheet): CSSStyleDeclaration {
  return (rule as CSSStyleRule).style
}

/** What the button needs of the theme; the whole set comes with the panel. */
export function buttonProperties(theme: Theme): Property[] {
  const { light, dark } = theme?.colors ?? {}
  const usual = [
    ['brand', '#2b50c8', '#94a9ff'],
    ['brandHover', '#2342a8', '#adbdff'],
    ['brandContrast', '#fff', '#0f1738'],
    ['focus', '#2b50c8', '#a9b9ff'],
  ] as const
  return usual.map(([key, inLight, inDark]) => [
    `--svc-color-${key.replace(/[A-Z]/, (capital) => `-${capital.toLowerCase()}`)}`,
    `light-dark(${light?.[key] ?? inLight},${dark?.[key] ?? inDark})`,
  ])
}

/**
 * Which appearance counts, as a `color-scheme`, the nearest choice first: the element's own
 * `data-svc-theme`, its `theme` attribute (`data-theme` of the script tag), the page's root, the
 * brand; else the visitor's own (completions 16).
 */
function appearanceOf(host: HTMLElement, theme: Theme): string {
  const chosen =
    host.getAttribute('data-svc-theme') ??
    host.getAttribute('theme') ??
    document.documentElement.getAttribute('data-svc-theme') ??
    theme?.modeDefault
  return chosen === 'light' || chosen === 'dark' ? chosen : 'light dark'
}
