import { describe, expect, test } from 'vitest'
import { CheckedLayer } from '../../server/branding/layer.ts'
import { parse } from '../../server/contract/parse.ts'
import { Provisioning } from '../../server/provisioning/file.ts'

const check = (layer: unknown) => parse(CheckedLayer, layer, { at: ['layer'] })

const whole = {
  identity: {
    productName: 'Acme Help',
    productShortName: 'Help',
    companyName: 'Acme & Söhne <3',
    companyLegalName: 'Acme GmbH',
    tagline: '',
  },
  assets: {
    logoLight: 'https://cdn.acme.test/logo.svg?v=2#light',
    logoDark: 'http://localhost:8787/logo.svg',
    logoMark: 'data:image/svg+xml;base64,PHN2Zy8+',
    favicon: 'data:image/x-icon;base64,AAABAA==',
    ogImage: 'http://127.0.0.1/og.png',
  },
  theme: {
    colors: {
      light: { brand: '#0b5d4e', overlay: 'rgb(0 0 0 / 40%)' },
      dark: { brand: 'oklch(80% 0.1 170)' },
    },
    typography: {
      fontFamilySans: `"Inter", 'Source Sans 3', system-ui, Größe, sans-serif`,
      fontFamilyMono: 'Fira Code, monospace',
      baseSizePx: 16,
    },
    shape: { radiusSm: '0', radiusMd: '.5rem', radiusLg: '64px', radiusXl: '4em' },
    modeDefault: 'dark',
  },
  domains: { docsUrl: 'https://docs.acme.test', supportUrl: 'https://acme.test/help_(new)' },
  legal: {
    termsUrl: 'https://acme.test/terms',
    privacyUrl: 'https://acme.test/privacy',
    copyrightNotice: '© 2026 Acme',
  },
  surfaces: { console: { showLogo: false, showPoweredBy: false }, widget: { showBranding: false } },
}

test('a layer of every field is kept as it was sent', () => {
  expect(check(whole)).toEqual(whole)
})

test.each([{}, { identity: {} }, { theme: { colors: { light: {} } } }])(
  'every section and every field may be absent: %j',
  (layer) => {
    expect(check(layer)).toEqual(layer)
  },
)

test('text is trimmed and normalized to NFC (docs/behaviour.md#text-fields)', () => {
  expect(check({ identity: { productName: ' Cafe\u0301 ' } })).toEqual({
    identity: { productName: 'Café' },
  })
})

/** `['theme.shape.radiusSm', '1px']` → `{theme: {shape: {radiusSm: '1px'}}}` */
function layerOf(path: string, value: unknown): unknown {
  return path.split('.').reduceRight((inner, key) => ({ [key]: inner }), value)
}

const refused: [path: string, value: unknown][] = [
  ['colour', 'red'],
  ['identity', null],
  ['identity', 'Acme'],
  ['identity.productTitle', 'Acme'],
  ['identity.productName', null],
  ['identity.productName', ''],
  ['identity.productName', 7],
  ['identity.productName', 'x'.repeat(201)],
  ['identity.productName', 'Acme\nHelp'],
  ['identity.productName', 'Ac\u200bme'],
  ['identity.productName', 'Ac\u202eme'],
  ['identity.productName', '\ue000'],
  ['identity.tagline', 'x'.repeat(301)],
  ['legal.copyrightNotice', 'x'.repeat(501)],
  ['legal.attributionNotices', []],
  ['theme.colors.light.brand', null],
  ['theme.colors.light.purple', '#000'],
  ['theme.colors.sepia', {}],
  ['theme.typography.baseSizePx', 9],
  ['theme.typography.baseSizePx', 25],
  ['theme.typography.baseSizePx', 15.5],
  ['theme.typography.baseSizePx', '16'],
  ['theme.modeDefault', 'auto'],
  ['domains.consoleUrl', 'https://acme.test'],
  ['surfaces.widget.showBranding', 'false'],
  ['surfaces.email', {}],
]

test.each(refused)('%s = %j is refused, and the message names it', (path, value) => {
  expect(() => check(layerOf(path, value))).toThrow(
    expect.objectContaining({
      code: 'validation_error',
      message: expect.stringMatching(new RegExp(`^layer\\.${path.replaceAll('.', '\\.')} .+\\.$`)),
    }),
  )
})

