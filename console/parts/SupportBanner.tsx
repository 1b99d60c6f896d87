import type { Session } from '../../server/contract/session.ts'
import { send } from '../cache.ts'
import { fill, shownMoment, texts } from '../strings.ts'
import { attempt } from './Toast.tsx'

/** Tells staff where they look in, or that it has ended, and leads back. */
export function SupportBanner({ opened }: { opened: NonNullable<Session['support_session']> }) {
  const { support: words } = texts.value
  const { id, organization, expires_at, end } = opened
  const values = {
    organization: organization.name,
    time: shownMoment(expires_at),
    end: end ? (words.ends[end] ?? words.ends.other) : '',
  }

  const close = () =>
    attempt(async () => {
      await send('closeSupportSession', { params: { support_session_id: id } })
      // Nothing of the organization stays in memory.
      location.assign('/svc/console/')
    })

  return (
    <div class="support-banner" role="status">
      <p>{fill(end ? words.stopped : words.banner, values)}</p>
      <button class="button" type="button" onClick={close}>
        {end ? words.back : words.leave}
      </button>
    </div>
  )
}
