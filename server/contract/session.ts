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

/** The signed-in person and their organization (docs/behaviour.md#console-sessions). */
export const Session = z.strictObject({
  user: z.strictObject({
    id: z.uuid(),
    email: z.string(),
    name: z.string(),
    staff: z.boolean(),
  }),
  organization: OrganizationName.nullable().describe(
    'The one being supported in a support session; `null` for staff who belong to none, and after a support session has stopped, until it is closed.',
  ),
  role: Role.nullable().describe('`null` in a support session, and without an organization.'),
  organizations: z
    .array(OrganizationName.extend({ role: Role }))
    .describe('Those that the person can switch to.'),
  support_session: OpenedSupportSession.nullable(),
  confirmed: z.boolean().describe('Whether what asks again is let through at the moment.'),
})
export type Session = z.infer<typeof Session>

/** One of the person's sessions on any device. */
export const OwnSession = z.strictObject({
  id: z.uuid(),
  current: z.boolean().describe('Whether it is the session of the request.'),
  organization: OrganizationName.nullable().describe('`null` for staff without one.'),
  created_at: Timestamp,
  last_used_at: Timestamp.describe('Precise to the minute.'),
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
  new_password: NewPassword.describe('Must not be easily guessed.'),
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

export const ReadInvitation = z.strictObject({
  token: LinkToken.describe(
    'The part of the link after `#`; it is in the body because paths are logged.',
  ),
})
export const AcceptInvitation = z.strictObject({
  token: LinkToken,
  name: PersonName.nullish().describe('May be set by a person without an account.'),
  password: NewPassword.describe(
    'A person without an account sets it; one with an account sends their own. A wrong one is 401 and counts as a failed sign-in: a link never replaces a password.',
  ),
})
export type AcceptInvitation = z.infer<typeof AcceptInvitation>

export const AcceptPasswordReset = z.strictObject({
  token: LinkToken.describe('The part of the link after `#`.'),
  password: NewPassword,
})
export type AcceptPasswordReset = z.infer<typeof AcceptPasswordReset>

export const OpenSupportSession = z.strictObject({
  organization: z
    .string()
    .max(200, { error: "must be an organization's slug or id" })
    .describe('Slug or id.'),
  reason: shownText(3, 500).describe('Shown to the organization.'),
  minutes: z.int().min(5).max(240).default(60).describe('How long it lasts.'),
})
export type OpenSupportSession = z.infer<typeof OpenSupportSession>

export const signIn = operation({
  rule: 'behaviour.md#console-sessions',
  summary: 'Sign in',
  description:
    'Sets the cookie. The session begins in the organization that the person was in last, else in the first one that they joined; one of the demo comes last. A wrong address, a wrong password and a person without an active organization are the same 401, in the same time.',
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
  description: 'One that the person belongs to; else 404. Also leaves a support session.',
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
  description:
    'With your password, for ten minutes and in this session alone: then the requests that ask again are let through. A wrong password is 401 and counts as a failure.',
  method: 'post',
  path: '/session/confirm',
  access: 'session',
  body: ConfirmSession,
  status: 204,
})

export const signOut = operation({
  rule: 'behaviour.md#console-sessions',
  summary: 'Sign out',
  description: 'Ends the session and removes the cookie.',
  method: 'delete',
  path: '/session',
  access: 'session',
  status: 204,
  replyAs: 'session',
})

export const listSessions = operation({
  rule: 'behaviour.md#console-sessions',
  summary: 'List your sessions',
  description: 'Those that have not expired, newest first.',
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
  description:
    'All but the one of the request, in every organization, and the support sessions opened in them.',
  method: 'delete',
  path: '/sessions',
  access: 'session',
  status: 204,
})

export const changePassword = operation({
  rule: 'behaviour.md#passwords',
  summary: 'Change your password',
  description:
    'Ends every session of the person; the response sets a new one. A wrong `current_password` is 400 and counts as a failure.',
  method: 'put',
  path: '/password',
  access: 'session',
  body: ChangePassword,
  status: 200,
  reply: Session,
  replyAs: 'session',
})

export const readInvitation = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'Read an invitation',
  description:
    'It does not reveal whether the person has an account. Unknown, used, withdrawn and expired ones are the same 404.',
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
  description: 'Joins the organization and signs in: the response is as for signing in.',
  method: 'post',
  path: '/invitations/accept',
  access: 'anyone',
  body: AcceptInvitation,
  status: 200,
  reply: Session,
  replyAs: 'session',
})

export const acceptPasswordReset = operation({
  rule: 'behaviour.md#members-and-invitations',
  summary: 'Set a new password by a reset link',
  description:
    'Ends every session of the person. Unknown, used and expired tokens are the same 404.',
  method: 'post',
  path: '/password-resets/accept',
  access: 'anyone',
  body: AcceptPasswordReset,
  status: 204,
})

export const openSupportSession = operation({
  rule: 'behaviour.md#support-access',
  summary: 'Open a support session',
  description:
    "An organization that does not allow it and an unknown one get the same 404. From then on the staff's cookie reads that organization until the session stops; then it gets 401 until the session is ended, another one is opened, or the organization is switched.",
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
  description: 'So do signing out and opening another.',
  method: 'delete',
  path: '/support-sessions/{support_session_id}',
  access: 'staff',
  status: 204,
})
