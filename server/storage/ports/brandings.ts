import type { BrandingLayer } from '../../contract/branding.ts'

export interface Branding {
  layer: BrandingLayer
  revision: number
  updated_at: string | null
  updated_by: string | null
}

export interface Brandings {
  /** An organization that never saved one has the layer `{}` at revision 0. */
  find(organization_id: string): Promise<Branding>
  /** Replaces the layer. null: `revision` is outdated. */
  save(
    organization_id: string,
    revision: number,
    layer: Branding['layer'],
    by: string | null,
    now: string,
  ): Promise<Branding | null>
}
