import { useSignal } from '@preact/signals'
import type {
  SupportAccess as Access,
  SupportSession,
} from '../../server/contract/support-access.ts'
import { send, useRead, write } from '../cache.ts'
import { usePages } from '../pages.ts'
import { Check } from '../parts/Check.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Pages } from '../parts/Pages.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { fill, shownMoment, shownTime, texts } from '../strings.ts'
import '../styles/governance.css'

/** Whether the operator's staff may look in, and what they looked at. */
export default function SupportAccess() {
  const { support: words } = texts.value
  const entry = useRead('getSupportAccess')
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Loaded of="getSupportAccess" entry={entry}>
        {(access) => (
          <>
            <Allowed access={access} />
            {access.active.length > 0 && (
              <section class="card">
                <h2>{words.now}</h2>
                <Sessions sessions={access.active} />
              </section>
            )}
            <section class="card">
              <h2>{words.history}</h2>
              {access.history.length === 0 && <p class="none">{words.none}</p>}
              <Sessions sessions={access.history.filter(({ end }) => end)} />
            </section>
          </>
        )}
      </Loaded>
    </>
  )
}

function Allowed({ access: { allowed } }: { access: Access }) {
  const { support: words } = texts.value

  const set = (wanted: boolean) =>
    attempt(async () => {
      write('getSupportAccess', await send('setSupportAccess', { body: { allowed: wanted } }))
      notify(wanted ? words.allowed : words.turnedOff)
    })

  return (
    <section class="card">
      <Check label={words.allow} isChecked={allowed} onChange={set} />
      <p>{allowed ? words.allowed : words.forbidden}</p>
    </section>
  )
}

function Sessions({ sessions }: { sessions: SupportSession[] }) {
  return (
    <ul class="rows">
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <b>{session.staff_name}</b>
            <small>{session.staff_email}</small>
            <p dir="auto">{session.reason}</p>
            <Requests session={session} />
          </div>
          <State session={session} />
        </li>
      ))}
    </ul>
  )
}

function State({ session: { id, started_at, expires_at, end } }: { session: SupportSession }) {
  const { support: words } = texts.value

  const stop = () =>
    attempt(async () => {
      const params = { support_session_id: id }
      write('getSupportAccess', await send('endSupportSession', { params }))
      notify(words.ended)
    })

  if (end) {
    const span = { from: shownTime(started_at), to: shownMoment(expires_at) }
    return (
      <p class="changed">
        {fill(words.span, span)}
        <small>{words.ends[end]}</small>
      </p>
    )
  }
  return (
    <div class="actions">
      {fill(words.until, { time: shownMoment(expires_at) })}
      <button class="button danger" type="button" onClick={stop}>
        {words.end}
      </button>
    </div>
  )
}

/** Loaded when it is opened. */
function Requests({ session }: { session: SupportSession }) {
  const isOpen = useSignal(false)
  return (
    <details
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>{texts.value.support.requests}</summary>
      {isOpen.value && <RequestList session={session} />}
    </details>
  )
}

function RequestList({ session: { id } }: { session: SupportSession }) {
  const params = { support_session_id: id }
  const listed = usePages('listSupportRequests', { params, query: { limit: '50' } })
  return (
    <Pages
      of="listSupportRequests"
      listed={listed}
      empty={<p class="none">{texts.value.support.noRequests}</p>}
    >
      {(requests) => (
        <ol class="requests">
          {requests.map(({ method, path, at }) => (
            <li key={at + path}>
              <time dateTime={at}>{shownTime(at)}</time>{' '}
              <code>
                {method} {path}
              </code>
            </li>
          ))}
        </ol>
      )}
    </Pages>
  )
}
