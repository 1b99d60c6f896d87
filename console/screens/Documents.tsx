import { useSignal } from '@preact/signals'
import type { KnowledgeDocument } from '../../server/contract/document.ts'
import { useRead } from '../cache.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { counted, texts } from '../strings.ts'

const STATUSES = ['ingested', 'failed', 'skipped', 'excluded'] as const
type Status = (typeof STATUSES)[number]

/** The documents of a source with what became of each; problems can be shown alone. */
export function Documents({ source_id }: { source_id: string }) {
  const { source: words } = texts.value
  const status = useSignal<Status | ''>('')
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.documents}</h2>
        <label class="choice">
          {words.filter}
          <select
            value={status.value}
            onChange={({ currentTarget }) => {
              status.value = currentTarget.value as Status | ''
            }}
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
      <DocumentPage key={status.value} source_id={source_id} status={status.value} isFirst />
    </section>
  )
}

/** One page of the list; the next one follows in it when it is asked for. */
function DocumentPage({
  source_id,
  status,
  cursor,
  isFirst = false,
}: {
  source_id: string
  status: Status | ''
  cursor?: string
  isFirst?: boolean
}) {
  const { source: words } = texts.value
  const isMore = useSignal(false)
  const query = { limit: '50', ...(status && { status }), ...(cursor && { cursor }) }
  const entry = useRead('listDocuments', { params: { source_id }, query })
  return (
    <Loaded of="listDocuments" entry={entry}>
      {({ data, next_cursor }) => (
        <>
          {isFirst && data.length === 0 && <p class="none">{words.empty}</p>}
          <ul class="rows">
            {data.map((document) => (
              <DocumentRow key={document.id} document={document} />
            ))}
          </ul>
          {next_cursor !== null && !isMore.value && (
            <button
              class="button"
              type="button"
              onClick={() => {
                isMore.value = true
              }}
            >
              {words.more}
            </button>
          )}
          {next_cursor !== null && isMore.value && (
            <DocumentPage source_id={source_id} status={status} cursor={next_cursor} />
          )}
        </>
      )}
    </Loaded>
  )
}

function DocumentRow({ document }: { document: KnowledgeDocument }) {
  const { knowledge, source: words } = texts.value
  const { title, path, url, status, error_message, passage_count } = document
  return (
    <li>
      <div>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {title || path}
          </a>
        ) : (
          <b>{title || path}</b>
        )}
        <small>{path}</small>
      </div>
      <div class="state" data-status={status}>
        <p>
          {status === 'ingested'
            ? counted(knowledge.passages, passage_count)
            : (words.statuses[status] ?? words.statuses.other)}
        </p>
        {error_message && <small>{error_message}</small>}
      </div>
    </li>
  )
}
