import type { ColorKey, SparseBrand } from '../server/contract/branding.ts'

export type Appearance = 'light' | 'dark' | 'system'

/** The built-in palette, light and dark (contract §2.6 names the keys). */
const palette: Record<ColorKey, [light: string, dark: string]> = {
  background: ['#ffffff', '#14171c'],
  surface: ['#ffffff', '#191d23'],
  surfaceRaised: ['#ffffff', '#21262e'],
  surfaceSunken: ['#f4f5f7', '#12151a'],
  border: ['#e2e5ea', '#2e343d'],
  borderStrong: ['#858d99', '#6f7986'],
  textPrimary: ['#171b21', '#eef0f3'],
  textSecondary: ['#4a525e', '#b9c0ca'],
  textMuted: ['#646d7a', '#949da9'],
  textInverted: ['#ffffff', '#14171c'],
  brand: ['#2b50c8', '#94a9ff'],
  brandHover: ['#2342a8', '#adbdff'],
  brandContrast: ['#ffffff', '#0f1738'],
  brandSubtle: ['#edf1fd', '#232c4a'],
  accent: ['#0b7a6b', '#5fd0bd'],
  accentContrast: ['#ffffff', '#06231e'],
  focus: ['#2b50c8', '#a9b9ff'],
  success: ['#1a7f4b', '#6fd39b'],
  successSubtle: ['#e8f6ee', '#17301f'],
  warning: ['#8a5a00', '#f0c063'],
  warningSubtle: ['#fff6e0', '#33280f'],
  danger: ['#b3261e', '#ff9c92'],
  dangerSubtle: ['#fdecea', '#3b1d1b'],
  info: ['#2a5d8f', '#8fc1f0'],
  infoSubtle: ['#eaf3fb', '#182a3b'],
  overlay: ['rgb(15 18 25 / .45)', 'rgb(0 0 0 / .6)'],
}

const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif'
const mono = 'ui-monospace, "SF Mono", Menlo, Consolas, monospace'

/**
 * Fills the sheet with the `--svc-*` properties of a brand over the built-in ones. They stand in
 * `:host` rules, which any rule of the page on the element wins over (completions 16). Values are
 * set one by one, so that none of them can end its declaration.
 */
export function applyTheme(sheet: CSSStyleSheet, brand: SparseBrand, appearance: Appearance) {
  sheet.replaceSync(':host{}@media (prefers-color-scheme:dark){:host{}}')
  const [light, dark] = sheet.cssRules as unknown as [CSSStyleRule, CSSMediaRule]
  setShape(light.style, brand)
  setColors(light.style, brand, appearance === 'dark' ? 'dark' : 'light')
  if (appearance !== 'system') return
  setColors((dark.cssRules[0] as CSSStyleRule).style, brand, 'dark')
}

/** `textPrimary` → `--svc-color-text-primary` */
function property(group: string, key: string): string {
  return `--svc-${group}-${key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
}

function setColors(style: CSSStyleDeclaration, { theme }: SparseBrand, mode: 'light' | 'dark') {
  const dark = mode === 'dark'
  style.setProperty('color-scheme', mode)
  for (const [key, values] of Object.entries(palette)) {
    const own = theme?.colors?.[mode]?.[key as ColorKey]
    style.setProperty(property('color', key), own ?? values[dark ? 1 : 0])
  }
  const shade = dark ? '0 0 0 / .5' : '23 27 33 / .14'
  style.setProperty('--svc-elevation-sm', `0 1px 2px rgb(${shade})`)
  style.setProperty('--svc-elevation-md', `0 4px 16px rgb(${shade})`)
  style.setProperty('--svc-elevation-lg', `0 16px 48px rgb(${shade})`)
}

function setShape(style: CSSStyleDeclaration, { theme }: SparseBrand) {
  const { fontFamilySans = sans, fontFamilyMono = mono, baseSizePx = 15 } = theme?.typography ?? {}
  const shape = { radiusSm: '6px', radiusMd: '10px', radiusLg: '14px', radiusXl: '20px' }
  style.setProperty('--svc-font-sans', fontFamilySans)
  style.setProperty('--svc-font-mono', fontFamilyMono)
  style.setProperty('--svc-base-size', `${baseSizePx}px`)
  for (const [key, radius] of Object.entries({ ...shape, ...theme?.shape })) {
    if (radius) style.setProperty(`--svc-radius-${key.slice(6).toLowerCase()}`, radius)
  }
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
