import type { KnowledgeDocument } from '../../server/contract/document.ts'
import { addressOf, place, setQuery } from '../location.ts'
import { usePages } from '../pages.ts'
import { Pages } from '../parts/Pages.tsx'
import { counted, texts } from '../strings.ts'

const STATUSES = ['ingested', 'failed', 'skipped', 'excluded'] as const
type Status = (typeof STATUSES)[number]

/** The documents of a source with what became of each; problems can be shown alone. */
export function Documents({ source_id }: { source_id: string }) {
  const { source: words } = texts.value
  const { status = '' } = place.value.query
  const query = { limit: '50', ...(status && { status: status as Status }) }
  const listed = usePages('listDocuments', { params: { source_id }, query })
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.documents}</h2>
        <label class="choice">
          {words.filter}
          <select
            value={status}
            onChange={({ currentTarget }) => setQuery({ status: currentTarget.value })}
          >
            <option value="">{words.all}</option>
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {words.statuses[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Pages of="listDocuments" listed={listed} empty={<p class="none">{words.empty}</p>}>
        {(documents) => (
          <ul class="rows">
            {documents.map((document) => (
              <DocumentRow key={document.id} document={document} />
            ))}
          </ul>
        )}
      </Pages>
    </section>
  )
}

function DocumentRow({ document }: { document: KnowledgeDocument }) {
  const { document: own, knowledge, source: words } = texts.value
  const { id, title, path, status, error_code, passage_count } = document
  return (
    <li>
      <div>
        <a href={addressOf(`knowledge/documents/${id}`)}>{title || path}</a>
        <small>{path}</small>
      </div>
      <div class="state" data-status={status}>
        <p>
          {status === 'ingested'
            ? counted(knowledge.passages, passage_count)
            : (words.statuses[status] ?? words.statuses.other)}
        </p>
        {error_code && <small>{own.reasons[error_code] ?? own.reasons.other}</small>}
        {error_code && status === 'ingested' && <small>{own.earlier}</small>}
      </div>
    </li>
  )
}
