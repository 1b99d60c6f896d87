import { type Signal, useSignal } from '@preact/signals'
import type { Role } from '../../server/contract/member.ts'
import { refresh, send } from '../cache.ts'
import { Labelled } from '../parts/Labelled.tsx'
import { RoleChoice } from '../parts/RoleChoice.tsx'
import type { Secret } from '../parts/ShownOnce.tsx'
import { TextField } from '../parts/TextField.tsx'
import { attempt } from '../parts/Toast.tsx'
import { fill, texts } from '../strings.ts'

/** Makes a link for somebody who shall belong to the organization. */
export function Invite({ link }: { link: Signal<Secret | null> }) {
  const { people: words } = texts.value
  const email = useSignal('')
  const name = useSignal('')
  const role = useSignal<Role>('editor')
  const problem = useSignal<string | null>(null)

  const invite = () =>
    attempt(
      async () => {
        const { member, invitation_url } = await send('inviteMember', {
          body: { email: email.value.trim(), name: name.value.trim() || null, role: role.value },
        })
        refresh('listMembers')
        const title = fill(words.linkTitle, { name: member.name })
        link.value = { title, lead: words.inviteLead, text: invitation_url }
        email.value = ''
        name.value = ''
      },
      { conflict: words.isMember },
    )

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    problem.value = isAddress(email.value.trim()) ? null : words.noEmail
    if (!problem.value) void invite()
  }

  return (
    <form class="form people-form" noValidate onSubmit={onSubmit}>
      <h3>{words.inviteTitle}</h3>
      <TextField
        label={words.email}
        value={email.value}
        maxLength={254}
        problem={problem.value}
        onInput={(text) => {
          email.value = text
        }}
      />
      <TextField
        label={words.name}
        value={name.value}
        maxLength={200}
        onInput={(text) => {
          name.value = text
        }}
      />
      <Labelled label={words.role} hint={words.roleHints[role.value]}>
        {(ties) => (
          <RoleChoice
            {...ties}
            role={role.value}
            onChoose={(chosen) => {
              role.value = chosen
            }}
          />
        )}
      </Labelled>
      <button class="button" type="submit">
        {words.invite}
      </button>
    </form>
  )
}

/** As the browser judges it; the service judges it again. */
function isAddress(text: string): boolean {
  const input = document.createElement('input')
  input.type = 'email'
  input.required = true
  input.value = text
  return input.validity.valid
}
