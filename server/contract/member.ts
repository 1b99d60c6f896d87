import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { shownText, Timestamp } from './text.ts'

/** The roles of an organization, highest first (docs/behaviour.md#roles-and-permissions). */
export const roles = ['owner', 'admin', 'editor', 'member'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** Compared and stored in lower case. */
export const Email = z
  .string()
  .max(254, { error: 'must be an e-mail address of at most 254 characters', abort: true })
  .check(z.email({ error: 'must be an e-mail address' }))
  .toLowerCase()
export const PersonName = shownText(1, 200)

/**
 * A member of the organization or an invited person. The `user_id` of an invited person identifies
 * the invitation; a person with an account joins under the account's id.
 */
export const Member = z.strictObject({
  user_id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: Role,
  status: z.enum(['active', 'invited']),
  /** When the person joined, or was invited. */
  created_at: Timestamp,
  /** null for a person who has joined. */
  invitation_expires_at: Timestamp.nullable(),
})
export type Member = z.infer<typeof Member>

/** Without a name the e-mail address is used until the person sets one. */
export const InviteMember = z.strictObject({
  email: Email,
  name: PersonName.nullish(),
  role: Role,
})
export type InviteMember = z.infer<typeof InviteMember>

export const InvitedMember = z.strictObject({ member: Member, invitation_url: z.string() })
export type InvitedMember = z.infer<typeof InvitedMember>

/** Only the role: the name belongs to the person and is the same in every organization. */
export const UpdateMember = z.strictObject({ role: Role })
export type UpdateMember = z.infer<typeof UpdateMember>

export const listMembers = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'List members and invitations',
  method: 'get',
  path: '/members',
  access: 'member.manage',
  person: true,
  query: ListQuery,
  status: 200,
  reply: page(Member),
})

export const inviteMember = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'Invite a member',
  description: 'Returns the one-time link to pass on.',
  method: 'post',
  path: '/members',
  access: 'member.manage',
  person: true,
  confirmed: { role: 'owner' },
  body: InviteMember,
  status: 201,
  audit: { action: 'member.invited', within: 'member', told: ['role'] },
  reply: InvitedMember,
})

export const updateMember = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'Change the role of a member',
  description: 'Also changes the role of an invitation.',
  method: 'patch',
  path: '/members/{user_id}',
  access: 'member.manage',
  person: true,
  confirmed: { role: 'owner' },
  body: UpdateMember,
  status: 200,
  audit: { action: 'member.updated', told: ['role'] },
  reply: Member,
})

export const removeMember = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'Remove a member',
  description: 'Also withdraws an invitation.',
  method: 'delete',
  path: '/members/{user_id}',
  access: 'member.manage',
  person: true,
  status: 204,
  audit: { action: 'member.removed' },
})

export const PasswordReset = z.strictObject({ reset_url: z.string() })
export type PasswordReset = z.infer<typeof PasswordReset>

export const resetMemberPassword = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'Make a link that sets a new password',
  description: 'Works once, for 24 hours. Only for a person who belongs to no other organization.',
  method: 'post',
  path: '/members/{user_id}/password-reset',
  access: 'member.manage',
  person: true,
  confirmed: 'always',
  status: 201,
  audit: { action: 'member.password_reset', target: 'member' },
  reply: PasswordReset,
})
