import { useSignal } from '@preact/signals'
import type { Claimable } from '../../server/contract/claim.ts'
import { useRead } from '../cache.ts'
import { place, replace } from '../location.ts'
import { Entrance } from '../parts/Entrance.tsx'
import { Form } from '../parts/Form.tsx'
import { Labelled } from '../parts/Labelled.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Title } from '../parts/Title.tsx'
import { enter } from '../session.ts'
import { counted, fill, texts } from '../strings.ts'
import { Dead } from './Dead.tsx'

/** The first person takes over the installation (docs/behaviour.md#claiming-the-console). */
export default function Claim() {
  const { claim } = texts.value
  const code = place.value.fragment.replace('claim=', '')
  const entry = useRead('listClaimableOrganizations', { body: { code } })
  const failure = entry.failure.value?.code
  return (
    <Entrance>
      {failure === 'not_found' ? (
        <Dead title={claim.claimedTitle}>{claim.claimed}</Dead>
      ) : failure === 'authentication_error' ? (
        <Dead title={claim.wrongTitle}>{claim.wrong}</Dead>
      ) : (
        <Loaded of="listClaimableOrganizations" entry={entry}>
          {({ data }) => <ClaimForm code={code} organizations={data} />}
        </Loaded>
      )}
    </Entrance>
  )
}

/** Asks for the name of an organization only where none is there to be taken over. */
function ClaimForm({ code, organizations }: { code: string; organizations: Claimable[] }) {
  const { fields, claim, passwordHint } = texts.value
  const chosen = useSignal(organizations[0]?.id ?? '')
  const taken = organizations.find(({ id }) => id === chosen.value)
  return (
    <>
      <Title>{claim.title}</Title>
      <p class="lead">{taken ? fill(claim.takeOver, { name: taken.name }) : claim.lead}</p>
      {organizations.length > 1 && (
        <Labelled label={claim.which}>
          {(ties) => (
            <select
              {...ties}
              value={chosen.value}
              onChange={({ currentTarget }) => {
                chosen.value = currentTarget.value
              }}
            >
              {organizations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value="">{claim.another}</option>
            </select>
          )}
        </Labelled>
      )}
      <Form
        of="claimInstallation"
        fixed={taken ? { code, organization_id: taken.id } : { code }}
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
          ...(taken ? [] : [organizationField()]),
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

function organizationField() {
  const { fields, claim } = texts.value
  return {
    name: 'organization_name',
    label: fields.organization,
    type: 'text' as const,
    autocomplete: 'organization',
    hint: claim.organizationHint,
    required: true as const,
  }
}
