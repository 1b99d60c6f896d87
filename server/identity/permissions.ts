import type { Permission } from '../contract/operation.ts'

export const roles = ['owner', 'admin', 'editor', 'member'] as const
export type Role = (typeof roles)[number]

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

/** What a person with a role may do (completions 3). Owners may also change owners, which is no permission but a rule of members. */
export const permissionsOf: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set(admin),
  admin: new Set(admin),
  editor: new Set(editor),
  member: new Set(member),
}

/** What an API key with a role may do: the same, less the management of keys (completions 3). */
export function keyPermissionsOf(role: Role): ReadonlySet<Permission> {
  const permissions = new Set(permissionsOf[role])
  permissions.delete('api_key.manage')
  return permissions
}
