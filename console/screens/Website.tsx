import type { Deployment } from '../../server/contract/deployment.ts'
import { useRead } from '../cache.ts'
import { place, setQuery } from '../location.ts'
import { Notice } from '../parts/Notice.tsx'
import { Refusals } from '../parts/Refusals.tsx'
import { TagCode } from '../parts/TagCode.tsx'
import '../styles/website.css'
import { fill, shownTime, texts } from '../strings.ts'
import { Status } from './WebsiteStatus.tsx'

/** One widget: what keeps it from pages, and its tag. */
export function Website({ deployment }: { deployment: Deployment }) {
  return (
    <>
      <div class="head">
        <h2>{deployment.name}</h2>
        <Status deployment={deployment} />
      </div>
      <Replaced />
      <Refusals deployment={deployment} />
      {deployment.status === 'active' && <Tag deployment={deployment} />}
    </>
  )
}

/** After its key was replaced: until when the old one works. */
function Replaced() {
  const id = place.value.query['replaces']
  return id ? <OldKey id={id} /> : null
}

function OldKey({ id }: { id: string }) {
  const { website: words } = texts.value
  const old = useRead('getDeployment', { params: { deployment_id: id } }).value.value
  if (!old) return null
  const works = old.status === 'active' && old.expires_at
  return (
    <Notice kind="note">
      {works ? fill(words.rotated, { time: shownTime(works) }) : words.rotatedAtOnce}
    </Notice>
  )
}

function Tag({ deployment }: { deployment: Deployment }) {
  const { website: words } = texts.value
  const script = useRead('getWidgetScript').value.value
  const isPinned = place.value.query['pin'] !== undefined
  return (
    <section class="card">
      <h2>{words.tagTitle}</h2>
      <TagCode deployment={deployment} script={isPinned ? (script?.pinned ?? null) : null} />
      {script?.pinned && (
        <label class="check">
          <input
            type="checkbox"
            checked={isPinned}
            onChange={({ currentTarget }) => setQuery({ pin: currentTarget.checked ? 'yes' : '' })}
          />
          <span>
            {words.pin}
            <small>{words.pinHint}</small>
          </span>
        </label>
      )}
    </section>
  )
}
