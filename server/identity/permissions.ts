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
  'inbox.read',
  'inbox.handle',
  'curated.manage',
  'assistant.manage',
  'knowledge.manage',
  'knowledge.ingest',
  'assistant.publish',
]
const admin: Permission[] = [
  ...editor,
  'conversation.moderate',
  'conversation.erase',
  'audit.read',
  'organization.manage',
  'branding.manage',
  'member.manage',
  'support_access.manage',
  'api_key.manage',
]
const owner: Permission[] = [...admin, 'organization.export']

/**
 * The permissions of a person by role (docs/behaviour.md#roles-and-permissions). Who may manage
 * whom is decided by `canManageRole`.
 */
export const permissionsOf: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set(owner),
  admin: new Set(admin),
  editor: new Set(editor),
  member: new Set(member),
}

/** The permissions of an API key by role: the same, except for managing keys. */
export const keyPermissionsOf: Record<Role, ReadonlySet<Permission>> = {
  owner: withoutKeys(owner),
  admin: withoutKeys(admin),
  editor: withoutKeys(editor),
  member: withoutKeys(member),
}

function withoutKeys(granted: Permission[]): ReadonlySet<Permission> {
  return new Set(granted.filter((permission) => permission !== 'api_key.manage'))
}

/** The permissions of a key that is limited to assistants, in what it may call at all. */
export const limitedPermissions: ReadonlySet<Permission> = new Set([
  'assistant.read',
  'knowledge.read',
  'message.send',
])

/** The permissions of the operator's staff in a support session, which only reads. */
export const supportPermissions: ReadonlySet<Permission> = new Set([
  ...read,
  'conversation.moderate',
  'inbox.read',
])

/**
 * Whether a caller with `role` may assign, change or take away the role `other`: none above its
 * own, so that only owners manage owners (docs/behaviour.md#members-and-invitations).
 */
export function canManageRole(role: Role | null, other: Role): boolean {
  return role !== null && roles.indexOf(role) <= roles.indexOf(other)
}
