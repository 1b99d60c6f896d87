import { place, replace } from '../location.ts'
import { Entrance } from '../parts/Entrance.tsx'
import { Form } from '../parts/Form.tsx'
import { Title } from '../parts/Title.tsx'
import { counted, texts } from '../strings.ts'

/** Sets a new password by a link, which ends in its token. */
export default function Reset() {
  const { fields, passwordHint, reset } = texts.value
  const token = place.value.fragment
  return (
    <Entrance>
      <Title>{reset.title}</Title>
      <p class="lead">{reset.lead}</p>
      <Form
        of="acceptPasswordReset"
        fixed={{ token }}
        fields={[
          {
            name: 'password',
            label: fields.newPassword,
            type: 'password',
            autocomplete: 'new-password',
            hint: counted(passwordHint, 10),
          },
        ]}
        label={reset.submit}
        failures={{ not_found: reset.gone }}
        done={() => replace('reset/done')}
      />
    </Entrance>
  )
}
