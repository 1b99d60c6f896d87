import type { Deployment } from '../../server/contract/deployment.ts'
import { fill, shownMoment, texts } from '../strings.ts'

const DAY_MS = 86_400_000

/** How a widget is doing, in words. */
export function Status({ deployment }: { deployment: Deployment }) {
  const { website: words } = texts.value
  const { status, expires_at, revoked_at, last_used_at } = deployment
  const used = last_used_at
    ? fill(words.lastSeen, { time: shownMoment(last_used_at) })
    : words.neverSeen
  return (
    <div class="state" data-status={dotOf(deployment)}>
      <p>{status === 'active' ? used : words.statuses[status]}</p>
      {status === 'active' && expires_at && (
        <small>{fill(words.expires, { time: shownMoment(expires_at) })}</small>
      )}
      {revoked_at && <small>{shownMoment(revoked_at)}</small>}
    </div>
  )
}

function dotOf({ status, last_used_at }: Deployment): string {
  if (status !== 'active') return 'failed'
  if (!last_used_at) return 'active'
  return Date.now() - Date.parse(last_used_at) < 7 * DAY_MS ? 'succeeded' : 'active'
}
