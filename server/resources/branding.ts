import { contrastFindings, contrastWarnings } from '../branding/contrast.ts'
import { themeCss } from '../branding/css.ts'
import { CheckedLayer } from '../branding/layer.ts'
import { libreChatTheme } from '../branding/librechat.ts'
import { resolveBrand } from '../branding/resolve.ts'
import type {
  Branding,
  BrandingLayer,
  CheckedBranding,
  ResolvedBrand,
  SaveBranding,
  SavedBranding,
  ThemeFormat,
} from '../contract/branding.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Representation } from '../contract/operation.ts'
import { parse } from '../contract/parse.ts'
import type { Caller } from '../identity/caller.ts'
import type { Branding as StoredBranding } from '../storage/ports/brandings.ts'
import type { Store } from '../storage/store.ts'

export type Brandings = ReturnType<typeof createBranding>

/** The branding of an organization and its theme (docs/behaviour.md#branding). */
export function createBranding({
  store,
  publicUrl,
  now,
}: {
  store: Store
  publicUrl: string
  now: () => string
}) {
  async function replace(
    { organization_id, owner }: Caller,
    { revision, layer }: SaveBranding,
  ): Promise<Branding> {
    const saved = await store.brandings.save(organization_id, revision, layer, owner.id, now())
    if (saved) return envelope(saved)
    throw new ServiceError('conflict', 'revision is outdated: the branding has changed since.')
  }

  return {
    async get({ organization_id }: Caller): Promise<Branding> {
      return envelope(await store.brandings.find(organization_id))
    },

    /** Replaces the whole layer. Low contrast is a warning and does not refuse the save. */
    async save(caller: Caller, { revision, layer }: SaveBranding): Promise<SavedBranding> {
      const checked = parse(CheckedLayer, layer, { at: ['layer'] })
      const saved = await replace(caller, { revision, layer: checked })
      return { ...saved, warnings: contrastWarnings(checked) }
    },

    /** What a layer would give, with text that is hard to read and how to mend it. */
    check(layer: BrandingLayer): CheckedBranding {
      const checked = parse(CheckedLayer, layer, { at: ['layer'] })
      return { brand: resolveBrand(checked, publicUrl), warnings: contrastFindings(checked) }
    },

    reset(caller: Caller, revision: number): Promise<Branding> {
      return replace(caller, { revision, layer: {} })
    },

    async theme({ organization_id }: Caller, format: ThemeFormat): Promise<Representation> {
      const { layer, revision } = await store.brandings.find(organization_id)
      return { revision, ...representations[format](resolveBrand(layer, publicUrl)) }
    },
  }
}

/**
 * The revision of a reset, which may be sent in the body, the query or a header. Throws
 * `validation_error` when it is missing or the values differ.
 */
export function oneRevision(...sent: (number | undefined)[]): number {
  const [revision, another] = new Set(sent.filter((one) => one !== undefined))
  if (revision === undefined) {
    throw new ServiceError(
      'validation_error',
      'revision is required in the body, in the query or as If-Match.',
    )
  }
  if (another !== undefined) {
    throw new ServiceError(
      'validation_error',
      'revision must be the same in the body, in the query and as If-Match.',
    )
  }
  return revision
}

const representations: Record<
  ThemeFormat,
  (brand: ResolvedBrand) => Omit<Representation, 'revision'>
> = {
  css: (brand) => ({ type: 'text/css', body: themeCss(brand) }),
  json: (brand) => ({ type: 'application/json', body: JSON.stringify(brand) }),
  librechat: (brand) => ({
    type: 'application/json',
    body: JSON.stringify(libreChatTheme(brand)),
  }),
}

function envelope({ layer, revision, updated_at, updated_by }: StoredBranding): Branding {
  return {
    layer,
    revision,
    configured: revision > 0,
    updatedAt: updated_at,
    updatedBy: updated_by,
  }
}
