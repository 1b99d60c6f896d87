import type { ColorKey, Mode } from '../contract/branding.ts'
import { mix, over, parseColor, triplet } from './colors.ts'
import { colors as platformColors } from './platform-theme.ts'
import { kebab } from './properties.ts'

type Colors = { [Key in ColorKey]?: string | undefined }

/**
 * Colours that follow a brand which sets `brand` and not them: the share of the brand in percent,
 * mixed with another colour. Text mixed in moves away from the contrast colour of either mode.
 */
const DERIVED: { [Key in ColorKey]?: [share: number, other: ColorKey] } = {
  brandHover: [86, 'textPrimary'],
  brandSubtle: [10, 'surface'],
  focus: [100, 'textPrimary'],
}

/** The platform's colours of a mode, the derived ones, and the overrides over both. */
export function completeColors(overrides: Colors, mode: Mode): Record<ColorKey, string> {
  const complete = { ...platformColors[mode], ...overrides } as Record<ColorKey, string>
  if (overrides.brand === undefined) return complete
  for (const [key, [share, other]] of entries()) {
    if (overrides[key] === undefined) complete[key] = mixed(complete, share, other)
  }
  return complete
}

function mixed(colors: Record<ColorKey, string>, share: number, other: ColorKey): string {
  if (share === 100) return colors.brand
  const [brand, added, back] = [colors.brand, colors[other], colors.surface].map(parseColor)
  if (!brand || !added || !back) throw new Error('A colour of the brand is no colour.')
  return `rgb(${triplet(mix(over(brand, back), over(added, back), 1 - share / 100))})`
}

/** The same in CSS, for the widget, where it follows colours that the page sets as well. */
export function derivedCss(key: ColorKey): string | undefined {
  const [share, other] = DERIVED[key] ?? []
  if (!share || !other) return undefined
  if (share === 100) return 'var(--svc-color-brand)'
  const others = `var(--svc-color-${kebab(other)})`
  return `color-mix(in oklab,var(--svc-color-brand) ${share}%,${others})`
}

function entries() {
  return Object.entries(DERIVED) as [ColorKey, [share: number, other: ColorKey]][]
}
