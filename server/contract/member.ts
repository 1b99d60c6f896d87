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
  user_id: z.uuid().describe("Of an invited person, the invitation's."),
  email: z.string(),
  name: z.string(),
  role: Role,
  status: z.enum(['active', 'invited']),
  created_at: Timestamp.describe('When the person joined, or was invited.'),
  invitation_expires_at: Timestamp.nullable().describe('`null` for a person who has joined.'),
})
export type Member = z.infer<typeof Member>

export const InviteMember = z.strictObject({
  email: Email,
  name: PersonName.nullish().describe(
    'Without one the e-mail address is used until the person sets one.',
  ),
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
  description:
    'Pass the link on yourself: the service sends no mail. It works once, for 7 days; inviting the address again makes a new link and ends the old one. An existing member is 409.',
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
  description: "Or of an invitation; from the person's next request on.",
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
  description:
    "Ends the person's sessions in the organization, or withdraws the invitation. The person's API keys remain.",
  method: 'delete',
  path: '/members/{user_id}',
  access: 'member.manage',
  person: true,
  status: 204,
  audit: { action: 'member.removed' },
})

export const PasswordReset = z.strictObject({
  reset_url: z.string().describe('A link that sets a new password.'),
})
export type PasswordReset = z.infer<typeof PasswordReset>

export const resetMemberPassword = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'Make a link that sets a new password',
  description:
    'It works once, within 24 hours, and ends every session of the person. Pass it on yourself: the service sends no mail. Only for a member of this organization alone who is no staff, and whose role you could hand out; otherwise 409 or 403.',
  method: 'post',
  path: '/members/{user_id}/password-reset',
  access: 'member.manage',
  person: true,
  confirmed: 'always',
  status: 201,
  audit: { action: 'member.password_reset', target: 'member' },
  reply: PasswordReset,
})