describe('colours (docs/behaviour.md#branding)', () => {
  test.each([
    '#fff',
    '#FFFA',
    '#1c3fc4',
    '#1c3fc480',
    'RebeccaPurple',
    'transparent',
    'rgb(28, 63, 196)',
    'RGBA(28, 63, 196, .5)',
    'rgb(28 63 196 / 50%)',
    'hsl(228 75% 44%)',
    'hsla(228deg, 75%, 44%, 0.5)',
    'hwb(228 11% 23%)',
    'lab(33% 30 -70)',
    'lch(33% 76 293)',
    'oklab(45% 0 -0.2)',
    'oklch(55% 0.2 265)',
    'oklch(55% 0.2 none)',
    'color(display-p3 0.1 0.2 0.8)',
    'color(srgb-linear 1 0 0 / 0.5)',
    'color(xyz-d50 0.2 0.1 0.5)',
  ])('%s is one', (brand) => {
    expect(check({ theme: { colors: { dark: { brand } } } })).toEqual({
      theme: { colors: { dark: { brand } } },
    })
  })

  test.each([
    '',
    'fff',
    '#ff',
    '#12345',
    'blurple',
    'currentcolor',
    'inherit',
    'initial',
    'Canvas',
    'var(--x)',
    'color-mix(in srgb, red, blue)',
    'rgb(from red r g b)',
    'rgb(calc(1) 2 3)',
    'rgb(1 2)',
    'rgb(1,2 3)',
    'rgb(1 2 3',
    'oklch(50% 1e999 0)',
    'color(constructor 1 0 0)',
    'color(--hsv 1 1 1)',
    'url(https://evil.test)',
    'red;}body{display:none',
    'red/**/',
    'red</style><script>alert(1)</script>',
    '#fff\\',
    'red !important',
  ])('%j is none', (brand) => {
    expect(() => check({ theme: { colors: { light: { brand } } } })).toThrow(
      'layer.theme.colors.light.brand must be a CSS colour such as #1c3fc4 or oklch(55% 0.2 265).',
    )
  })
})

describe('radii (docs/behaviour.md#branding)', () => {
  test.each(['0', '0px', '64px', '.5px', '4rem', '3.25em', ' 8PX '])('%j is one', (radiusSm) => {
    expect(check({ theme: { shape: { radiusSm } } })).toEqual({
      theme: { shape: { radiusSm: radiusSm.trim().toLowerCase() } },
    })
  })

  test.each([
    '',
    '1',
    '65px',
    '4.1rem',
    '-1px',
    '50%',
    '1.px',
    '1vw',
    'calc(1px)',
    '1px 2px',
    'px',
    '1px;x:y',
  ])('%j is none', (radiusSm) => {
    expect(() => check({ theme: { shape: { radiusSm } } })).toThrow(
      /^layer\.theme\.shape\.radiusSm must/,
    )
  })
})

test.each([
  '',
  'Inter;color:red',
  'Inter}body{display:none',
  '"Inter',
  `"In'ter"`,
  'Inter, , serif',
  'Inter,',
  'url(https://evil.test/font)',
  '"</style>"',
  '"In\\ter"',
  'Source Sans 3',
  'x'.repeat(501),
])('%j is no font stack', (fontFamilySans) => {
  expect(() => check({ theme: { typography: { fontFamilySans } } })).toThrow(
    /^layer\.theme\.typography\.fontFamilySans must/,
  )
})

describe('addresses (docs/behaviour.md#branding)', () => {
  const notLinks = [
    '',
    'acme.test',
    '/logo.png',
    'http://acme.test/logo.png',
    'http://localhost.acme.test/',
    'http://127.0.0.1.acme.test/',
    'javascript:alert(1)',
    'https:acme.test',
    'https://user:secret@acme.test/',
    'https://acme.test/"onerror=alert(1)',
    "https://acme.test/'",
    'https://acme.test/<script>',
    'https://acme.test/a b',
    'https://acme.test/\\',
    `https://acme.test/${'x'.repeat(200)}`,
  ]
  const image = (chars: number) => 'data:image/png;base64,'.padEnd(chars, 'A')

  test.each([...notLinks, 'data:image/png;base64,AAAA'])('%j is no link', (docsUrl) => {
    expect(() => check({ domains: { docsUrl } })).toThrow(/^layer\.domains\.docsUrl must/)
  })

  test.each([
    ...notLinks,
    'data:text/html;base64,AAAA',
    'data:image/png,AAAA',
    'data:image/png;base64,',
    'data:image/png;base64,AA"A',
    'data:image/bmp;base64,AAAA',
  ])('%j is no image', (logoLight) => {
    expect(() => check({ assets: { logoLight } })).toThrow(/^layer\.assets\.logoLight must/)
  })

  test('an image in the layer may be 128 KiB long and no longer', () => {
    const most = { assets: { logoLight: image(128 * 1024) } }

    expect(check(most)).toEqual(most)
    expect(() => check({ assets: { logoLight: image(128 * 1024 + 1) } })).toThrow('128 KiB')
  })
})

test('the brand of a provisioning file passes the same checks', () => {
  const fileWith = (branding: unknown) => ({
    organizations: [{ slug: 'acme', name: 'Acme', branding }],
  })
  const blurple = Provisioning.safeParse(
    fileWith({ theme: { colors: { light: { brand: 'blurple' } } } }),
  )

  expect(Provisioning.parse(fileWith(whole)).organizations[0]?.branding).toEqual(whole)
  expect(blurple.error?.issues[0]?.path.join('.')).toBe(
    'organizations.0.branding.theme.colors.light.brand',
  )
})
