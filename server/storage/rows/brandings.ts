import type { Branding } from '../ports/brandings.ts'

/** `layer` is JSON text. */
export type BrandingRow = Omit<Branding, 'layer'> & { layer: string }

/** A layer as it is written. */
export interface WrittenBranding {
  organization_id: string
  layer: string
  by: string | null
  now: string
}

/** Of an organization without a row, the layer that it never saved. */
export const NEVER_SAVED: BrandingRow = {
  layer: '{}',
  revision: 0,
  updated_at: null,
  updated_by: null,
}

export function toBranding(row: BrandingRow): Branding {
  return { ...row, layer: JSON.parse(row.layer) as Branding['layer'] }
}
