import { isOfDemo } from '../contract/demo.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import type { PresentedSession } from '../storage/ports/sessions.ts'
import type { Store } from '../storage/store.ts'
import { changedValues, detailsOf, type RecordLater } from './audit.ts'
import type { Sessions } from './sessions.ts'

export type Demo = ReturnType<typeof createDemo>

/** The demo, once it has served its purpose (docs/behaviour.md#the-demo). */
export function createDemo({
  store,
  sessions,
  recordLater,
}: {
  store: Store
  sessions: Pick<Sessions, 'show' | 'switchTo'>
  recordLater: RecordLater
}) {
  return {
    /**
     * Suspends the demo's organizations, and moves the session to one of the person's own. Throws
     * `conflict` where there is none to go to.
     */
    async remove(session: PresentedSession): Promise<Session> {
      const { organizations, organization, user } = await sessions.show(session)
      const own = organizations.find(({ slug }) => !isOfDemo(slug))
      const isInDemo = organization !== null && isOfDemo(organization.slug)
      if (isInDemo && !own) {
        throw new ServiceError('conflict', 'You have no organization beside the demo.')
      }
      for (const { id, slug, status } of await store.organizations.list()) {
        if (!isOfDemo(slug) || status === 'suspended') continue
        await store.organizations.update(id, { status: 'suspended' })
        const changes = changedValues(['status'], { status }, { status: 'suspended' })
        recordLater(id, {
          action: 'organization.updated',
          actor: { type: 'user', id: user.id },
          details: detailsOf(['status'], changes),
        })
      }
      return isInDemo && own
        ? sessions.switchTo(session, { organization_id: own.id })
        : sessions.show(session)
    },
  }
}
