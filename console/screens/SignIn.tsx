import { useRead } from '../cache.ts'
import { Entrance } from '../parts/Entrance.tsx'
import { Form } from '../parts/Form.tsx'
import { Title } from '../parts/Title.tsx'
import { enter, hasEnded } from '../session.ts'
import { texts } from '../strings.ts'
import { Unclaimed } from './Unclaimed.tsx'

/** Shown at every address before signing in; a new installation asks for its code. */
export function SignIn() {
  const installation = useRead('getInstallation').value.value
  return <Entrance>{installation?.claimed === false ? <Unclaimed /> : <SignInForm />}</Entrance>
}

function SignInForm() {
  const { fields, signIn } = texts.value
  return (
    <>
      <Title>{signIn.title}</Title>
      {hasEnded() && <p class="lead">{signIn.ended}</p>}
      <Form
        of="signIn"
        fields={[
          { name: 'email', label: fields.email, type: 'email', autocomplete: 'username' },
          {
            name: 'password',
            label: fields.password,
            type: 'password',
            autocomplete: 'current-password',
          },
        ]}
        label={signIn.submit}
        failures={{ authentication_error: signIn.wrong }}
        done={enter}
      >
        <details class="more">
          <summary>{signIn.forgotten}</summary>
          <p>{signIn.forgottenHelp}</p>
        </details>
      </Form>
    </>
  )
}
