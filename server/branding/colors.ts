import 'culori/css'
import {
  blend,
  type Color,
  clampChroma,
  clampRgb,
  converter,
  formatHex,
  interpolate,
  parse as parseCss,
  type Rgb,
  wcagContrast,
  wcagLuminance,
} from 'culori/fn'

/** An opaque or translucent sRGB colour; channels and alpha from 0 to 1. */
export type { Rgb }

const toRgb = converter('rgb')
const toOklch = converter('oklch')
const toLinear = converter('lrgb')

/**
 * Parses a CSS colour to sRGB, clipped to its gamut; null for other text and for colours that
 * depend on a page (`currentcolor`, system colours).
 */
export function parseColor(text: string): Rgb | null {
  // `none` as alpha is transparent in CSS, but opaque in the library.
  const color = parseCss(text.toLowerCase().replace(/\/ *none *\)$/, '/ 0)'))
  if (!color) return null
  const rgb = clip(color)
  return [rgb.r, rgb.g, rgb.b].every(Number.isFinite) ? rgb : null
}

/** Blends `front` over `back`. */
export function over(front: Rgb, back: Rgb): Rgb {
  return clip(blend([back, front]))
}

/** Mixes `share` (0 to 1) of `other` into a colour, in the perceptually uniform OKLab space. */
export function mix(color: Rgb, other: Rgb, share: number): Rgb {
  return clip(interpolate([color, other], 'oklab')(share))
}

/** The colour with another lightness, from 0 to 1, and its hue, in hexadecimal notation. */
export function withLightness(color: Rgb, l: number): string {
  return formatHex(clampChroma({ ...toOklch(color), alpha: 1, l }, 'oklch'))
}

/** Lightness as it is perceived, from 0 (black) to 1 (white). */
export function lightness(color: Rgb): number {
  return toOklch(color).l
}

/** WCAG 2 relative luminance, from 0 (black) to 1 (white). */
export function luminance(color: Rgb): number {
  return wcagLuminance(color)
}

/**
 * The colour with another luminance and its hue. In linear light, which keeps the chroma, it is
 * darkened; or half of it lightened as far as the gamut goes, and half mixed with white.
 */
export function withLuminance(color: Rgb, target: number): Rgb {
  const { r, g, b } = toLinear(color)
  const own = Math.max(luminance(color), 1e-6)
  const most = 1 / Math.max(r, g, b, 1e-6)
  const scale = target < own ? target / own : Math.max(1, Math.min(Math.sqrt(target / own), most))
  const white = Math.max(0, (target - own * scale) / (1.0001 - own * scale))
  const set = (channel: number) => channel * scale * (1 - white) + white
  return clip({ mode: 'lrgb', r: set(r), g: set(g), b: set(b) })
}

/** WCAG 2 contrast ratio of two opaque colours, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  return wcagContrast(one, other)
}

/** `R G B`, each a whole number from 0 to 255. */
export function triplet({ r, g, b }: Rgb): string {
  return [r, g, b].map((channel) => Math.round(channel * 255)).join(' ')
}

function clip(color: Color): Rgb {
  const { r = 0, g = 0, b = 0, alpha = 1 } = clampRgb(toRgb(color))
  return { mode: 'rgb', r, g, b, alpha }
}
