import { useEffect } from 'preact/hooks'
import type { Deployment } from '../../server/contract/deployment.ts'
import { refreshDeployments } from '../deployments.ts'
import { addressOf } from '../location.ts'
import { Refusals } from '../parts/Refusals.tsx'
import { fill, shownTime, texts } from '../strings.ts'

/** A use of the widget is no change that the service tells of, so it is asked for. */
const POLL_MS = 3000

/** Waits for the first visitor's page, and tells what keeps it away. */
export function SetupVisit({ deployment }: { deployment: Deployment }) {
  const { setup: words } = texts.value
  const { last_used_at: visited, allowed_origins, name } = deployment
  useEffect(() => {
    if (visited) return
    const timer = setInterval(refreshDeployments, POLL_MS)
    return () => clearInterval(timer)
  }, [visited])
  return (
    <section class="card visit" data-visited={visited !== null} aria-live="polite">
      <h2>{visited ? words.visited : words.waiting}</h2>
      {visited ? (
        <>
          <p>{fill(words.visitedLead, { name, time: shownTime(visited) })}</p>
          <a class="button primary next" href={addressOf('')}>
            {words.finish}
          </a>
        </>
      ) : (
        <>
          <p>{words.waitingLead}</p>
          <ul class="origins">
            {allowed_origins.map((origin) => (
              <li key={origin}>
                <a href={origin} target="_blank" rel="noreferrer">
                  {origin}
                </a>
              </li>
            ))}
          </ul>
          <Refusals deployment={deployment} />
          <a href={addressOf('setup', { step: 'tag' })}>{words.backToTag}</a>
        </>
      )}
    </section>
  )
}
