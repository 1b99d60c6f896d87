import type { BrandingLayer, SparseBrand } from '../contract/branding.ts'

/**
 * What a page may know of a stored layer (contract §4.8, rule 4): the four public sections, as sparse
 * as they are stored; never documentation, support and legal links.
 */
export function publicBrand({ identity, assets, theme, surfaces }: BrandingLayer): SparseBrand {
  const sections = Object.entries({ identity, assets, theme, surfaces })
  return Object.fromEntries(sections.filter(([, section]) => hasFields(section)))
}

function hasFields(section: object | undefined): boolean {
  return section !== undefined && Object.keys(section).length > 0
}
