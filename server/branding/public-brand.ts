import type { BrandingLayer, SparseBrand } from '../contract/branding.ts'

/**
 * The public part of a stored layer (docs/behaviour.md#bootstrap): its overrides in four sections,
 * and never documentation, support or legal links.
 */
export function publicBrand({ identity, assets, theme, surfaces }: BrandingLayer): SparseBrand {
  const sections = Object.entries({ identity, assets, theme, surfaces })
  return Object.fromEntries(sections.filter(([, section]) => hasFields(section)))
}

function hasFields(section: object | undefined): boolean {
  return section !== undefined && Object.keys(section).length > 0
}
