import type { ColorKey, Mode } from '../contract/branding.ts'
import { mix, over, parseColor, type Rgb, triplet } from './colors.ts'
import { kebab } from './kebab.ts'
import { colors as platformColors } from './platform-theme.ts'
import { RING, readableOn, readableOnCss, TEXT, textOn, textOnCss } from './readable.ts'

type Complete = Record<ColorKey, string>
type Colors = { [Key in ColorKey]?: string | undefined }

/** The brand's colour as text: on surfaces, and on `brandSubtle`. No override sets these. */
export type BrandText = 'brandText' | 'brandOnSubtle'

/** A colour that follows others, for the server and in CSS (`var` names a colour there). */
interface Derivation {
  of: (colors: Complete) => string
  css: (named: (key: ColorKey) => string) => string
}

/** Share of the brand's colour, in percent. */
const HOVER_SHARE = 86
const SUBTLE_SHARE = 10

/** Contrast on the raised surface that text has on the sunken one, and rings beside both. */
const TEXT_ON_ALL = 5

/**
 * Colours that follow a brand which sets `brand` and not them, in the order in which they follow
 * each other. The hover colour moves away from the text on it.
 */
const DERIVED: { [Key in ColorKey]?: Derivation } = {
  brandContrast: {
    of: (colors) => textOn(seen(colors, 'brand')),
    css: (named) => textOnCss(named('brand')),
  },
  brandHover: {
    of: (colors) => mixed(colors, HOVER_SHARE, textOn(seen(colors, 'brandContrast'))),
    css: (named) => mixedCss(named('brand'), HOVER_SHARE, textOnCss(named('brandContrast'))),
  },
  brandSubtle: {
    of: (colors) => mixed(colors, SUBTLE_SHARE, colors.surface),
    css: (named) => mixedCss(named('brand'), SUBTLE_SHARE, named('surface')),
  },
  focus: {
    of: (colors) => readable(colors, 'surfaceRaised', RING),
    css: (named) => readableOnCss(named('surfaceRaised'), named('brand'), RING),
  },
}

const BRAND_TEXTS: Record<BrandText, Derivation> = {
  brandText: {
    of: (colors) => readable(colors, 'surfaceRaised', TEXT_ON_ALL),
    css: (named) => readableOnCss(named('surfaceRaised'), named('brand'), TEXT_ON_ALL),
  },
  brandOnSubtle: {
    of: (colors) => readable(colors, 'brandSubtle', TEXT),
    css: (named) => readableOnCss(named('brandSubtle'), named('brand'), TEXT),
  },
}

/** The platform's colours of a mode, the derived ones, and the overrides over both. */
export function completeColors(overrides: Colors, mode: Mode): Complete {
  const complete = { ...platformColors[mode], ...overrides } as Complete
  if (overrides.brand === undefined) return complete
  for (const [key, { of }] of entries(DERIVED)) {
    if (overrides[key] === undefined) complete[key] = of(complete)
  }
  return complete
}

/** The brand's colour as text, of complete colours. */
export function brandTexts(colors: Complete): Record<BrandText, string> {
  const { brandText, brandOnSubtle } = BRAND_TEXTS
  return { brandText: brandText.of(colors), brandOnSubtle: brandOnSubtle.of(colors) }
}

/** The same in CSS, for the widget, where it follows colours that the page sets as well. */
export function derivedCss(key: ColorKey | BrandText): string | undefined {
  const derivation = { ...DERIVED, ...BRAND_TEXTS }[key]
  return derivation?.css((other) => `var(--svc-color-${kebab(other)})`)
}

function readable(colors: Complete, surface: ColorKey, ratio: number): string {
  const brand = seen(colors, 'brand')
  const found = readableOn(seen(colors, surface), brand, ratio)
  return found === brand ? colors.brand : rgb(found)
}

function mixed(colors: Complete, share: number, other: string): string {
  const added = over(parsed(other), seen(colors, 'surface'))
  return rgb(mix(seen(colors, 'brand'), added, 1 - share / 100))
}

function mixedCss(brand: string, share: number, other: string): string {
  return `color-mix(in oklab,${brand} ${share}%,${other})`
}

/** A colour as it is seen on the surface. */
function seen(colors: Complete, key: ColorKey): Rgb {
  return over(parsed(colors[key]), parsed(colors.surface))
}

function parsed(text: string): Rgb {
  const color = parseColor(text)
  if (!color) throw new Error('A colour of the brand is no colour.')
  return color
}

function rgb(color: Rgb): string {
  return `rgb(${triplet(color)})`
}

function entries<Key extends string>(derivations: { [key in Key]?: Derivation }) {
  return Object.entries(derivations) as [Key, Derivation][]
}
