import {
  type BrandingLayer,
  type ColorKey,
  type ContrastWarning,
  type Mode,
  modes,
} from '../contract/branding.ts'
import { contrast } from './colors.ts'
import { completeColors } from './derived.ts'
import { seenColors } from './seen-colors.ts'

/** Minimum for ordinary text (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5

const AREAS = ['background', 'surface', 'surfaceRaised', 'surfaceSunken'] as const

/** Pairs of text and background colours that the widget, the console and the themes use. */
export const textPairs: [text: ColorKey, background: ColorKey][] = [
  ...AREAS.flatMap((area): [ColorKey, ColorKey][] => [
    ['textPrimary', area],
    ['textSecondary', area],
    ['textMuted', area],
  ]),
  ['textInverted', 'textPrimary'],
  ['brand', 'background'],
  ['brand', 'surface'],
  ['brandContrast', 'brand'],
  ['brandContrast', 'brandHover'],
  ['textPrimary', 'brandSubtle'],
  ['accentContrast', 'accent'],
  ...(['success', 'warning', 'danger', 'info'] as const).flatMap(
    (status): [ColorKey, ColorKey][] => [
      [status, `${status}Subtle`],
      [status, 'surface'],
      ['textPrimary', `${status}Subtle`],
    ],
  ),
]

/**
 * Returns a warning for each pair of text and background below WCAG AA
 * (docs/behaviour.md#branding). Pairs of platform colours always pass, so each warning can name an
 * override.
 */
export function contrastWarnings(layer: BrandingLayer): ContrastWarning[] {
  return modes.flatMap((mode) => warningsOf(layer.theme?.colors?.[mode] ?? {}, mode))
}

function warningsOf(
  overrides: { [Key in ColorKey]?: string | undefined },
  mode: Mode,
): ContrastWarning[] {
  const seen = seenColors(completeColors(overrides, mode), mode)
  return textPairs.flatMap(([text, background]) => {
    const ratio = contrast(seen[text], seen[background])
    if (ratio >= MIN_CONTRAST) return []
    const key = [text, background].find((own) => overrides[own] !== undefined) ?? 'brand'
    return {
      path: `theme.colors.${mode}.${key}`,
      message: `${text} on ${background} has a contrast of ${roundedDown(ratio)}:1 in the ${mode} appearance; text needs at least ${MIN_CONTRAST}:1 (WCAG AA).`,
    }
  })
}

/** 4.499 must not read as 4.50. */
function roundedDown(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}
