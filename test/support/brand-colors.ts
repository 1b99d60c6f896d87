/** Colours over the whole of sRGB, the same each time: black and white, then as if by chance. */
export function manyColors(count: number): string[] {
  let state = 7
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state % 0x1000000
  }
  const colors = Array.from({ length: count - 2 }, next)
  return [0, 0xffffff, ...colors].map((color) => `#${color.toString(16).padStart(6, '0')}`)
}

/** What the widget draws in a brand's colours, on what, and the contrast that WCAG 2.2 wants. */
export const brandPairs: [drawn: string, on: string, least: number][] = [
  ['brandContrast', 'brand', 4.5],
  ['brandContrast', 'brandHover', 4.5],
  ['brandText', 'surface', 4.5],
  ['brandText', 'surfaceRaised', 4.5],
  ['brandText', 'surfaceSunken', 4.5],
  ['brandOnSubtle', 'brandSubtle', 4.5],
  ['textPrimary', 'brandSubtle', 4.5],
  ['textSecondary', 'brandSubtle', 4.5],
  ['focus', 'surface', 3],
  ['focus', 'surfaceRaised', 3],
  ['focus', 'surfaceSunken', 3],
]
