import type { Message, Rating } from '../contract/conversation.ts'
import type { Page } from '../contract/operation.ts'
import type { ListVisitors, Visitor, VisitorExport } from '../contract/visitor.ts'
import type { Caller } from '../identity/caller.ts'
import { visitorSeen } from '../identity/embed.ts'
import type { Asker } from '../storage/ports/conversations.ts'
import type { SeenVisitor } from '../storage/ports/visitors.ts'
import type { Store } from '../storage/store.ts'
import { everyPage } from './every-page.ts'
import { found } from './not-found.ts'
import type { Questions } from './questions.ts'

export type Visitors = ReturnType<typeof createVisitors>

/** What is kept of visitors: reading, exporting, erasing (docs/behaviour.md#data-of-visitors). */
export function createVisitors({
  store,
  questions,
  now,
}: {
  store: Store
  questions: Pick<Questions, 'leave'>
  now: () => string
}) {
  async function known({ organization_id }: Caller, id: string): Promise<SeenVisitor> {
    return found(await store.visitors.find(organization_id, id), 'Visitor')
  }

  async function ratingsOf(asker: Asker, messages: Message[]): Promise<Rating[]> {
    const answers = messages.filter(({ role }) => role === 'assistant')
    const ratings = await Promise.all(answers.map(({ id }) => store.ratings.find(asker, id)))
    return ratings.filter((rating) => rating !== null)
  }

  return {
    async list(
      { organization_id }: Caller,
      { deployment_id, ...paging }: ListVisitors,
    ): Promise<Page<Visitor>> {
      const listed = await store.visitors.list(organization_id, { deployment_id }, paging)
      return { ...listed, data: listed.data.map(shown) }
    },

    async export(caller: Caller, id: string): Promise<VisitorExport> {
      const visitor = await known(caller, id)
      const asker = askerOf(caller, visitor)
      const conversations: VisitorExport['conversations'] = []
      for (const conversation_id of await store.conversations.idsOf(asker)) {
        const conversation = await store.conversations.findOwn(asker, conversation_id)
        if (!conversation) continue
        const messages = await everyPage((paging) =>
          store.conversations.messages(caller.organization_id, conversation_id, paging),
        )
        conversations.push({ conversation, messages, ratings: await ratingsOf(asker, messages) })
      }
      return { visitor: shown(visitor), conversations, exported_at: now() }
    },

    /** A running turn is ended first. */
    async erase(caller: Caller, id: string): Promise<void> {
      const asker = askerOf(caller, await known(caller, id))
      for (const conversation_id of await store.conversations.idsOf(asker)) {
        await questions.leave(conversation_id)
      }
      await store.visitors.erase(asker)
    },
  }
}

function askerOf({ organization_id }: Caller, { id, deployment_id }: SeenVisitor): Asker {
  return { organization_id, owner: { type: 'service', id: deployment_id }, visitor_id: id }
}

function shown({ expires_at, ...visitor }: SeenVisitor): Visitor {
  return { ...visitor, last_seen_at: visitorSeen(expires_at) }
}
