import type { ColorKey, Mode, ResolvedBrand } from '../contract/branding.ts'
import { mix, parseColor, type Rgb, triplet } from './colors.ts'
import { readableOn, TEXT } from './readable.ts'
import { seenColors } from './seen-colors.ts'

/** A theme of the chat interface LibreChat (docs/behaviour.md#theme). */
export interface LibreChatTheme {
  version: 1
  name: string
  modes: Record<Mode, LibreChatMode>
}

export interface LibreChatMode {
  /** `rgb-*` → `R G B` */
  colors: Record<string, string>
  appearance: {
    controlRadius: string
    surfaceRadius: string
    controlHeight: string
    fontFamily: string
  }
}

/**
 * Converts the brand to a LibreChat theme. LibreChat rejects a theme with an unknown key, so this
 * names exactly its 67 colours, all of them opaque.
 */
export function libreChatTheme({ identity, theme }: ResolvedBrand): LibreChatTheme {
  const light = seenColors(theme.colors.light, 'light')
  const dark = seenColors(theme.colors.dark, 'dark')
  const appearance = {
    controlRadius: theme.shape.radiusMd,
    surfaceRadius: theme.shape.radiusLg,
    controlHeight: '2.25rem',
    fontFamily: theme.typography.fontFamilySans,
  }
  return {
    version: 1,
    name: identity.productName,
    modes: {
      light: { colors: triplets(light, light), appearance },
      dark: { colors: triplets(dark, light), appearance },
    },
  }
}

function triplets(seen: Seen, light: Seen): Record<string, string> {
  const named = { ...taken(seen), ...statuses(seen), ...derived(seen), ...fixed(light) }
  return Object.fromEntries(
    Object.entries(named).map(([name, color]) => [`rgb-${name}`, triplet(color)]),
  )
}

type Seen = Record<ColorKey, Rgb>

/** Colours that are taken from the brand unchanged. */
function taken(seen: Seen): Record<string, Rgb> {
  return {
    'text-primary': seen.textPrimary,
    'text-secondary': seen.textSecondary,
    'text-secondary-alt': seen.textSecondary,
    'text-tertiary': seen.textMuted,
    'text-warning': seen.warning,
    'text-destructive': seen.danger,
    'text-inverted': seen.textInverted,
    'text-on-status': seen.brandContrast,
    link: readableOn(seen.background, seen.brand, TEXT),
    'link-hover': seen.brandHover,
    'accent-primary': seen.accent,
    'ring-primary': seen.focus,
    'header-primary': seen.background,
    'header-hover': seen.brandSubtle,
    'header-button-hover': seen.brandSubtle,
    'surface-primary': seen.background,
    'surface-primary-alt': seen.surface,
    'surface-primary-contrast': seen.surfaceSunken,
    'surface-secondary': seen.surface,
    'surface-secondary-alt': seen.surfaceSunken,
    'surface-tertiary': seen.surfaceSunken,
    'surface-tertiary-alt': seen.surfaceRaised,
    'surface-active': seen.surfaceSunken,
    'surface-hover': seen.brandSubtle,
    'surface-dialog': seen.surfaceRaised,
    'surface-overlay': seen.overlay,
    'surface-submit': seen.brand,
    'surface-submit-hover': seen.brandHover,
    'surface-destructive': seen.danger,
    'surface-chat': seen.background,
    'surface-inverted': seen.textPrimary,
    'surface-inverted-hover': seen.textSecondary,
    'border-light': seen.border,
    'border-medium': seen.border,
    'border-medium-alt': seen.border,
    'border-heavy': seen.borderStrong,
    'border-xheavy': seen.borderStrong,
    'border-destructive': seen.danger,
    'status-neutral': seen.textSecondary,
    'status-neutral-subtle': seen.surfaceSunken,
    'status-neutral-border': seen.border,
    'brand-purple': seen.brand,
    presentation: seen.background,
  }
}

function statuses(seen: Seen): Record<string, Rgb> {
  return {
    ...status('success', seen.success, seen.successSubtle),
    ...status('info', seen.info, seen.infoSubtle),
    ...status('warning', seen.warning, seen.warningSubtle),
    ...status('error', seen.danger, seen.dangerSubtle),
  }
}

function status(name: string, color: Rgb, subtle: Rgb): Record<string, Rgb> {
  return {
    [`status-${name}`]: color,
    [`status-${name}-subtle`]: subtle,
    [`status-${name}-border`]: mix(subtle, color, 0.45),
    [`status-${name}-strong`]: color,
  }
}

/** Colours without a key in the brand, mixed from others. */
function derived(seen: Seen): Record<string, Rgb> {
  return {
    'link-visited': mix(seen.brand, seen.textMuted, 0.4),
    'accent-primary-hover': mix(seen.accent, seen.textPrimary, 0.12),
    'surface-active-alt': mix(seen.surfaceSunken, seen.textPrimary, 0.08),
    'surface-hover-alt': mix(seen.brandSubtle, seen.textPrimary, 0.08),
    'surface-destructive-hover': mix(seen.danger, black, 0.12),
  }
}

const black = parseColor('#000000') as Rgb

/** Colours that stay light in dark mode. */
function fixed(light: Seen): Record<string, Rgb> {
  return {
    'surface-fixed': light.background,
    'surface-fixed-hover': light.surfaceSunken,
    'text-fixed': light.textPrimary,
  }
}
