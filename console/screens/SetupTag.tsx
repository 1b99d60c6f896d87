import type { Assistant } from '../../server/contract/assistant.ts'
import type { Deployment } from '../../server/contract/deployment.ts'
import { send, useRead } from '../cache.ts'
import { refreshDeployments } from '../deployments.ts'
import { OriginEntry } from '../parts/OriginEntry.tsx'
import { NextStep } from '../parts/StepList.tsx'
import { TagCode } from '../parts/TagCode.tsx'
import { attempt } from '../parts/Toast.tsx'
import { texts } from '../strings.ts'

interface Props {
  assistant: Assistant
  deployment: Deployment | undefined
}

/** The website that may show the widget, then its tag. */
export function SetupTag({ assistant, deployment }: Props) {
  const { setup: words } = texts.value
  if (!deployment) return <NewWebsite assistant={assistant} />
  return (
    <section class="card">
      <h2>{words.tagTitle}</h2>
      <p>{words.tagLead}</p>
      <TagCode deployment={deployment} />
      <NextStep step="visit" label={words.toVisit} />
    </section>
  )
}

function NewWebsite({ assistant: { id, knowledge_base_ids } }: { assistant: Assistant }) {
  const { setup: words } = texts.value
  const params = { collection_id: knowledge_base_ids[0] ?? '' }
  const sources = useRead('listSources', { params, query: { limit: '100' } }).value.value?.data
  const suggested = useRead('suggestQuestions', { params: { assistant_id: id } }).value.value
  if (!sources || !suggested) return null
  const website = sources.find(({ type }) => type === 'website')

  const create = (allowed_origins: string[]) =>
    attempt(async () => {
      const suggestions = suggested.questions.slice(0, 3)
      await send('createDeployment', {
        body: {
          name: new URL(allowed_origins[0] ?? '').host,
          assistant_id: id,
          allowed_origins,
          ...(suggestions.length > 0 && { appearance: { suggestions } }),
        },
      })
      refreshDeployments()
    })

  return (
    <section class="card">
      <h2>{words.websiteTitle}</h2>
      <p>{words.websiteLead}</p>
      <OriginEntry
        label={words.websiteLabel}
        submit={words.websiteSubmit}
        initial={website?.name ?? ''}
        onAdd={create}
      />
    </section>
  )
}
