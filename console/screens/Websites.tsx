import type { Deployment } from '../../server/contract/deployment.ts'
import { useRead } from '../cache.ts'
import { addressOf, place, setQuery } from '../location.ts'
import { Loaded, Skeleton } from '../parts/Loaded.tsx'
import { Title } from '../parts/Title.tsx'
import { may } from '../session.ts'
import '../styles/website.css'
import { texts } from '../strings.ts'
import { type Websites as Known, useWebsites } from '../websites.ts'
import { NewWebsite } from './NewWebsite.tsx'
import { NotFound } from './NotFound.tsx'
import { NoWebsite } from './NoWebsite.tsx'
import { Website } from './Website.tsx'
import { Status } from './WebsiteStatus.tsx'

/** The tag of a website, and the list of websites from the second one on. */
export default function Websites() {
  const { website: words } = texts.value
  const websites = useWebsites()
  const assistants = useRead('listAssistants', { query: { status: 'active', limit: '100' } })
  const { query } = place.value
  const isAdding = query['new'] !== undefined && may('assistant.publish')
  if (websites && !websites.shown && query['widget']) return <NotFound />
  return (
    <>
      <div class="head">
        <Title>{words.title}</Title>
        {may('assistant.publish') && !isAdding && (
          <button class="button" type="button" onClick={() => setQuery({ new: 'yes' })}>
            {words.add}
          </button>
        )}
      </div>
      <p class="lead">{words.lead}</p>
      {isAdding && (
        <Loaded of="listAssistants" entry={assistants}>
          {({ data }) => <NewWebsite assistants={data} />}
        </Loaded>
      )}
      {!websites && <Skeleton />}
      {websites && websites.all.length > 1 && <List websites={websites} />}
      {websites?.shown && <Website key={websites.shown.id} deployment={websites.shown} />}
      {websites && !websites.shown && <NoWebsite />}
    </>
  )
}

function List({ websites: { all, shown } }: { websites: Known }) {
  return (
    <ul class="rows card">
      {all.map((deployment) => (
        <Row key={deployment.id} deployment={deployment} isShown={deployment === shown} />
      ))}
    </ul>
  )
}

function Row({ deployment, isShown }: { deployment: Deployment; isShown: boolean }) {
  const { website: words } = texts.value
  const { id, name, allowed_origins } = deployment
  return (
    <li>
      <div>
        <a href={addressOf('website', { widget: id })} aria-current={isShown ? 'true' : undefined}>
          {name}
        </a>
        <small>{allowed_origins.join(' · ') || words.nowhere}</small>
      </div>
      <Status deployment={deployment} />
    </li>
  )
}
