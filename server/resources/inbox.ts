import { ServiceError } from '../contract/errors.ts'
import type {
  Handling,
  InboxConversation,
  ListConversations,
  OpenedConversation,
  SetHandling,
} from '../contract/inbox.ts'
import type { Page } from '../contract/operation.ts'
import type { Channel } from '../contract/usage.ts'
import { authorize } from '../identity/authorize.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { knownAssistant } from './assistants.ts'
import { found } from './not-found.ts'

export type InboxLists = ReturnType<typeof createInbox>

/** Everybody's conversations, for those who look after them (docs/behaviour.md#inbox). */
export function createInbox({ store, now }: { store: Store; now: () => string }) {
  return {
    /** Throws `validation_error` for an unknown assistant or deployment. */
    async list(
      caller: Caller,
      { q, archived, handled, limit, cursor, ...filter }: ListConversations,
    ): Promise<Page<InboxConversation>> {
      authorize(caller, 'inbox.read')
      const { organization_id } = caller
      const only = inboxChannel(caller)
      await knownAssistant(store, organization_id, filter.assistant_id)
      await knownDeployment(organization_id, filter.deployment_id)
      const paging = { limit, cursor }
      if (only && filter.channel && filter.channel !== only) {
        return { data: [], has_more: false, next_cursor: null }
      }
      const passes = {
        ...filter,
        channel: only ?? filter.channel,
        status: archived === 'true' ? ('archived' as const) : ('active' as const),
        handled: handled === undefined ? undefined : handled === 'true',
      }
      return q === undefined
        ? store.inbox.list(organization_id, passes, paging)
        : store.inbox.search(organization_id, q, passes, paging)
    },

    async open(caller: Caller, id: string): Promise<OpenedConversation> {
      const { organization_id } = caller
      const opened = found(
        await store.inbox.open(organization_id, id, inboxChannel(caller)),
        'Conversation',
      )
      const messages = await store.conversations.messages(organization_id, id, { limit: 50 })
      return { ...opened, messages }
    },

    async handle(caller: Caller, id: string, { handled, note }: SetHandling): Promise<Handling> {
      const { organization_id, owner: by } = caller
      const handling = { handled, note: note || null, by, at: now() }
      return found(
        await store.inbox.setHandling(organization_id, id, handling, inboxChannel(caller)),
        'Conversation',
      )
    },
  }

  async function knownDeployment(organization_id: string, id: string | undefined): Promise<void> {
    if (id === undefined || (await store.deployments.find(organization_id, id, now()))) return
    throw new ServiceError('validation_error', 'deployment_id must be the id of a deployment.')
  }
}

/** The only channel of the inbox of those who do not moderate; undefined: all channels. */
export function inboxChannel({ permissions }: Pick<Caller, 'permissions'>): Channel | undefined {
  return permissions.has('conversation.moderate') ? undefined : 'widget'
}
