import type { PaletteColor } from '../server/branding/widget-theme.ts'
import type { SparseBrand } from '../server/contract/branding.ts'

/** How the element looks that one widget stands in: its brand, its appearance, what a keyboard leaves. */
export type Look = ReturnType<typeof createLook>

/**
 * All of it stands in a `:host` rule, which any rule of the page on the element wins over
 * (completions 16), and is set value by value, so that none can end its declaration.
 */
export function createLook(host: HTMLElement, theme: SparseBrand['theme'] = {}) {
  const sheet = createSheet(':host{}')
  const { style } = sheet.cssRules[0] as CSSStyleRule
  const { colors, modeDefault } = theme
  return {
    sheet,
    style,

    /** Sets these colours for both appearances, to the brand's value or else the platform's. */
    paint(palette: readonly PaletteColor[]) {
      for (const { key, property, light, dark } of palette) {
        const values = `${colors?.light?.[key] ?? light},${colors?.dark?.[key] ?? dark}`
        style.setProperty(property, `light-dark(${values})`)
      }
    },

    /**
     * Takes the appearance that counts, the nearest choice first: the element's own
     * `data-svc-theme`, its `theme` attribute (`data-theme` of the script tag), the page's root, the
     * brand; else the visitor's own (completions 16).
     */
    appear() {
      const chosen =
        host.getAttribute('data-svc-theme') ??
        host.getAttribute('theme') ??
        document.documentElement.getAttribute('data-svc-theme') ??
        modeDefault
      const scheme = chosen === 'light' || chosen === 'dark' ? chosen : 'light dark'
      style.setProperty('color-scheme', scheme, 'important')
    },
  }
}

export function createSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
