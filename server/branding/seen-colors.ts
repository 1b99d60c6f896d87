import type { ColorKey, Mode } from '../contract/branding.ts'
import { over, parseColor, type Rgb } from './colors.ts'

/** Colour of the canvas behind a page. */
const canvas: Record<Mode, string> = { light: '#ffffff', dark: '#000000' }

/** Blends translucent colours with the background, and the background with the canvas. */
export function seenColors(colors: Record<ColorKey, string>, mode: Mode): Record<ColorKey, Rgb> {
  const background = over(color(colors.background), color(canvas[mode]))
  const seen = Object.entries(colors).map(([key, text]) => [
    key,
    key === 'background' ? background : over(color(text), background),
  ])
  return Object.fromEntries(seen) as Record<ColorKey, Rgb>
}

function color(text: string): Rgb {
  const parsed = parseColor(text)
  if (!parsed) throw new Error(`"${text}" is in a brand and is no colour.`)
  return parsed
}
