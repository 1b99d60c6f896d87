import type { PaletteColor } from '../server/branding/widget-theme.ts'
import type { SparseBrand } from '../server/contract/branding.ts'

/** Styles of one `<svc-chat>` element: brand, colour scheme and the inset of a screen keyboard. */
export type Look = ReturnType<typeof createLook>

/**
 * Keeps all styles in one `:host` rule, so that the page's own rules for the element win
 * (docs/behaviour.md#the-widget-in-a-page). Sets each property by itself, so that no value can end
 * its declaration.
 */
export function createLook(host: HTMLElement, theme: SparseBrand['theme'] = {}) {
  const sheet = createSheet(':host{}')
  const { colors, modeDefault } = theme

  /** Sets properties, and replaces the whole rule: WebKit restyles the host only for a new one. */
  function set(properties: Record<string, string>, priority?: string) {
    const rule = sheet.cssRules[0] as CSSStyleRule
    for (const [name, value] of Object.entries(properties)) {
      rule.style.setProperty(name, value, priority)
    }
    sheet.replaceSync(rule.cssText)
  }

  return {
    sheet,
    set,

    /** Sets colours for light and dark: the brand's, or else the platform's. */
    setColors(palette: readonly PaletteColor[]) {
      const own: { [key in string]?: string | undefined }[] = [
        colors?.light ?? {},
        colors?.dark ?? {},
      ]
      const properties = palette.map(([key, ...platform]) => {
        const [light, dark] = platform.map((color, mode) => own[mode]?.[key] ?? color)
        const name = `--svc-color-${key.replace(/[A-Z]/g, '-$&').toLowerCase()}`
        return [name, light === dark ? light : `light-dark(${light},${dark})`]
      })
      set(Object.fromEntries(properties))
    },

    /**
     * Applies the first colour scheme that is set: `data-svc-theme` or `theme` of the element
     * (`data-theme` of the script tag), `data-svc-theme` of the page's root, the brand's default;
     * else the visitor's preference.
     */
    applyColorScheme() {
      const chosen =
        host.getAttribute('data-svc-theme') ??
        host.getAttribute('theme') ??
        document.documentElement.getAttribute('data-svc-theme') ??
        modeDefault
      const scheme = chosen === 'light' || chosen === 'dark' ? chosen : 'light dark'
      set({ 'color-scheme': scheme }, 'important')
    },
  }
}

export function createSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
