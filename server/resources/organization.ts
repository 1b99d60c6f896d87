import type { Organization, UpdateOrganization } from '../contract/organization.ts'
import type { Caller } from '../identity/caller.ts'
import type { Organization as Stored } from '../storage/ports/organizations.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'
import { givenFields } from './sent-fields.ts'

export type Organizations = ReturnType<typeof createOrganizations>

/** What applies to a whole organization (docs/behaviour.md#organization). */
export function createOrganizations({ store }: { store: Store }) {
  return {
    async get({ organization_id }: Caller): Promise<Organization> {
      return shown(found(await store.organizations.find(organization_id), 'Organization'))
    },

    /** An outdated `revision` is a `conflict`. */
    async update(
      { organization_id }: Caller,
      { revision, ...body }: UpdateOrganization,
    ): Promise<Organization> {
      const change = givenFields(body)
      const updated = await store.organizations.update(organization_id, change, revision)
      return shown(found(updated, 'Organization'))
    },
  }
}

function shown({ id, slug, name, retention_days, daily_model_tokens, revision }: Stored) {
  return { id, slug, name, retention_days, daily_model_tokens, revision }
}
