import { z } from 'zod'
import { PersonName, Role } from './member.ts'
import { ListQuery, operation, page } from './operation.ts'
import { SupportSession } from './support-access.ts'
import { codePoints, shownText, Timestamp } from './text.ts'

/** A password that is set, 10 code points or more; what is presented at sign-in is only compared. */
export const NewPassword = z
  .string()
  // Before it is normalized, which takes time that grows with the square of its marks.
  .max(1000, { error: 'must be at most 1000 characters', abort: true })
  .refine((password) => codePoints(password.normalize('NFC')) >= 10, {
    error: 'must be at least 10 characters',
  })
  .meta({ minLength: 10 })
const PresentedPassword = z.string().max(1000, { error: 'must be at most 1000 characters' })

const OrganizationName = z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() })

/** A support session as the staff see it: with the organization that it looks into. */
export const OpenedSupportSession = SupportSession.extend({ organization: OrganizationName })
export type OpenedSupportSession = z.infer<typeof OpenedSupportSession>

/**
 * Who is signed in and where. Within a support session `organization` is the one looked
 * into and `role` null; both are null for staff who belong to none, and once their support session has
 * stopped, until it is left. `organizations` are those the person can switch to.
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
})
export type Session = z.infer<typeof Session>

/** One of the caller's own sessions, on whichever device. */
export const OwnSession = z.strictObject({
  id: z.uuid(),
  /** Of the session that the request came in. */
  current: z.boolean(),
  /** Where the person acts in it; null for staff who act in none. */
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

export const SwitchOrganization = z.strictObject({ organization_id: z.string() })
export type SwitchOrganization = z.infer<typeof SwitchOrganization>

export const ChangePassword = z.strictObject({
  current_password: PresentedPassword,
  new_password: NewPassword,
})
export type ChangePassword = z.infer<typeof ChangePassword>

const InvitationToken = z.string().max(200, { error: 'must be the part after # of the link' })

/** What the page of an invitation shows: nothing that tells whether the person has an account. */
export const Invitation = z.strictObject({
  organization: z.strictObject({ name: z.string() }),
  email: z.string(),
  name: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

export const ReadInvitation = z.strictObject({ token: InvitationToken })
export const AcceptInvitation = z.strictObject({
  token: InvitationToken,
  name: PersonName.nullish(),
  password: NewPassword,
})
export type AcceptInvitation = z.infer<typeof AcceptInvitation>

export const OpenSupportSession = z.strictObject({
  organization: z.string().max(200, { error: "must be an organization's slug or id" }),
  reason: shownText(3, 500),
  minutes: z.int().min(5).max(240).default(60),
})
export type OpenSupportSession = z.infer<typeof OpenSupportSession>

export const signIn = operation({
  section: 'completions 4',
  summary: 'Sign in with e-mail address and password',
  method: 'post',
  path: '/session',
  access: 'anyone',
  body: SignIn,
  status: 200,
  reply: Session,
  setsSession: true,
})

export const getSession = operation({
  section: 'completions 4',
  summary: 'Read who is signed in, and in which organization',
  method: 'get',
  path: '/session',
  access: 'session',
  status: 200,
  reply: Session,
})

export const switchOrganization = operation({
  section: 'completions 4',
  summary: 'Switch to another organization of the person',
  method: 'patch',
  path: '/session',
  access: 'session',
  body: SwitchOrganization,
  status: 200,
  reply: Session,
})

export const signOut = operation({
  section: 'completions 4',
  summary: 'Sign out',
  method: 'delete',
  path: '/session',
  access: 'session',
  status: 204,
  setsSession: true,
})

export const listSessions = operation({
  section: 'completions 4',
  summary: 'List your own sessions',
  method: 'get',
  path: '/sessions',
  access: 'session',
  query: ListQuery,
  status: 200,
  reply: page(OwnSession),
})

export const endOtherSessions = operation({
  section: 'completions 4',
  summary: 'End all of your sessions but this one',
  method: 'delete',
  path: '/sessions',
  access: 'session',
  status: 204,
})

export const changePassword = operation({
  section: 'completions 4',
  summary: 'Change the own password, which ends every other session',
  method: 'put',
  path: '/password',
  access: 'session',
  body: ChangePassword,
  status: 200,
  reply: Session,
  setsSession: true,
})

/** In the body, because paths stand in logs. */
export const readInvitation = operation({
  section: 'completions 4',
  summary: 'Read what an invitation is for',
  method: 'post',
  path: '/invitations/read',
  access: 'anyone',
  body: ReadInvitation,
  status: 200,
  reply: Invitation,
})

export const acceptInvitation = operation({
  section: 'completions 4',
  summary: 'Join the organization of an invitation, and sign in',
  method: 'post',
  path: '/invitations/accept',
  access: 'anyone',
  body: AcceptInvitation,
  status: 200,
  reply: Session,
  setsSession: true,
})

export const openSupportSession = operation({
  section: 'completions 11',
  summary: 'Look into an organization that allows it',
  method: 'post',
  path: '/support-sessions',
  access: 'staff',
  body: OpenSupportSession,
  status: 201,
  reply: OpenedSupportSession,
})

export const closeSupportSession = operation({
  section: 'completions 11',
  summary: 'End an own support session',
  method: 'delete',
  path: '/support-sessions/{support_session_id}',
  access: 'staff',
  status: 204,
})
