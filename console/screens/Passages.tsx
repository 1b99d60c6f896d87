import { useMemo } from 'preact/hooks'
import type { Quotation } from '../../server/contract/conversation.ts'
import type { KnowledgeDocument, Passage as PassageOf } from '../../server/contract/document.ts'
import { passageAddress } from '../../widget/links.ts'
import { useRead } from '../cache.ts'
import { place } from '../location.ts'
import { usePages } from '../pages.ts'
import { Pages } from '../parts/Pages.tsx'
import { Outside } from '../parts/Passage.tsx'
import { QuotedText } from '../parts/QuotedText.tsx'
import { texts } from '../strings.ts'

/** The passages of a document in reading order; the one in the address stands above them. */
export function Passages({ document: { id } }: { document: KnowledgeDocument }) {
  const { document: words } = texts.value
  const { passage: cited, quote } = place.value.query
  const listed = usePages('listPassages', { params: { document_id: id }, query: { limit: '20' } })
  return (
    <section class="passages-shown">
      {cited && <Cited key={cited} source_id={cited} exact={quote} />}
      <h2>{words.passages}</h2>
      <p class="hint">{words.passagesLead}</p>
      <Pages of="listPassages" listed={listed} empty={<p>{words.noPassages}</p>}>
        {(passages) => (
          <ol>
            {passages.map((passage, at) => (
              <li key={passage.source_id}>
                <Shown passage={passage} mark={`${at + 1}`} />
              </li>
            ))}
          </ol>
        )}
      </Pages>
    </section>
  )
}

/** A passage that an answer cited; nothing once it was replaced. */
function Cited({ source_id, exact }: { source_id: string; exact: string | undefined }) {
  const { value } = useRead('getPassage', { params: { passage_id: source_id } })
  const quotes = useMemo(
    () => (exact ? [{ marker: 0, exact, prefix: '', suffix: '' }] : undefined),
    [exact],
  )
  if (!value.value) return null
  return (
    <div class="cited">
      <h2>{texts.value.document.cited}</h2>
      <Shown passage={value.value} mark="★" quotes={quotes} />
    </div>
  )
}

/** As a visitor sees it behind the number of a citation. */
function Shown({
  passage,
  mark,
  quotes,
}: {
  passage: PassageOf
  mark: string
  quotes?: readonly Quotation[] | undefined
}) {
  const { title, anchor, url, text } = passage
  const address = passageAddress({ url, snippet: text })
  return (
    <article class="passage-card">
      <header>
        <span class="cite">{mark}</span>
        <b>{anchor || title || texts.value.untitled}</b>
      </header>
      <QuotedText text={text} quotes={quotes} />
      {address && <Outside url={address.href}>{texts.value.document.openThere}</Outside>}
    </article>
  )
}
