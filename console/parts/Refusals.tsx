import { useEffect } from 'preact/hooks'
import type { Deployment, Refusal } from '../../server/contract/deployment.ts'
import { refresh, useRead } from '../cache.ts'
import { changeOrigins } from '../deployments.ts'
import { may } from '../session.ts'
import { counted, fill, shownTime, texts } from '../strings.ts'
import { attempt, notify } from './Toast.tsx'

/** A refused request is no change that the service tells of, so it is asked for. */
const POLL_MS = 10_000

/** Websites that asked for a widget and were refused, with the reason and what mends it. */
export function Refusals({ deployment }: { deployment: Deployment }) {
  const { refusals: words } = texts.value
  const params = { deployment_id: deployment.id }
  const known = useRead('listRefusals', { params, query: { limit: '50' } }).value.value?.data
  useEffect(() => {
    const timer = setInterval(() => refresh('listRefusals'), POLL_MS)
    return () => clearInterval(timer)
  }, [])
  const open = known?.filter((refusal) => !isMended(refusal, deployment)) ?? []
  if (open.length === 0) return null
  return (
    <section class="refusals" aria-label={words.title}>
      <h2>{words.title}</h2>
      <ul class="rows">
        {open.map((refusal) => (
          <li key={refusal.origin + refusal.reason}>
            <div>
              <b>{refusal.origin}</b>
              <small>{shownTimes(refusal)}</small>
            </div>
            <Mend deployment={deployment} refusal={refusal} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function isMended({ origin, reason }: Refusal, { allowed_origins }: Deployment): boolean {
  return reason === 'origin_not_allowed' && allowed_origins.includes(origin)
}

function shownTimes({ count, last_at }: Refusal): string {
  const { refusals: words } = texts.value
  return fill(counted(words.times, count), { time: shownTime(last_at) })
}

function Mend({ deployment, refusal: { origin, reason } }: MendProps) {
  const { refusals: words } = texts.value
  if (reason !== 'origin_not_allowed' || !may('assistant.publish')) {
    return <p>{words.reasons[reason]}</p>
  }

  const allow = () =>
    attempt(async () => {
      const back = await changeOrigins(deployment, { added: [origin] })
      notify(fill(words.allowed, { origin }), () => changeOrigins(deployment, back))
    })

  return (
    <button class="button" type="button" onClick={allow}>
      {fill(words.allow, { origin: new URL(origin).host })}
    </button>
  )
}

interface MendProps {
  deployment: Deployment
  refusal: Refusal
}
