import { luminance, type Rgb, withLuminance } from './colors.ts'

/*
 * Colours that can be read on others, each as a function and as the same in CSS, for the widget,
 * where they follow colours that a page sets. `y` of `xyz-d65` is the luminance of WCAG.
 */

/** Minimum contrast of text, and of rings and borders (WCAG 2.2, 1.4.3 and 1.4.11), rounded up. */
export const TEXT = 4.6
export const RING = 3.3

/** White text has at least 4.56:1 up to this luminance, black text 4.6:1 from it on. */
const PARTING = 0.18

/** Black or white: the text that can be read on a colour, white where both can. */
export function textOn(color: Rgb): '#000000' | '#ffffff' {
  return luminance(color) < PARTING ? '#ffffff' : '#000000'
}

export function textOnCss(color: string): string {
  const isDark = `clamp(0,(${PARTING} - y)*1e6,1)`
  return `color(from ${color} xyz-d65 ${WHITE.map((white) => `calc(${white}*${isDark})`).join(' ')}/1)`
}

/**
 * The nearest colour with a contrast to the surface: darker on a light surface, lighter on a dark
 * one. On surfaces between them it is black or white.
 */
export function readableOn(surface: Rgb, color: Rgb, ratio: number): Rgb {
  const [own, below] = [luminance(color), luminance(surface)]
  if (below >= PARTING) {
    const most = Math.max(0, (below + 0.05) / ratio - 0.05)
    return own > most ? withLuminance(color, most) : color
  }
  const least = Math.min(1, ratio * (below + 0.05) - 0.05)
  return own < least ? withLuminance(color, least) : color
}

/**
 * A colour of CSS has no access to another's luminance, so the surface's is mixed in as alpha: of
 * the mixture, `2*alpha - 1` is the luminance of the surface, and a channel of the colour is
 * `2*alpha` times its own.
 */
export function readableOnCss(surface: string, color: string, ratio: number): string {
  const opaque = `color(from ${color} srgb-linear r g b/1)`
  const seen = `color(from ${surface} xyz-d65 0 0 0/y)`
  const both = `color-mix(in srgb-linear,${opaque},${seen})`
  const own = 'max(2*alpha*(.2126*r + .7152*g + .0722*b),1e-6)'
  const below = '(2*alpha - 1)'
  const isDark = `clamp(0,(${PARTING} - ${below})*1e6,1)`
  const least = `(${ratio}*(${below} + .05) - .05)`
  const most = `max(0,(${below} + .05)/${ratio} - .05)`
  const up = `max(1,min(sqrt(max(0,${least})/${own}),1/max(2*alpha*max(r,g,b),1e-6)))`
  const scale = `(${isDark}*${up} + (1 - ${isDark})*min(1,${most}/${own}))`
  const scaled = `color(from ${both} srgb-linear ${['r', 'g', 'b'].map((c) => `calc(${c}*${scale})`).join(' ')}/alpha)`
  const white = `(${isDark}*clamp(0,(${least} - ${own})/(1.0001 - ${own}),1))`
  const lit = ['r', 'g', 'b'].map((c) => `calc(2*alpha*${c}*(1 - ${white}) + ${white})`)
  return `color(from ${scaled} srgb-linear ${lit.join(' ')}/1)`
}

/** White in `xyz-d65`. */
const WHITE = [0.95046, 1, 1.08906]
