import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { shownText, Timestamp } from './text.ts'

/** The roles of an organization, highest first (contract §5.1; completions 3). */
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
 * Somebody of the organization, or invited to it (completions 4, whose record is ours). The `user_id`
 * of an invited person stands for the invitation; who has an account already joins under its id.
 */
export const Member = z.strictObject({
  user_id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: Role,
  status: z.enum(['active', 'invited']),
  /** When the person joined, or was invited. */
  created_at: Timestamp,
  /** Of an invitation; null for who has joined. */
  invitation_expires_at: Timestamp.nullable(),
})
export type Member = z.infer<typeof Member>

/** Without a name the address stands for it, until the person gives one. */
export const InviteMember = z.strictObject({
  email: Email,
  name: PersonName.nullish(),
  role: Role,
})
export type InviteMember = z.infer<typeof InviteMember>

export const InvitedMember = z.strictObject({ member: Member, invitation_url: z.string() })
export type InvitedMember = z.infer<typeof InvitedMember>

/** A name is the person's own, in every organization, so that only the role can be changed here. */
export const UpdateMember = z.strictObject({ role: Role })
export type UpdateMember = z.infer<typeof UpdateMember>

export const listMembers = operation({
  section: 'completions 4',
  summary: 'List who belongs to the organization or is invited to it',
  method: 'get',
  path: '/members',
  access: 'member.manage',
  person: true,
  query: ListQuery,
  status: 200,
  reply: page(Member),
})

export const inviteMember = operation({
  section: 'completions 4',
  summary: 'Invite a person and get the one-time link to hand on',
  method: 'post',
  path: '/members',
  access: 'member.manage',
  person: true,
  body: InviteMember,
  status: 201,
  reply: InvitedMember,
})

export const updateMember = operation({
  section: 'completions 4',
  summary: 'Change the role of a member or an invitation',
  method: 'patch',
  path: '/members/{user_id}',
  access: 'member.manage',
  person: true,
  body: UpdateMember,
  status: 200,
  reply: Member,
})

export const removeMember = operation({
  section: 'completions 4',
  summary: 'Remove a member or withdraw an invitation',
  method: 'delete',
  path: '/members/{user_id}',
  access: 'member.manage',
  person: true,
  status: 204,
})
