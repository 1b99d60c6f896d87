import { useRead } from '../cache.ts'
import { place, replace } from '../location.ts'
import { Entrance } from '../parts/Entrance.tsx'
import { Form } from '../parts/Form.tsx'
import { Title } from '../parts/Title.tsx'
import { enter } from '../session.ts'
import { counted, texts } from '../strings.ts'
import { Dead } from './Dead.tsx'

/** The first person takes over the installation (docs/behaviour.md#claiming-the-console). */
export default function Claim() {
  const { claim } = texts.value
  const installation = useRead('getInstallation').value.value
  return (
    <Entrance>
      {installation?.claimed ? (
        <Dead title={claim.claimedTitle}>{claim.claimed}</Dead>
      ) : (
        <ClaimForm code={place.value.fragment.replace('claim=', '')} />
      )}
    </Entrance>
  )
}

function ClaimForm({ code }: { code: string }) {
  const { fields, claim, passwordHint } = texts.value
  return (
    <>
      <Title>{claim.title}</Title>
      <p class="lead">{claim.lead}</p>
      <Form
        of="claimInstallation"
        fixed={{ code }}
        fields={[
          { name: 'name', label: fields.name, type: 'text', autocomplete: 'name' },
          { name: 'email', label: fields.email, type: 'email', autocomplete: 'username' },
          {
            name: 'password',
            label: fields.password,
            type: 'password',
            autocomplete: 'new-password',
            hint: counted(passwordHint, 10),
          },
          {
            name: 'organization_name',
            label: fields.organization,
            type: 'text',
            autocomplete: 'organization',
            hint: claim.organizationHint,
          },
        ]}
        label={claim.submit}
        failures={{ authentication_error: claim.wrong, not_found: claim.claimed }}
        done={(session) => {
          replace('')
          enter(session)
        }}
      />
    </>
  )
}
