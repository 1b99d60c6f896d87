import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, parseColor, triplet } from '../../server/branding/colors.ts'
import { contrastWarnings, textPairs } from '../../server/branding/contrast.ts'
import { themeCss } from '../../server/branding/css.ts'
import { brandTexts, completeColors } from '../../server/branding/derived.ts'
import { libreChatTheme } from '../../server/branding/librechat.ts'
import { publicBrand } from '../../server/branding/public-brand.ts'
import { resolveBrand } from '../../server/branding/resolve.ts'
import {
  type BrandingLayer,
  colorKeys,
  modes,
  ResolvedBrand,
} from '../../server/contract/branding.ts'
import { brandPairs, manyColors } from '../support/brand-colors.ts'

const PUBLIC_URL = 'https://answers.test'
const platform = resolveBrand({}, PUBLIC_URL)

describe('the resolved brand (docs/behaviour.md#theme)', () => {
  test('has every section without a gap when nothing is set', () => {
    expect(ResolvedBrand.parse(platform)).toEqual(platform)
    expect(Object.keys(platform.theme.colors.light)).toEqual([...colorKeys])
    expect(Object.keys(platform.theme.colors.dark)).toEqual([...colorKeys])
    expect(platform.domains).toEqual({
      consoleUrl: 'https://answers.test/svc/console/',
      apiUrl: 'https://answers.test/svc/api/v1',
      widgetUrl: 'https://answers.test/svc/widget.js',
      docsUrl: 'https://answers.test/svc/docs',
      supportUrl: null,
    })
  })

  test('takes each field that is set, and the platform’s for the rest', () => {
    const brand = resolveBrand(
      {
        identity: { productName: 'Acme Help' },
        theme: { colors: { dark: { brand: 'gold' } }, shape: { radiusLg: '0' } },
        domains: { supportUrl: 'https://acme.test/support' },
        surfaces: { console: { showPoweredBy: false } },
      },
      PUBLIC_URL,
    )

    const gold = {
      brand: 'gold',
      brandContrast: '#000000',
      brandHover: 'rgb(255 221 83)',
      brandSubtle: 'rgb(44 45 41)',
      focus: 'gold',
    }
    expect(brand).toEqual({
      ...platform,
      identity: { ...platform.identity, productName: 'Acme Help' },
      theme: {
        ...platform.theme,
        colors: {
          light: platform.theme.colors.light,
          dark: { ...platform.theme.colors.dark, ...gold },
        },
        shape: { ...platform.theme.shape, radiusLg: '0' },
      },
      domains: { ...platform.domains, supportUrl: 'https://acme.test/support' },
      surfaces: { ...platform.surfaces, console: { showLogo: true, showPoweredBy: false } },
    })
  })

  test('carries attribution notices', () => {
    expect(platform.legal.attributionNotices).toContain('Preact, © Jason Miller, MIT License')
  })
})

test('a page gets the four public sections only (docs/behaviour.md#bootstrap)', () => {
  const layer: BrandingLayer = {
    identity: { productName: 'Acme' },
    assets: {},
    theme: { modeDefault: 'dark' },
    domains: { docsUrl: 'https://docs.acme.test' },
    legal: { termsUrl: 'https://acme.test/terms' },
    surfaces: { widget: { showBranding: false } },
  }

  expect(publicBrand(layer)).toEqual({
    identity: { productName: 'Acme' },
    theme: { modeDefault: 'dark' },
    surfaces: { widget: { showBranding: false } },
  })
})

describe('colours that follow `brand` (docs/behaviour.md#branding)', () => {
  test('are those of the platform for its own brand', () => {
    for (const mode of modes) {
      const { brand } = platform.theme.colors[mode]
      const { colors } = resolveBrand(
        { theme: { colors: { [mode]: { brand } } } },
        PUBLIC_URL,
      ).theme

      for (const key of colorKeys) {
        expect(triplet(parsed(colors[mode][key])), key).toBe(
          triplet(parsed(platform.theme.colors[mode][key])),
        )
      }
    }
  })

  test('are not derived where they are set', () => {
    const light = { brand: '#0b5d51', brandHover: '#084a41', brandSubtle: '#e6f4f1', focus: 'red' }
    const { colors } = resolveBrand({ theme: { colors: { light } } }, PUBLIC_URL).theme

    expect(colors.light).toMatchObject(light)
  })

  test.each([
    ['#0b5d51', '#7fd6c6'],
    ['#b3261e', '#ff9c92'],
    ['#5b2a86', '#cfa8f5'],
    ['#1d4ed8', '#8ab4ff'],
    ['#6b4e00', '#ffd44d'],
    ['#ffcc00', '#4a154b'],
  ])('keep the contrast of %s and %s', (light, dark) => {
    const layer = { theme: { colors: { light: { brand: light }, dark: { brand: dark } } } }

    expect(contrastWarnings(layer)).toEqual([])
  })

  test.each(modes)('can be read in %s, whatever the brand: 500 colours', (mode) => {
    const weak = manyColors(500).flatMap((brand) => {
      const colors = completeColors({ brand }, mode)
      const all: Record<string, string> = { ...colors, ...brandTexts(colors) }
      const ratio = (one: string, other: string) =>
        contrast(parsed(all[one] ?? ''), parsed(all[other] ?? ''))
      return brandPairs
        .filter(([text, surface, least]) => ratio(text, surface) < least)
        .map((pair) => [brand, ...pair])
    })

    expect(weak).toEqual([])
  })

  test('keep a brand’s own colour where it can be read', () => {
    const light = resolveBrand({ theme: { colors: { light: { brand: '#0b5d51' } } } }, PUBLIC_URL)

    expect(brandTexts(light.theme.colors.light)).toEqual({
      brandText: '#0b5d51',
      brandOnSubtle: '#0b5d51',
    })
  })
})

