import { z } from 'zod'
import { PersonName, Role } from './member.ts'
import { ListQuery, operation, page } from './operation.ts'
import { SupportSession } from './support-access.ts'
import { codePoints, shownText, Timestamp } from './text.ts'

/** A new password (docs/behaviour.md#passwords); one that is presented is only compared. */
export const NewPassword = z
  .string()
  // Checked before normalizing, which takes quadratic time in runs of combining marks.
  .max(1000, { error: 'must be at most 1000 characters', abort: true })
  .refine((password) => codePoints(password.normalize('NFC')) >= 10, {
    error: 'must be at least 10 characters',
  })
  .meta({ minLength: 10 })
const PresentedPassword = z.string().max(1000, { error: 'must be at most 1000 characters' })

const OrganizationName = z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() })

/** A support session with its organization, for the staff. */
export const OpenedSupportSession = SupportSession.extend({ organization: OrganizationName })
export type OpenedSupportSession = z.infer<typeof OpenedSupportSession>

/**
 * The signed-in person and their organization. In a support session `organization` is the one being
 * supported and `role` is null. Both are null for staff without an organization, and after a
 * support session has stopped, until it is closed. `organizations` lists those that the person can
 * switch to. `confirmed` tells whether what asks again is let through at the moment
 * (docs/behaviour.md#asking-again).
 */
export const Session = z.strictObject({
  user: z.strictObject({
    id: z.uuid(),
    email: z.string(),
    name: z.string(),
    staff: z.boolean(),
  }),
  organization: OrganizationName.nullable(),
  role: Role.nullable(),
  organizations: z.array(OrganizationName.extend({ role: Role })),
  support_session: OpenedSupportSession.nullable(),
  confirmed: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** One of the person's sessions on any device. */
export const OwnSession = z.strictObject({
  id: z.uuid(),
  /** Whether it is the session of the request. */
  current: z.boolean(),
  /** null for staff without an organization. */
  organization: OrganizationName.nullable(),
  created_at: Timestamp,
  /** To the minute. */
  last_used_at: Timestamp,
  expires_at: Timestamp,
})
export type OwnSession = z.infer<typeof OwnSession>

export const SignIn = z.strictObject({
  email: z.string().max(254, { error: 'must be at most 254 characters' }),
  password: PresentedPassword,
})
export type SignIn = z.infer<typeof SignIn>

export const ConfirmSession = z.strictObject({ password: PresentedPassword })
export type ConfirmSession = z.infer<typeof ConfirmSession>

export const SwitchOrganization = z.strictObject({ organization_id: z.string() })
export type SwitchOrganization = z.infer<typeof SwitchOrganization>

export const ChangePassword = z.strictObject({
  current_password: PresentedPassword,
  new_password: NewPassword,
})
export type ChangePassword = z.infer<typeof ChangePassword>

const LinkToken = z.string().max(200, { error: 'must be the part after # of the link' })

/**
 * Does not reveal whether the person has an account (docs/behaviour.md#members-and-invitations).
 */
export const Invitation = z.strictObject({
  organization: z.strictObject({ name: z.string() }),
  email: z.string(),
  name: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

export const ReadInvitation = z.strictObject({ token: LinkToken })
export const AcceptInvitation = z.strictObject({
  token: LinkToken,
  name: PersonName.nullish(),
  password: NewPassword,
})
export type AcceptInvitation = z.infer<typeof AcceptInvitation>

export const AcceptPasswordReset = z.strictObject({ token: LinkToken, password: NewPassword })
export type AcceptPasswordReset = z.infer<typeof AcceptPasswordReset>

export const OpenSupportSession = z.strictObject({
  organization: z.string().max(200, { error: "must be an organization's slug or id" }),
  reason: shownText(3, 500),
  minutes: z.int().min(5).max(240).default(60),
})
export type OpenSupportSession = z.infer<typeof OpenSupportSession>

export const signIn = operation({
  rule: 'behaviour.md#console-sessions',
  summary: 'Sign in',
  method: 'post',
  path: '/session',
  access: 'anyone',
  body: SignIn,
  status: 200,
  reply: Session,
  replyAs: 'session',
})

export const getSession = operation({
  rule: 'behaviour.md#console-sessions',
  summary: 'Read the current session',
  method: 'get',
  path: '/session',
  access: 'session',
  status: 200,
  reply: Session,
})

export const switchOrganization = operation({
  rule: 'behaviour.md#console-sessions',
  summary: 'Switch to another organization',
  method: 'patch',
  path: '/session',
  access: 'session',
  body: SwitchOrganization,
  status: 200,
  reply: Session,
})

export const confirmSession = operation({
  rule: 'behaviour.md#asking-again',
  summary: 'Confirm that it is you',
  description: 'Lets what asks again through for ten minutes, in this session.',
  method: 'post',
  path: '/session/confirm',
  access: 'session',
  body: ConfirmSession,
  status: 204,
})

export const signOut = operation({
  rule: 'behaviour.md#console-sessions',
  summary: 'Sign out',
  method: 'delete',
  path: '/session',
  access: 'session',
  status: 204,
  replyAs: 'session',
})

export const listSessions = operation({
  rule: 'behaviour.md#console-sessions',
  summary: 'List your sessions',
  method: 'get',
  path: '/sessions',
  access: 'session',
  query: ListQuery,
  status: 200,
  reply: page(OwnSession),
})

export const endOtherSessions = operation({
  rule: 'behaviour.md#console-sessions',
  summary: 'End all other sessions',
  method: 'delete',
  path: '/sessions',
  access: 'session',
  status: 204,
})

export const changePassword = operation({
  rule: 'behaviour.md#passwords',
  summary: 'Change your password',
  description: 'Ends every other session.',
  method: 'put',
  path: '/password',
  access: 'session',
  body: ChangePassword,
  status: 200,
  reply: Session,
  replyAs: 'session',
})

/** The token is in the body because paths are logged. */
export const readInvitation = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'Read an invitation',
  method: 'post',
  path: '/invitations/read',
  access: 'anyone',
  body: ReadInvitation,
  status: 200,
  reply: Invitation,
})

export const acceptInvitation = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'Accept an invitation',
  description: 'Joins the organization and signs in.',
  method: 'post',
  path: '/invitations/accept',
  access: 'anyone',
  body: AcceptInvitation,
  status: 200,
  reply: Session,
  replyAs: 'session',
})

/** The token is in the body because paths are logged. */
export const acceptPasswordReset = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'Set a new password by a reset link',
  description: 'Ends every session of the person.',
  method: 'post',
  path: '/password-resets/accept',
  access: 'anyone',
  body: AcceptPasswordReset,
  status: 204,
})

export const openSupportSession = operation({
  rule: 'behaviour.md#support-access',
  summary: 'Open a support session',
  description: '404 unless the organization allows support access.',
  method: 'post',
  path: '/support-sessions',
  access: 'staff',
  body: OpenSupportSession,
  status: 201,
  reply: OpenedSupportSession,
})

export const closeSupportSession = operation({
  rule: 'behaviour.md#support-access',
  summary: 'End your support session',
  method: 'delete',
  path: '/support-sessions/{support_session_id}',
  access: 'staff',
  status: 204,
})
