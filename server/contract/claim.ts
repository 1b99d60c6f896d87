import { z } from 'zod'
import { Email, PersonName } from './member.ts'
import { operation } from './operation.ts'
import { OrganizationName } from './organization.ts'
import { NewPassword, Session } from './session.ts'

/** Whether somebody has taken over the installation (docs/behaviour.md#claiming-the-console). */
export const Installation = z.strictObject({
  claimed: z.boolean().describe('Whether the installation has people.'),
  version: z.string(),
})
export type Installation = z.infer<typeof Installation>

export const Claim = z.strictObject({
  code: z.string().max(200, { error: 'must be the part after #claim= of the link' }),
  email: Email,
  name: PersonName,
  password: NewPassword,
  organization_name: OrganizationName,
})
export type Claim = z.infer<typeof Claim>

export const getInstallation = operation({
  rule: 'behaviour.md#claiming-the-console',
  summary: 'Read whether the installation is claimed',
  method: 'get',
  path: '/installation',
  access: 'anyone',
  status: 200,
  reply: Installation,
})

export const claimInstallation = operation({
  rule: 'behaviour.md#claiming-the-console',
  summary: 'Claim the installation',
  description:
    'While nobody can sign in, the service prints a link with a code at each start. Whoever sends that code becomes staff and the owner of a new organization, and of the demo organization where there is one. The response is as for signing in. A wrong code is 401 (10 from an address in 10 minutes and 100 in all an hour, then 429); once claimed it is 404.',
  method: 'post',
  path: '/claim',
  access: 'anyone',
  body: Claim,
  status: 201,
  reply: Session,
  replyAs: 'session',
})
