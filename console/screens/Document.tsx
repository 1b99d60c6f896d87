import type { KnowledgeDocument } from '../../server/contract/document.ts'
import { refresh, send, useRead } from '../cache.ts'
import { addressOf, replace } from '../location.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Outside } from '../parts/Passage.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { fill, shownBytes, shownTime, texts } from '../strings.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { NotFound } from './NotFound.tsx'
import { Passages } from './Passages.tsx'
import { SectionQuestions } from './SectionQuestions.tsx'
import '../styles/document.css'

/** A document beside its passages, and what can be changed about it. */
export default function Document({ id }: { id: string }) {
  const entry = useRead('getDocument', { params: { document_id: id } })
  if (entry.failure.value?.code === 'not_found') return <NotFound />
  return (
    <Loaded of="getDocument" entry={entry}>
      {(document) => (
        <>
          <a href={addressOf(`knowledge/${document.source_id}`)}>{texts.value.document.back}</a>
          <Title>{document.title || document.path}</Title>
          <div class="document">
            <section class="card">
              <Facts document={document} />
              {may('knowledge.manage') && <Actions document={document} />}
              {may('knowledge.manage') && <DocumentForm key={document.id} document={document} />}
            </section>
            <div>
              <SectionQuestions document_id={document.id} />
              <Passages document={document} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

function Facts({ document }: { document: KnowledgeDocument }) {
  const { document: words, source } = texts.value
  const { path, url, bytes, status, error_code, error_message, description, updated_at } = document
  return (
    <>
      <div class="state" data-status={status}>
        <p>{source.statuses[status] ?? source.statuses.other}</p>
        {error_code && <span>{words.reasons[error_code] ?? words.reasons.other}</span>}
        {error_message && <small>{error_message}</small>}
        {error_code && status === 'ingested' && <span>{words.earlier}</span>}
      </div>
      <dl class="facts">
        <div>
          <dt>{words.file}</dt>
          <dd>{path}</dd>
        </div>
        <div>
          <dt>{words.link}</dt>
          <dd>{url ? <Outside url={url}>{url}</Outside> : words.noLink}</dd>
        </div>
        {description !== null && (
          <div>
            <dt>{words.description}</dt>
            <dd dir="auto">{description}</dd>
          </div>
        )}
        <div>
          <dt>{words.size}</dt>
          <dd>{shownBytes(bytes)}</dd>
        </div>
        <div>
          <dt>{words.updated}</dt>
          <dd>{shownTime(updated_at)}</dd>
        </div>
      </dl>
    </>
  )
}

function Actions({ document }: { document: KnowledgeDocument }) {
  const { document: words } = texts.value
  const { id, source_id, status } = document
  const isExcluded = status === 'excluded'
  const name = document.title || document.path

  const exclude = (excluded: boolean) =>
    attempt(async () => {
      await change(id, { excluded })
      notify(excluded ? words.excluded : words.included, () => change(id, { excluded: !excluded }))
    })

  async function remove() {
    await send('deleteDocument', { params: { document_id: id } })
    refresh('listDocuments')
    replace(`knowledge/${source_id}`)
    notify(fill(words.deleted, { name }))
  }

  return (
    <div class="actions">
      <button class="button" type="button" onClick={() => exclude(!isExcluded)}>
        {isExcluded ? words.include : words.exclude}
      </button>
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

async function change(document_id: string, body: { excluded: boolean }): Promise<void> {
  await send('updateDocument', { params: { document_id }, body })
  refresh('getDocument')
  refresh('listDocuments')
  refresh('listPassages')
}
