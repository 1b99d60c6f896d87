import type { Invitation as InvitationOf } from '../../server/contract/session.ts'
import { useRead } from '../cache.ts'
import { place, replace } from '../location.ts'
import { Entrance } from '../parts/Entrance.tsx'
import { Form } from '../parts/Form.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Title } from '../parts/Title.tsx'
import { enter } from '../session.ts'
import { fill, texts } from '../strings.ts'
import { Dead } from './Dead.tsx'

/** Joins an organization by the link of an invitation, which ends in its token. */
export default function Invitation() {
  const { invitation } = texts.value
  const token = place.value.fragment
  const entry = useRead('readInvitation', { body: { token } })
  const isGone = entry.failure.value?.code === 'not_found'
  return (
    <Entrance>
      {isGone ? (
        <Dead title={invitation.goneTitle}>{invitation.gone}</Dead>
      ) : (
        <Loaded of="readInvitation" entry={entry}>
          {(found) => <InvitationForm invited={found} token={token} />}
        </Loaded>
      )}
    </Entrance>
  )
}

function InvitationForm({ invited, token }: { invited: InvitationOf; token: string }) {
  const { fields, invitation } = texts.value
  const organization = invited.organization.name
  return (
    <>
      <Title>{fill(invitation.title, { organization })}</Title>
      <p class="lead">{invitation.lead}</p>
      <Form
        of="acceptInvitation"
        fixed={{ token }}
        fields={[
          {
            name: 'email',
            label: fields.email,
            type: 'email',
            autocomplete: 'username',
            value: invited.email,
            readOnly: true,
          },
          {
            name: 'name',
            label: fields.name,
            type: 'text',
            autocomplete: 'name',
            // Without a name the invitation carries the address.
            value: invited.name === invited.email ? '' : invited.name,
          },
          {
            name: 'password',
            label: fields.password,
            type: 'password',
            autocomplete: 'new-password',
            hint: invitation.passwordHint,
            refused: invitation.wrong,
          },
        ]}
        label={fill(invitation.submit, { organization })}
        failures={{ not_found: invitation.gone }}
        done={(session) => {
          replace('')
          enter(session)
        }}
      />
    </>
  )
}
