import type { Source as SourceOf } from '../../server/contract/source.ts'
import { refresh, send, useRead } from '../cache.ts'
import { addressOf, replace } from '../location.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { JobState } from '../parts/JobState.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { counted, fill, texts } from '../strings.ts'
import { Documents } from './Documents.tsx'
import { NotFound } from './NotFound.tsx'
import { SourcePages } from './SourcePages.tsx'
import { SourceSettings } from './SourceSettings.tsx'
import '../styles/sources.css'

/** One source: what it is doing, what became of each document, reading it again, deleting it. */
export default function Source({ id }: { id: string }) {
  const entry = useRead('getSource', { params: { source_id: id } })
  if (entry.failure.value?.code === 'not_found') return <NotFound />
  return (
    <>
      <a href={addressOf('knowledge')}>{texts.value.source.back}</a>
      <Loaded of="getSource" entry={entry}>
        {(source) => (
          <>
            <Title>{source.name}</Title>
            <section class="card">
              <Summary source={source} />
              {may('knowledge.manage') && <Actions source={source} />}
            </section>
            <Views source={source} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** What the source consists of, and how it is set up; only what the person may see. */
function Views({ source }: { source: SourceOf }) {
  const { settings: words } = texts.value
  const { documents, pages, settings } = words.tabs
  const tabs = {
    documents,
    ...(source.type === 'website' && { pages }),
    ...(may('knowledge.manage') && { settings }),
  }
  return (
    <Tabs name="tab" label={words.label} tabs={tabs as typeof words.tabs}>
      {(tab) => {
        if (tab === 'pages') return <SourcePages source={source} />
        if (tab === 'settings') return <SourceSettings source={source} />
        return <Documents source_id={source.id} />
      }}
    </Tabs>
  )
}

function Summary({ source: { type, document_count, latest_job } }: { source: SourceOf }) {
  const { knowledge } = texts.value
  return (
    <div class="summary">
      <span>
        {knowledge.types[type] ?? knowledge.types.other}
        {' · '}
        {counted(knowledge.documents, document_count)}
      </span>
      <JobState job={latest_job} />
    </div>
  )
}

function Actions({ source: { id, name, latest_job } }: { source: SourceOf }) {
  const { source: words } = texts.value
  const job = { params: { job_id: latest_job?.id ?? '' } }

  /** Does something to the source, and shows what it does next. */
  const act = (change: () => Promise<unknown>) =>
    attempt(async () => {
      await change()
      refresh('getSource')
    })

  async function remove() {
    await send('deleteSource', { params: { source_id: id } })
    refresh('listSources')
    refresh('listCollections')
    replace('knowledge')
    notify(fill(words.deleted, { name }))
  }

  return (
    <div class="actions">
      {latest_job?.error_code === 'deletions_withheld' && (
        <button class="button" type="button" onClick={() => act(() => send('confirmJob', job))}>
          {words.confirm}
        </button>
      )}
      {latest_job?.is_active ? (
        <button class="button" type="button" onClick={() => act(() => send('cancelJob', job))}>
          {words.cancel}
        </button>
      ) : (
        <button
          class="button"
          type="button"
          onClick={() => act(() => send('syncSource', { params: { source_id: id } }))}
        >
          {words.read}
        </button>
      )}
      <ConfirmButton
        label={words.delete}
        title={fill(words.deleteTitle, { name })}
        lead={words.deleteLead}
        keep={words.keep}
        submit={words.deleteSubmit}
        onConfirm={() => attempt(remove)}
      />
    </div>
  )
}
