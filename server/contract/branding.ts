import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import { operation } from './operation.ts'
import { shownText, Timestamp } from './text.ts'

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

/** The two appearances of a theme. */
export const modes = ['light', 'dark'] as const
export type Mode = (typeof modes)[number]

const MAX_CHARS = 200
const MAX_DATA_URI_CHARS = 128 * 1024

/**
 * The characters and functions of CSS colours that do not depend on a page
 * (docs/behaviour.md#branding). A match cannot end a declaration; `branding/colors.ts`, which may
 * use a library, checks that it is a colour.
 */
const COLOR =
  /^(?:#[0-9a-f]{3,8}|(?![a-f]+$)[a-z]{3,30}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([a-z0-9.,%+\-/ ]+\)|color\( *(?:srgb|srgb-linear|display-p3|a98-rgb|prophoto-rgb|rec2020|xyz|xyz-d50|xyz-d65) [a-z0-9.,%+\-/ ]+\))$/i
export const NOT_A_COLOR = 'must be a CSS colour such as #1c3fc4 or oklch(55% 0.2 265)'

const Color = z
  .string()
  .trim()
  .max(MAX_CHARS, { abort: true })
  .regex(COLOR, { error: NOT_A_COLOR, abort: true })

/**
 * A quoted name or CSS identifiers, without characters that could end a declaration or attribute.
 */
const FAMILY = String.raw`(?:"[^"'\\<>;{}]+"|'[^"'\\<>;{}]+'|-?[_\p{L}][\p{L}\p{M}\w-]*(?: +[_\p{L}][\p{L}\p{M}\w-]*)*)`
const FONT_STACK = new RegExp(`^${FAMILY}(?: *, *${FAMILY})*$`, 'u')

const FontStack = shownText(1, 500).refine((stack) => FONT_STACK.test(stack), {
  error: `must be font family names separated by commas, such as "Inter", sans-serif`,
})

const LENGTH = /^(?:0|(\d{0,4}(?:\.\d{1,4})?)(px|rem|em))$/
const MAX_LENGTH: Record<string, number> = { px: 64, rem: 4, em: 4 }

const Radius = z
  .string()
  .trim()
  .toLowerCase()
  .refine(isRadius, { error: 'must be a CSS length from 0 to 64px, or to 4rem or 4em' })

function isRadius(text: string): boolean {
  const [matched, number, unit] = LENGTH.exec(text) ?? []
  if (matched === '0') return true
  return Boolean(number && unit) && Number(number) <= (MAX_LENGTH[unit ?? ''] ?? 0)
}

/** Excludes spaces and characters that could end a string, an attribute or a quoted `url()`. */
const URL_CHARACTERS =
  /^https?:\/\/[^\s"'<>\\^`{|}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cs}]+$/iu

const Url = z
  .string()
  .trim()
  .refine(isUrl, {
    error: `must be an https URL of at most ${MAX_CHARS} characters (http on loopback only)`,
  })

const IMAGE = /^data:image\/(?:png|svg\+xml|jpeg|webp|gif|x-icon);base64,[A-Za-z0-9+/]+={0,2}$/

const AssetUrl = z
  .string()
  .trim()
  .refine((text) => isUrl(text) || (text.length <= MAX_DATA_URI_CHARS && IMAGE.test(text)), {
    error:
      'must be an https URL, or a data: URI in base64 of at most 128 KiB with image/png, svg+xml, jpeg, webp, gif or x-icon',
  })

function isUrl(text: string): boolean {
  if (text.length > MAX_CHARS || !URL_CHARACTERS.test(text)) return false
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || isLoopback(url.hostname)
}

const colorShape = Object.fromEntries(colorKeys.map((key) => [key, Color]))
const Colors = z.strictObject(colorShape as Record<ColorKey, typeof Color>).partial()

const identity = z
  .strictObject({
    productName: shownText(1, MAX_CHARS),
    productShortName: shownText(1, MAX_CHARS),
    companyName: shownText(1, MAX_CHARS),
    companyLegalName: shownText(1, MAX_CHARS),
    tagline: shownText(0, 300),
  })
  .partial()

const assets = z
  .strictObject({
    logoLight: AssetUrl,
    logoDark: AssetUrl,
    logoMark: AssetUrl,
    favicon: AssetUrl,
    ogImage: AssetUrl,
  })
  .partial()

const theme = z
  .strictObject({
    colors: z.strictObject({ light: Colors, dark: Colors }).partial(),
    typography: z
      .strictObject({
        fontFamilySans: FontStack,
        fontFamilyMono: FontStack,
        baseSizePx: z
          .int({ error: 'must be a whole number from 10 to 24' })
          .min(10, { error: 'must be a whole number from 10 to 24' })
          .max(24, { error: 'must be a whole number from 10 to 24' }),
      })
      .partial(),
    shape: z
      .strictObject({ radiusSm: Radius, radiusMd: Radius, radiusLg: Radius, radiusXl: Radius })
      .partial(),
    modeDefault: z.enum(['light', 'dark', 'system']),
  })
  .partial()

const surfaces = z
  .strictObject({
    console: z.strictObject({ showLogo: z.boolean(), showPoweredBy: z.boolean() }).partial(),
    widget: z.strictObject({ showBranding: z.boolean() }).partial(),
  })
  .partial()

/**
 * The overrides of an organization (docs/behaviour.md#branding). Names must not be empty; an empty
 * tagline or copyright notice shows none. URLs must not contain a user name.
 */
export const BrandingLayer = z
  .strictObject({
    identity,
    assets,
    theme,
    domains: z.strictObject({ docsUrl: Url, supportUrl: Url }).partial(),
    legal: z
      .strictObject({ termsUrl: Url, privacyUrl: Url, copyrightNotice: shownText(0, 500) })
      .partial(),
    surfaces,
  })
  .partial()
export type BrandingLayer = z.infer<typeof BrandingLayer>

/** The public part of the overrides, without links (docs/behaviour.md#bootstrap). */
export const SparseBrand = BrandingLayer.omit({ domains: true, legal: true })
export type SparseBrand = z.infer<typeof SparseBrand>

/** The overrides with their revision. */
export const Branding = z.strictObject({
  layer: BrandingLayer,
  revision: z.int().min(0),
  configured: z.boolean(),
  updatedAt: Timestamp.nullable(),
  updatedBy: z.string().nullable(),
})
export type Branding = z.infer<typeof Branding>

/** Low contrast between a text and its background; `path` is the override to change. */
export const ContrastWarning = z.strictObject({ path: z.string(), message: z.string() })
export type ContrastWarning = z.infer<typeof ContrastWarning>

export const SavedBranding = Branding.extend({
  warnings: z
    .array(ContrastWarning)
    .describe(
      'Text whose contrast with its background is below 4.5:1; the layer is saved all the same.',
    ),
})
export type SavedBranding = z.infer<typeof SavedBranding>

const FilledColors = z.strictObject(
  Object.fromEntries(colorKeys.map((key) => [key, z.string()])) as Record<ColorKey, z.ZodString>,
)

/**
 * The resolved brand, with every section and key (docs/behaviour.md#theme). Assets and links that
 * neither the organization nor the platform has are null.
 */
export const ResolvedBrand = z.strictObject({
  identity: z.strictObject({
    productName: z.string(),
    productShortName: z.string(),
    companyName: z.string(),
    companyLegalName: z.string(),
    tagline: z.string(),
  }),
  assets: z.strictObject({
    logoLight: z.string().nullable(),
    logoDark: z.string().nullable(),
    logoMark: z.string().nullable(),
    favicon: z.string().nullable(),
    ogImage: z.string().nullable(),
  }),
  theme: z.strictObject({
    colors: z.strictObject({ light: FilledColors, dark: FilledColors }),
    typography: z.strictObject({
      fontFamilySans: z.string(),
      fontFamilyMono: z.string(),
      baseSizePx: z.int(),
    }),
    shape: z.strictObject({
      radiusSm: z.string(),
      radiusMd: z.string(),
      radiusLg: z.string(),
      radiusXl: z.string(),
    }),
    modeDefault: z.enum(['light', 'dark', 'system']),
  }),
  domains: z.strictObject({
    consoleUrl: z.string(),
    apiUrl: z.string(),
    widgetUrl: z.string(),
    docsUrl: z.string(),
    supportUrl: z.string().nullable(),
  }),
  legal: z.strictObject({
    termsUrl: z.string().nullable(),
    privacyUrl: z.string().nullable(),
    copyrightNotice: z.string(),
    attributionNotices: z.array(z.string()),
  }),
  surfaces: z.strictObject({
    console: z.strictObject({ showLogo: z.boolean(), showPoweredBy: z.boolean() }),
    widget: z.strictObject({ showBranding: z.boolean() }),
  }),
})
export type ResolvedBrand = z.infer<typeof ResolvedBrand>

/** A warning with the nearest colour that can be read as `mended`, if there is one. */
export const ContrastFinding = ContrastWarning.extend({
  mode: z.enum(modes),
  key: z.enum(colorKeys),
  ratio: z.number(),
  mended: z
    .string()
    .nullable()
    .describe('The nearest colour for that key with which all its text can be read, or `null`.'),
})
export type ContrastFinding = z.infer<typeof ContrastFinding>

/** What a layer would give, if it were saved. */
export const CheckedBranding = z.strictObject({
  brand: ResolvedBrand,
  warnings: z.array(ContrastFinding).describe('As of PUT.'),
})
export type CheckedBranding = z.infer<typeof CheckedBranding>

export const themeFormats = ['css', 'json', 'librechat'] as const
export type ThemeFormat = (typeof themeFormats)[number]

const Revision = z.int().min(0)

/** 1 MiB, because the layer may contain five images. */
const MAX_BODY_BYTES = 1024 * 1024

export const SaveBranding = z.strictObject({
  revision: Revision.describe('The current one.'),
  layer: BrandingLayer,
})
export type SaveBranding = z.infer<typeof SaveBranding>

export const getBranding = operation({
  rule: 'behaviour.md#branding',
  summary: 'Read the branding overrides',
  description:
    '`{}` at revision 0 before the first save. The `ETag` is the revision, and `If-None-Match` with it gets 304.',
  method: 'get',
  path: '/branding',
  access: 'branding.read',
  status: 200,
  reply: Branding,
  replyAs: 'etag',
})

export const saveBranding = operation({
  rule: 'behaviour.md#branding',
  summary: 'Replace the branding overrides',
  description:
    'Replaces the whole layer. `revision` must be the current one; otherwise the response is 409 and nothing changes.',
  method: 'put',
  path: '/branding',
  access: 'branding.manage',
  body: SaveBranding,
  maxBodyBytes: MAX_BODY_BYTES,
  status: 200,
  audit: { action: 'branding.updated' },
  reply: SavedBranding,
})

export const checkBranding = operation({
  rule: 'behaviour.md#branding',
  summary: 'Check branding overrides',
  description: 'What a layer would give, resolved, without saving it.',
  method: 'post',
  path: '/branding/check',
  access: 'branding.read',
  body: z.strictObject({ layer: BrandingLayer }),
  maxBodyBytes: MAX_BODY_BYTES,
  status: 200,
  reply: CheckedBranding,
})

/** The revision is sent in the body, in the query or as `If-Match: "<n>"`. */
export const resetBranding = operation({
  rule: 'behaviour.md#branding',
  summary: 'Reset the branding',
  description:
    'Removes all overrides; the response has the empty layer and its new revision. `revision` is sent in the body, in the query, or as the header `If-Match: "<revision>"`.',
  method: 'delete',
  path: '/branding',
  access: 'branding.manage',
  query: z.object({
    revision: z
      .string()
      .regex(/^\d{1,15}$/, { error: 'must be a whole number from 0' })
      .transform(Number)
      .optional(),
  }),
  headers: z.object({
    'if-match': z
      .string()
      .regex(/^"\d{1,15}"$/, { error: 'must be a revision in quotes, such as "3"' })
      .transform((tag) => Number(tag.slice(1, -1)))
      .optional()
      .describe('The revision in quotes, such as `"3"`.'),
  }),
  body: z.strictObject({ revision: Revision.optional() }),
  maxBodyBytes: MAX_BODY_BYTES,
  status: 200,
  audit: { action: 'branding.reset' },
  reply: Branding,
})

export const getTheme = operation({
  rule: 'behaviour.md#theme',
  summary: 'Read the resolved theme',
  description:
    'The resolved brand, with every value. The `ETag` is the revision, and `If-None-Match` with it gets 304.',
  method: 'get',
  path: '/branding/theme',
  access: 'branding.read',
  query: z.object({
    format: z
      .enum(themeFormats)
      .default('css')
      .describe(
        '`css`: custom properties `--svc-*`, the ones that the widget uses; `librechat`: a theme definition for that chat interface.',
      ),
  }),
  status: 200,
  replyAs: 'representation',
})
