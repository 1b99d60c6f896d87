import type { Deployment } from '../../server/contract/deployment.ts'
import { useRead } from '../cache.ts'
import { addressOf, place, setQuery } from '../location.ts'
import { usePages } from '../pages.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Pages } from '../parts/Pages.tsx'
import { Title } from '../parts/Title.tsx'
import { may } from '../session.ts'
import '../styles/website.css'
import { texts } from '../strings.ts'
import { NewWebsite } from './NewWebsite.tsx'
import { Status } from './WebsiteStatus.tsx'

/** The widgets of the organization, each with the websites that may show it. */
export default function Websites() {
  const { website: words } = texts.value
  const listed = usePages('listDeployments', { query: { limit: '50' } })
  const assistants = useRead('listAssistants', { query: { status: 'active', limit: '100' } })
  const isAdding = place.value.query['new'] !== undefined
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
      {isAdding && may('assistant.publish') && (
        <Loaded of="listAssistants" entry={assistants}>
          {({ data }) => <NewWebsite assistants={data} />}
        </Loaded>
      )}
      <Pages of="listDeployments" listed={listed} empty={<Empty />}>
        {(deployments) => (
          <ul class="rows card">
            {deployments.map((deployment) => (
              <Row key={deployment.id} deployment={deployment} />
            ))}
          </ul>
        )}
      </Pages>
    </>
  )
}

function Row({ deployment }: { deployment: Deployment }) {
  const { website: words } = texts.value
  const { id, name, allowed_origins } = deployment
  return (
    <li>
      <div>
        <a href={addressOf(`website/${id}`)}>{name}</a>
        <small>{allowed_origins.join(' · ') || words.nowhere}</small>
      </div>
      <Status deployment={deployment} />
    </li>
  )
}

function Empty() {
  const { website: words } = texts.value
  return (
    <div class="empty">
      <h2>{words.emptyTitle}</h2>
      <p>{words.empty}</p>
      {may('assistant.publish') && (
        <a class="button primary" href={addressOf('setup')}>
          {words.firstSteps}
        </a>
      )}
    </div>
  )
}
