import type { Audited, Operation } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import type { Log } from '../log.ts'
import { changedValues, detailsOf } from '../resources/audit.ts'
import type { NewAuditEntry } from '../storage/ports/audit.ts'
import type { Store } from '../storage/store.ts'

export type Audit = ReturnType<typeof createAudit>

/** Fields that say how a request is made, not what it changes. */
const UNTOLD = new Set(['revision'])

/** What the audit log needs to know of a request. */
interface Sent {
  caller: Caller
  params: Record<string, string>
  body: unknown
}

/**
 * Writes the audit log from what operations declare (docs/behaviour.md#audit-log). A change whose
 * entry cannot be written is done all the same, and the log says so.
 */
export function createAudit({
  store,
  log,
  now,
  newId,
}: {
  store: Store
  log: Log
  now: () => string
  newId: () => string
}) {
  /** Runs the handler of an operation; a success is recorded before it is answered. */
  return async function audited<Reply>(
    { audit, path }: Operation & { audit: Audited },
    sent: Sent,
    handle: () => Promise<Reply>,
  ): Promise<Reply> {
    const { organization_id, owner } = sent.caller
    const type = audit.target ?? audit.action.split('.', 1)[0] ?? ''
    const id = lastParam(path, sent.params)
    const describe = (target: string) => store.audit.describe(organization_id, type, target)
    // Afterwards what is deleted has no name any more, and the values are the new ones. What has no
    // id in the path is new, or the organization has one of it alone.
    const before = await describe(id ?? organization_id)
    const reply = await handle()
    const changed = targetOf(reply, audit)
    const newName = id || !changed.id ? null : (await describe(changed.id))?.name
    const values = changedValues(audit.told ?? [], before?.told ?? null, asObject(sent.body))
    const entry: NewAuditEntry = {
      id: newId(),
      at: now(),
      actor: { type: owner.type === 'user' ? 'user' : 'api_key', id: owner.id },
      action: audit.action,
      target: { type, id: changed.id ?? id, name: changed.name ?? before?.name ?? newName ?? null },
      details: detailsOf(fieldsOf(sent.body), values),
    }
    try {
      await store.audit.record(organization_id, entry)
    } catch (err) {
      log.error({ err, action: audit.action }, 'a change is missing from the audit log')
    }
    return reply
  }
}

function lastParam(path: string, params: Record<string, string>): string | null {
  const name = path.match(/.*\{(\w+)\}/)?.[1]
  return (name && params[name]) || null
}

/** The id and name of a reply's object, as far as it has them. */
function targetOf(reply: unknown, { within }: Audited): { id?: string; name?: string } {
  const object = within === undefined ? reply : asObject(reply)[within]
  const { id, user_id, name } = asObject(object)
  return {
    ...(typeof (id ?? user_id) === 'string' && { id: (id ?? user_id) as string }),
    ...(typeof name === 'string' && { name }),
  }
}

function fieldsOf(body: unknown): string[] {
  const fields = Object.entries(asObject(body)).filter(
    ([name, value]) => value !== undefined && !UNTOLD.has(name),
  )
  return fields.map(([name]) => name)
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
