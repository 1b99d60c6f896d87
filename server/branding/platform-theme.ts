import type { ColorKey, Mode, ResolvedBrand } from '../contract/branding.ts'

/** The platform's palette; every text on its background has a contrast of at least 4.5:1. */
export const colors: Record<Mode, Record<ColorKey, string>> = {
  light: {
    background: '#ffffff',
    surface: '#ffffff',
    surfaceRaised: '#ffffff',
    surfaceSunken: '#f4f5f7',
    border: '#e2e5ea',
    borderStrong: '#858d99',
    textPrimary: '#171b21',
    textSecondary: '#4a525e',
    textMuted: '#646d7a',
    textInverted: '#ffffff',
    brand: '#2b50c8',
    brandHover: '#2140a3',
    brandContrast: '#ffffff',
    brandSubtle: '#e8eefb',
    accent: '#0b7a6b',
    accentContrast: '#ffffff',
    focus: '#2b50c8',
    success: '#1a7f4b',
    successSubtle: '#e8f6ee',
    warning: '#8a5a00',
    warningSubtle: '#fff6e0',
    danger: '#b3261e',
    dangerSubtle: '#fdecea',
    info: '#2a5d8f',
    infoSubtle: '#eaf3fb',
    overlay: 'rgb(15 18 25 / .45)',
  },
  dark: {
    background: '#14171c',
    surface: '#191d23',
    surfaceRaised: '#21262e',
    surfaceSunken: '#12151a',
    border: '#2e343d',
    borderStrong: '#6f7986',
    textPrimary: '#eef0f3',
    textSecondary: '#b9c0ca',
    textMuted: '#949da9',
    textInverted: '#14171c',
    brand: '#94a9ff',
    brandHover: '#a2b5ff',
    brandContrast: '#000000',
    brandSubtle: '#242936',
    accent: '#5fd0bd',
    accentContrast: '#06231e',
    focus: '#94a9ff',
    success: '#6fd39b',
    successSubtle: '#17301f',
    warning: '#f0c063',
    warningSubtle: '#33280f',
    danger: '#ff9c92',
    dangerSubtle: '#3b1d1b',
    info: '#8fc1f0',
    infoSubtle: '#182a3b',
    overlay: 'rgb(0 0 0 / .6)',
  },
}

/** Shadows by elevation. Always the platform's: the layer has no key for them. */
export function shadows(shade: string) {
  return {
    sm: `0 1px 2px ${shade}`,
    md: `0 4px 16px ${shade}`,
    lg: `0 16px 48px ${shade}`,
  }
}

export const shades: Record<Mode, string> = {
  light: 'rgb(23 27 33 / .14)',
  dark: 'rgb(0 0 0 / .5)',
}

export const typography: ResolvedBrand['theme']['typography'] = {
  fontFamilySans: 'system-ui, sans-serif',
  fontFamilyMono: 'ui-monospace, Menlo, Consolas, monospace',
  baseSizePx: 15,
}

export const shape: ResolvedBrand['theme']['shape'] = {
  radiusSm: '6px',
  radiusMd: '10px',
  radiusLg: '14px',
  radiusXl: '20px',
}

/** Text marker behind the sentence of a source that supports an answer; brands do not change it. */
export const marks: Record<Mode, string> = { light: '#ffe14d', dark: '#6b5600' }
