import type { OwnSession } from '../../server/contract/session.ts'
import { refresh, send, useRead } from '../cache.ts'
import { Form } from '../parts/Form.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Table } from '../parts/Table.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { session } from '../session.ts'
import { counted, shownTime, texts } from '../strings.ts'

/** The person's own password and sessions. */
export default function Account() {
  const { account } = texts.value
  return (
    <>
      <Title>{account.title}</Title>
      <Password />
      <Sessions />
    </>
  )
}

function Password() {
  const { account, fields, passwordHint } = texts.value
  return (
    <section class="card">
      <h2>{account.passwordTitle}</h2>
      <p>{account.passwordLead}</p>
      <Form
        of="changePassword"
        fields={[
          {
            name: 'email',
            label: fields.email,
            type: 'email',
            autocomplete: 'username',
            value: session.value?.user.email ?? '',
            readOnly: true,
          },
          {
            name: 'current_password',
            label: fields.currentPassword,
            type: 'password',
            autocomplete: 'current-password',
            refused: account.passwordWrong,
          },
          {
            name: 'new_password',
            label: fields.newPassword,
            type: 'password',
            autocomplete: 'new-password',
            hint: counted(passwordHint, 10),
          },
        ]}
        label={account.passwordSubmit}
        done={() => {
          refresh('listSessions')
          notify(account.passwordDone)
        }}
      />
    </section>
  )
}

function Sessions() {
  const { account } = texts.value
  const entry = useRead('listSessions', { query: { limit: '100' } })

  async function endOthers() {
    await send('endOtherSessions')
    refresh('listSessions')
    notify(account.endedOthers)
  }

  return (
    <section class="card">
      <h2>{account.sessionsTitle}</h2>
      <p>{account.sessionsLead}</p>
      <Loaded of="listSessions" entry={entry}>
        {({ data }) => (
          <>
            <SessionTable sessions={data} />
            {data.length > 1 && (
              <button class="button" type="button" onClick={() => attempt(endOthers)}>
                {account.endOthers}
              </button>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function SessionTable({ sessions }: { sessions: OwnSession[] }) {
  const { account } = texts.value
  return (
    <Table
      caption={account.sessionsTitle}
      columns={[
        {
          label: account.device,
          show: ({ current }) =>
            current ? <mark>{account.thisSession}</mark> : account.otherSession,
        },
        { label: account.since, show: ({ created_at }) => shownTime(created_at) },
        { label: account.lastUsed, show: ({ last_used_at }) => shownTime(last_used_at) },
      ]}
      items={sessions}
    />
  )
}
