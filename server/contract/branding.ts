import { z } from 'zod'

/** The colour keys of contract §2.6. */
export const colorKeys = [
  'background',
  'surface',
  'surfaceRaised',
  'surfaceSunken',
  'border',
  'borderStrong',
  'textPrimary',
  'textSecondary',
  'textMuted',
  'textInverted',
  'brand',
  'brandHover',
  'brandContrast',
  'brandSubtle',
  'accent',
  'accentContrast',
  'focus',
  'success',
  'successSubtle',
  'warning',
  'warningSubtle',
  'danger',
  'dangerSubtle',
  'info',
  'infoSubtle',
  'overlay',
] as const
export type ColorKey = (typeof colorKeys)[number]

const colors = z.partialRecord(z.enum(colorKeys), z.string())

/** What a page may know of an organization's brand: sparse, without links (contract §4.8, rule 4). */
export const SparseBrand = z.strictObject({
  identity: z
    .strictObject({
      productName: z.string(),
      productShortName: z.string(),
      companyName: z.string(),
      companyLegalName: z.string(),
      tagline: z.string(),
    })
    .partial()
    .optional(),
  assets: z
    .strictObject({
      logoLight: z.string(),
      logoDark: z.string(),
      logoMark: z.string(),
      favicon: z.string(),
      ogImage: z.string(),
    })
    .partial()
    .optional(),
  theme: z
    .strictObject({
      colors: z.strictObject({ light: colors, dark: colors }).partial(),
      typography: z
        .strictObject({
          fontFamilySans: z.string(),
          fontFamilyMono: z.string(),
          baseSizePx: z.int(),
        })
        .partial(),
      shape: z
        .strictObject({
          radiusSm: z.string(),
          radiusMd: z.string(),
          radiusLg: z.string(),
          radiusXl: z.string(),
        })
        .partial(),
      modeDefault: z.enum(['light', 'dark', 'system']),
    })
    .partial()
    .optional(),
  surfaces: z
    .strictObject({
      console: z.strictObject({ showLogo: z.boolean(), showPoweredBy: z.boolean() }).partial(),
      widget: z.strictObject({ showBranding: z.boolean() }).partial(),
    })
    .partial()
    .optional(),
})
export type SparseBrand = z.infer<typeof SparseBrand>