function parsed(text: string) {
  const color = parseColor(text)
  if (!color) throw new Error(`${text} is no colour.`)
  return color
}

describe('contrast (docs/behaviour.md#branding)', () => {
  test('the platform default has no pair below WCAG AA', () => {
    expect(textPairs.length).toBeGreaterThan(20)
    expect(contrastWarnings(bothModes(platform.theme.colors))).toEqual([])
  })

  test('a pair below 4.5:1 gets a warning at the override that causes it', () => {
    const warnings = contrastWarnings({
      theme: { colors: { light: { textMuted: '#999' }, dark: { brandContrast: '#94a9ff' } } },
    })

    expect(warnings[0]).toEqual({
      path: 'theme.colors.light.textMuted',
      message:
        'textMuted on background has a contrast of 2.84:1 in the light appearance; text needs at least 4.5:1 (WCAG AA).',
    })
    expect(new Set(warnings.map(({ path }) => path))).toEqual(
      new Set(['theme.colors.light.textMuted', 'theme.colors.dark.brandContrast']),
    )
  })

  test('a translucent colour counts as blended with the background', () => {
    const pale = { theme: { colors: { light: { textPrimary: 'rgb(0 0 0 / 30%)' } } } }

    expect(contrastWarnings(pale)).toContainEqual(
      expect.objectContaining({ path: 'theme.colors.light.textPrimary' }),
    )
    expect(contrastWarnings({ theme: { colors: { light: { textPrimary: '#000' } } } })).toEqual([])
  })
})

