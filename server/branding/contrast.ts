import {
  type BrandingLayer,
  type ColorKey,
  type ContrastFinding,
  type ContrastWarning,
  type Mode,
  modes,
} from '../contract/branding.ts'
import { contrast, lightness, parseColor, type Rgb, withLightness } from './colors.ts'
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
  return modes.flatMap((mode) =>
    weakPairs(layer.theme?.colors?.[mode] ?? {}, mode).map((pair) => warningOf(pair, mode)),
  )
}

/** The same, each with the nearest lightness of the override that all its pairs can be read in. */
export function contrastFindings(layer: BrandingLayer): ContrastFinding[] {
  return modes.flatMap((mode) => {
    const overrides = layer.theme?.colors?.[mode] ?? {}
    const pairs = weakPairs(overrides, mode)
    const keys = [...new Set(pairs.map(({ key }) => key))]
    const mended = new Map(keys.map((key) => [key, mend(overrides, key, mode)]))
    return pairs.map((pair) => ({
      ...warningOf(pair, mode),
      key: pair.key,
      mode,
      ratio: roundedDown(pair.ratio),
      mended: mended.get(pair.key) ?? null,
    }))
  })
}

function mend(overrides: Overrides, key: ColorKey, mode: Mode): string | null {
  const color = parseColor(completeColors(overrides, mode)[key])
  const isReadable = (hex: string) =>
    weakPairs({ ...overrides, [key]: hex }, mode).every((pair) => pair.key !== key)
  return color && nearestReadable(color, isReadable)
}

const STEP = 0.02

/** Tries lighter and darker colours in turn, nearest first; null when none passes. */
function nearestReadable(color: Rgb, passes: (hex: string) => boolean): string | null {
  const start = lightness(color)
  for (let away = STEP; away <= 1; away += STEP) {
    for (const l of [start - away, start + away]) {
      const hex = l >= 0 && l <= 1 ? withLightness(color, l) : null
      if (hex && passes(hex)) return hex
    }
  }
  return null
}

type Overrides = { [Key in ColorKey]?: string | undefined }

/** A text that is hard to read on its background. */
interface WeakPair {
  text: ColorKey
  background: ColorKey
  ratio: number
  /** The override to change. */
  key: ColorKey
}

function weakPairs(overrides: Overrides, mode: Mode): WeakPair[] {
  const seen = seenColors(completeColors(overrides, mode), mode)
  return textPairs.flatMap(([text, background]) => {
    const ratio = contrast(seen[text], seen[background])
    if (ratio >= MIN_CONTRAST) return []
    const key = [text, background].find((own) => overrides[own] !== undefined) ?? 'brand'
    return [{ text, background, ratio, key }]
  })
}

function warningOf({ text, background, ratio, key }: WeakPair, mode: Mode): ContrastWarning {
  return {
    path: `theme.colors.${mode}.${key}`,
    message: `${text} on ${background} has a contrast of ${roundedDown(ratio).toFixed(2)}:1 in the ${mode} appearance; text needs at least ${MIN_CONTRAST}:1 (WCAG AA).`,
  }
}

/** 4.499 must not read as 4.50. */
function roundedDown(ratio: number): number {
  return Math.floor(ratio * 100) / 100
}
