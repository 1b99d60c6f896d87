import type { ResolvedBrand } from '../contract/branding.ts'
import { colors, shape, typography } from './platform-theme.ts'

/**
 * The brand of an organization without overrides (docs/behaviour.md#branding), for a service at
 * `publicUrl`. Attribution notices can be neither set nor removed.
 */
export function platformBrand(publicUrl: string): ResolvedBrand {
  return {
    identity: {
      productName: 'Knowledge Assistant',
      productShortName: 'Assistant',
      companyName: 'Knowledge Assistant',
      companyLegalName: 'The Knowledge Assistant contributors',
      tagline: 'Answers from your own documents, with their sources.',
    },
    assets: { logoLight: null, logoDark: null, logoMark: null, favicon: null, ogImage: null },
    theme: { colors, typography, shape, modeDefault: 'system' },
    domains: {
      consoleUrl: `${publicUrl}/svc/console/`,
      apiUrl: `${publicUrl}/svc/api/v1`,
      widgetUrl: `${publicUrl}/svc/widget.js`,
      docsUrl: `${publicUrl}/svc/docs`,
      supportUrl: null,
    },
    legal: {
      termsUrl: null,
      privacyUrl: null,
      copyrightNotice: '© The Knowledge Assistant contributors',
      attributionNotices: [
        'Knowledge Assistant, © The Knowledge Assistant contributors, MIT License',
        'Preact, © Jason Miller, MIT License',
        'Preact Signals, © Preact Team, MIT License',
      ],
    },
    surfaces: {
      console: { showLogo: true, showPoweredBy: true },
      widget: { showBranding: true },
    },
  }
}
