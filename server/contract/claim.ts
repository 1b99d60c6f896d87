import { z } from 'zod'
import { Email, PersonName } from './member.ts'
import { operation, page } from './operation.ts'
import { OrganizationName } from './organization.ts'
import { NewPassword, Session } from './session.ts'

/** Whether somebody has taken over the installation (docs/behaviour.md#claiming-the-console). */
export const Installation = z.strictObject({
  claimed: z.boolean().describe('Whether the installation has people.'),
  version: z.string(),
})
export type Installation = z.infer<typeof Installation>

const ClaimCode = z.string().max(200, { error: 'must be the part after #claim= of the link' })

export const Claim = z
  .strictObject({
    code: ClaimCode,
    email: Email,
    name: PersonName,
    password: NewPassword,
    organization_name: OrganizationName.optional().describe('Makes a new organization.'),
    organization_id: z
      .string()
      .optional()
      .describe('Takes over this one of the listed organizations instead.'),
  })
  .refine(namesOneOrganization, {
    path: ['organization_name'],
    error: 'must be given, or organization_id in its place',
  })
export type Claim = z.infer<typeof Claim>

function namesOneOrganization({
  organization_name,
  organization_id,
}: {
  organization_name?: string | undefined
  organization_id?: string | undefined
}): boolean {
  return (organization_name === undefined) !== (organization_id === undefined)
}

export const ListClaimable = z.strictObject({ code: ClaimCode })

/** An organization without people that whoever claims the installation can take over. */
export const Claimable = z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() })
export type Claimable = z.infer<typeof Claimable>

export const getInstallation = operation({
  rule: 'behaviour.md#claiming-the-console',
  summary: 'Read whether the installation is claimed',
  method: 'get',
  path: '/installation',
  access: 'anyone',
  status: 200,
  reply: Installation,
})

export const listClaimableOrganizations = operation({
  rule: 'behaviour.md#claiming-the-console',
  summary: 'List the organizations that can be taken over',
  description:
    'Those that `svc ingest` or a provisioning file made before anybody could sign in, newest first, without those of the demo. It takes the code of the link, and counts and fails as the claim does.',
  method: 'post',
  path: '/claim/organizations',
  access: 'anyone',
  body: ListClaimable,
  status: 200,
  reply: page(Claimable),
})

export const removeDemo = operation({
  rule: 'behaviour.md#the-demo',
  summary: 'Remove the demo',
  description:
    "Suspends the demo's organizations, so that nobody sees them any more; `svc org activate` brings one back. A session that is in one of them moves to the person's first own organization; 409 where there is none.",
  method: 'delete',
  path: '/demo',
  access: 'staff',
  status: 200,
  reply: Session,
})

export const claimInstallation = operation({
  rule: 'behaviour.md#claiming-the-console',
  summary: 'Claim the installation',
  description:
    'While nobody can sign in, the service prints a link with a code at each start. Whoever sends that code becomes staff and the owner of a new organization or of one that can be taken over, and of the demo organization where there is one. The response is as for signing in. A wrong code is 401 (10 from an address in 10 minutes and 100 in all an hour, then 429); once claimed it is 404.',
  method: 'post',
  path: '/claim',
  access: 'anyone',
  body: Claim,
  status: 201,
  reply: Session,
  replyAs: 'session',
})
