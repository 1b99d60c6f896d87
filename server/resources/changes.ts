import { EventEmitter, on } from 'node:events'
import { type Change, type ChangeEvent, changeKinds } from '../contract/change.ts'
import { ServiceError, TooManyRequests } from '../contract/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { callerOf } from '../identity/session.ts'
import type { StoredChange } from '../storage/ports/changes.ts'
import type { PresentedSession } from '../storage/ports/sessions.ts'
import type { Store } from '../storage/store.ts'
import { inboxChannel } from './inbox.ts'

export type Changes = ReturnType<typeof createChanges>

interface FeedEvents {
  stored: [StoredChange[]]
  /** The service stops. */
  closed: []
}

/** Passes on what the threads of the service store. */
export type ChangeFeed = EventEmitter<FeedEvents>

export function createChangeFeed(): ChangeFeed {
  // Each stream listens.
  return new EventEmitter<FeedEvents>().setMaxListeners(0)
}

const MAX_STREAMS = 4
const CHECK_MS = 15_000

/** What changes in an organization, for people who look at it (docs/behaviour.md#changes). */
export function createChanges({
  store,
  feed,
  now,
  keepAliveMs: checkMs = CHECK_MS,
}: {
  store: Pick<Store, 'sessions' | 'conversations'>
  feed: ChangeFeed
  now: () => string
  keepAliveMs?: number
}) {
  const streams = new Map<string, number>()

  function count(id: string, more: 1 | -1): void {
    const open = (streams.get(id) ?? 0) + more
    if (open === 0) streams.delete(id)
    else streams.set(id, open)
  }

  /**
   * A change as the caller may be told it, or null. Of a conversation that is gone nobody can say
   * any more who might read it: that its kind changed is told without the id.
   */
  async function readable(
    caller: Pick<Caller, 'organization_id' | 'permissions'>,
    change: Change,
  ): Promise<Change | null> {
    const { kind, id } = change
    if (!caller.permissions.has(changeKinds[kind])) return null
    const channel = kind === 'conversation' && inboxChannel(caller)
    if (!channel || id === null) return change
    const { organization_id } = caller
    if (await store.conversations.find(organization_id, id, channel)) return change
    const isOthers = await store.conversations.find(organization_id, id)
    return isOthers ? null : { ...change, id: null }
  }

  async function* follow(
    { id }: PresentedSession,
    caller: Caller,
    { missed, signal }: { missed: boolean; signal: AbortSignal },
  ): AsyncGenerator<ChangeEvent> {
    const { organization_id } = caller
    let { permissions } = caller
    const over = new AbortController()
    const until = AbortSignal.any([signal, over.signal])
    const check = async () => {
      const session = await store.sessions.presentAgain(id, now())
      const acting = session && callerOf(session)
      if (acting?.organization_id !== organization_id) over.abort()
      else permissions = acting.permissions
    }
    const checking = setInterval(() => void check().catch(() => over.abort()), checkMs)
    try {
      const stored = on(feed, 'stored', { signal: until, close: ['closed'] })
      if (missed) yield { type: 'reset', data: {} }
      for await (const [changes] of stored as AsyncIterable<[StoredChange[]]>) {
        for (const { organization_id: of, ...data } of changes) {
          if (of !== organization_id) continue
          const told = await readable({ organization_id, permissions }, data)
          if (told) yield { type: 'changed', data: told }
        }
      }
    } catch (error) {
      if (!until.aborted) throw error
    } finally {
      clearInterval(checking)
      count(id, -1)
    }
  }

  /**
   * The changes from now on, of the kinds that the person's role may read. It ends with the
   * session, the membership or the support session. `missed`: the client lost an earlier stream.
   * Throws `rate_limit_exceeded` when the session has four streams.
   */
  return async (
    session: PresentedSession,
    options: { missed: boolean; signal: AbortSignal },
  ): Promise<AsyncIterable<ChangeEvent>> => {
    const caller = callerOf(session)
    if (!caller) throw new ServiceError('authentication_error', 'You act in no organization.')
    if ((streams.get(session.id) ?? 0) >= MAX_STREAMS) {
      throw new TooManyRequests(
        `A session can follow changes at most ${MAX_STREAMS} times at once.`,
        Math.ceil(checkMs / 1000),
      )
    }
    count(session.id, 1)
    return follow(session, caller, options)
  }
}
