import { type Role, roles } from '../contract/member.ts'
import type { Permission } from '../contract/operation.ts'

const read: Permission[] = [
  'assistant.read',
  'knowledge.read',
  'branding.read',
  'widget.read',
  'usage.read',
]
const member: Permission[] = [...read, 'message.send']
const editor: Permission[] = [
  ...member,
  'assistant.manage',
  'knowledge.manage',
  'knowledge.ingest',
  'assistant.publish',
]
const admin: Permission[] = [
  ...editor,
  'conversation.moderate',
  'branding.manage',
  'member.manage',
  'support_access.manage',
  'api_key.manage',
]

/** What a person with a role may do (completions 3). Owners may also change owners: see `reaches`. */
export const permissionsOf: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set(admin),
  admin: new Set(admin),
  editor: new Set(editor),
  member: new Set(member),
}

/** What an API key with a role may do: the same, less the management of keys (completions 3). */
export const keyPermissionsOf: Record<Role, ReadonlySet<Permission>> = {
  owner: withoutKeys(admin),
  admin: withoutKeys(admin),
  editor: withoutKeys(editor),
  member: withoutKeys(member),
}

function withoutKeys(granted: Permission[]): ReadonlySet<Permission> {
  return new Set(granted.filter((permission) => permission !== 'api_key.manage'))
}

/** What the operator's staff may do within a support session: read, and nothing that the organization did not open (completions 3). */
export const supportPermissions: ReadonlySet<Permission> = new Set([
  ...read,
  'conversation.moderate',
])

/**
 * Whether a caller of a role may hand out or take away another: none above its own, so that only owners
 * make, change or remove owners (completions 3, 4). A caller without a role hands out none.
 */
export function reaches(role: Role | null, other: Role): boolean {
  return role !== null && roles.indexOf(role) <= roles.indexOf(other)
}
