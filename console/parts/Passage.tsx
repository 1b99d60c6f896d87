import type { Quotation } from '../../server/contract/conversation.ts'
import type { Passage as PassageOf } from '../../server/contract/document.ts'
import { useRead } from '../cache.ts'
import { addressOf } from '../location.ts'
import { texts } from '../strings.ts'
import { Loaded } from './Loaded.tsx'
import { QuotedText } from './QuotedText.tsx'

/**
 * The text of a passage with its quotations marked, and the ways to its document; loaded when it is
 * shown.
 */
export function Passage({
  source_id,
  url,
  quotes,
}: {
  source_id: string
  url: string | null
  quotes?: readonly Quotation[] | undefined
}) {
  const entry = useRead('getPassage', { params: { passage_id: source_id } })
  if (entry.failure.value?.code === 'not_found') return <Gone url={url} />
  return (
    <Loaded of="getPassage" entry={entry}>
      {(passage) => (
        <div class="passage-text">
          <QuotedText text={passage.text} quotes={quotes} />
          <PassageLinks passage={passage} quote={quotes?.[0]} />
        </div>
      )}
    </Loaded>
  )
}

/** The link of a written answer, or a passage of a document that has changed. */
function Gone({ url }: { url: string | null }) {
  const { sources } = texts.value
  return (
    <div class="passage-text">
      {url ? <Outside url={url}>{sources.openPage}</Outside> : <p>{sources.gone}</p>}
    </div>
  )
}

function PassageLinks({ passage, quote }: { passage: PassageOf; quote: Quotation | undefined }) {
  const { sources } = texts.value
  const { source_id, document_id, collection_id, url } = passage
  // The passage of a curated answer is the answer itself (docs/behaviour.md#curated-answers).
  const isCurated = document_id === collection_id
  return (
    <p class="passage-links">
      {isCurated ? (
        <a href={addressOf(`answers/${document_id}`)}>{sources.openAnswer}</a>
      ) : (
        <a
          href={addressOf(`knowledge/documents/${document_id}`, {
            passage: source_id,
            ...(quote && { quote: quote.exact }),
          })}
        >
          {sources.openDocument}
        </a>
      )}
      {url && <Outside url={url}>{sources.openPage}</Outside>}
    </p>
  )
}

/** A link to a website, in a tab of its own. */
export function Outside({ url, children }: { url: string; children: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {children}
      <span class="visually-hidden"> {texts.value.newTab}</span>
    </a>
  )
}