describe('the theme as CSS (docs/behaviour.md#theme)', () => {
  const css = themeCss(
    resolveBrand(
      {
        theme: {
          colors: { light: { surfaceRaised: '#fefefe' }, dark: { surfaceRaised: '#202020' } },
          typography: { fontFamilySans: '"Inter", sans-serif', baseSizePx: 17 },
          shape: { radiusXl: '2rem' },
        },
      },
      PUBLIC_URL,
    ),
  )
  const blockAfter = (start: string) => {
    const from = css.indexOf(start)
    return css.slice(css.indexOf('{', from + start.length) + 1, css.indexOf('}', from))
  }

  test('begins with one :root block of the light values, type and radii', () => {
    expect(css.startsWith(':root {\n')).toBe(true)
    expect(
      blockAfter(':root')
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(
      expect.arrayContaining([
        '--svc-color-surface-raised: #fefefe;',
        '--svc-font-sans: "Inter", sans-serif;',
        '--svc-base-size: 17px;',
        '--svc-radius-xl: 2rem;',
        '--svc-elevation-md: 0 4px 16px rgb(23 27 33 / .14);',
      ]),
    )
  })

  test('has the dark values for prefers-color-scheme and data-svc-theme, then the light ones again', () => {
    expect(blockAfter('@media (prefers-color-scheme: dark) {\n  :root')).toContain(
      'raised: #202020;',
    )
    expect(blockAfter("[data-svc-theme='dark']")).toContain('raised: #202020;')
    expect(blockAfter("[data-svc-theme='light']")).toContain('raised: #fefefe;')
    expect(css.indexOf('@media')).toBeLessThan(css.indexOf("[data-svc-theme='light']"))
  })

  test('has every property that the widget uses', () => {
    const styles = ['styles.css', 'turn.css', 'launcher.css'].map((file) =>
      readFileSync(`widget/${file}`, 'utf8'),
    )
    const used = new Set(styles.join('').match(/--svc-[a-z-]+/g))

    expect(used.size).toBeGreaterThan(20)
    for (const property of used) expect(css).toContain(`${property}: `)
  })

  test('holds custom properties of the five groups only', () => {
    const properties = css.match(/^ +[\w-]+(?=:)/gm)?.map((property) => property.trim()) ?? []

    expect(properties.length).toBe(4 * 32 + 7)
    for (const property of properties) {
      expect(property).toMatch(/^--svc-(?:color|font|radius|elevation|base)-[a-z-]+$/)
    }
  })
})

/** The keys that LibreChat knows; it rejects a theme with any other. */
const libreChatKeys = `text-primary text-secondary text-secondary-alt text-tertiary text-warning
  text-destructive text-inverted text-fixed text-on-status link link-hover link-visited accent-primary
  accent-primary-hover ring-primary header-primary header-hover header-button-hover surface-primary
  surface-primary-alt surface-primary-contrast surface-secondary surface-secondary-alt surface-tertiary
  surface-tertiary-alt surface-active surface-active-alt surface-hover surface-hover-alt surface-dialog
  surface-overlay surface-submit surface-submit-hover surface-destructive surface-destructive-hover
  surface-chat surface-inverted surface-inverted-hover surface-fixed surface-fixed-hover border-light
  border-medium border-medium-alt border-heavy border-xheavy border-destructive status-success
  status-success-subtle status-success-border status-success-strong status-info status-info-subtle
  status-info-border status-info-strong status-warning status-warning-subtle status-warning-border
  status-warning-strong status-error status-error-subtle status-error-border status-error-strong
  status-neutral status-neutral-subtle status-neutral-border brand-purple presentation`
  .split(/\s+/)
  .map((name) => `rgb-${name}`)

describe('the theme for LibreChat', () => {
  const layer: BrandingLayer = {
    identity: { productName: 'Acme Help' },
    theme: {
      colors: {
        light: {
          background: '#ffffff',
          brand: 'rgb(0 0 0 / 50%)',
          accent: 'rgb(0 0 0 / none)',
          danger: 'color(display-p3 1 0 0)',
        },
        dark: { background: '#000000', brand: 'rgb(255 255 255 / 20%)' },
      },
      typography: { fontFamilySans: '"Inter", sans-serif' },
      shape: { radiusMd: '.5rem', radiusLg: '0' },
    },
  }
  const theme = libreChatTheme(resolveBrand(layer, PUBLIC_URL))

  test('has a version, the product name and two modes', () => {
    expect(Object.keys(theme)).toEqual(['version', 'name', 'modes'])
    expect(theme).toMatchObject({ version: 1, name: 'Acme Help' })
    expect(Object.keys(theme.modes)).toEqual(['light', 'dark'])
  })

  test.each(modes)('%s names exactly the 67 known colours as opaque triplets', (mode) => {
    const { colors } = theme.modes[mode]

    expect(Object.keys(colors).sort()).toEqual(libreChatKeys.toSorted())
    expect(Object.keys(colors).length).toBe(67)
    for (const color of Object.values(colors)) {
      expect(color).toMatch(/^\d{1,3} \d{1,3} \d{1,3}$/)
      expect(Math.max(...color.split(' ').map(Number))).toBeLessThanOrEqual(255)
    }
  })

  test('lays translucent colours on the background and clips wide ones', () => {
    expect(theme.modes.light.colors['rgb-surface-submit']).toBe('128 128 128')
    expect(theme.modes.dark.colors['rgb-surface-submit']).toBe('51 51 51')
    expect(theme.modes.dark.colors['rgb-link']).toBe('118 118 118')
    expect(theme.modes.light.colors['rgb-status-error']).toBe('255 0 0')
    expect(theme.modes.light.colors['rgb-accent-primary']).toBe('255 255 255')
  })

  test('keeps its fixed colours light in both modes', () => {
    expect(theme.modes.dark.colors['rgb-surface-fixed']).toBe('255 255 255')
    expect(theme.modes.dark.colors['rgb-text-fixed']).toBe(
      theme.modes.light.colors['rgb-text-primary'],
    )
  })

  test('carries the shape and the font', () => {
    expect(theme.modes.light.appearance).toEqual({
      controlRadius: '.5rem',
      surfaceRadius: '0',
      controlHeight: '2.25rem',
      fontFamily: '"Inter", sans-serif',
    })
  })

  test('matches the schema of LibreChat when nothing is set', () => {
    const { controlRadius, surfaceRadius, controlHeight, fontFamily } =
      libreChatTheme(platform).modes.dark.appearance

    for (const length of [controlRadius, surfaceRadius, controlHeight]) {
      expect(length).toMatch(/^(0|\d*\.?\d+(px|rem|em))$/)
    }
    expect(fontFamily).not.toMatch(/[;{}]/)
  })
})

/** Every colour as an override, so that every pair is checked. */
function bothModes(colors: ResolvedBrand['theme']['colors']): BrandingLayer {
  return { theme: { colors } }
}
