import { useSignal } from '@preact/signals'
import type { AnswerLink, Citation } from '../../server/contract/conversation.ts'
import { counted, texts } from '../strings.ts'
import { Outside, Passage } from './Passage.tsx'

/** The sources of an answer; each unfolds the passage that is cited. */
export function Sources({ citations }: { citations: readonly Citation[] }) {
  if (citations.length === 0) return null
  return (
    <section class="sources">
      <p class="label">{counted(texts.value.sources.label, citations.length)}</p>
      <ol>
        {citations.map((citation) => (
          <li key={citation.source_id}>
            <Source citation={citation} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Source({ citation }: { citation: Citation }) {
  const { ordinal, title, anchor, source_id, url, quotes } = citation
  const isOpen = useSignal(false)
  return (
    <details
      data-ordinal={ordinal}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>
        <span class="cite">{ordinal}</span>
        <PassageName title={title} anchor={anchor} />
      </summary>
      {isOpen.value && <Passage source_id={source_id} url={url} quotes={quotes} />}
    </details>
  )
}

/** A document's title, and the heading that a passage stands under. */
export function PassageName({ title, anchor }: { title: string; anchor: string | null }) {
  return (
    <span class="passage-name">
      <bdi>{title || texts.value.untitled}</bdi>
      {anchor && anchor !== title && <bdi class="anchor">{anchor}</bdi>}
    </span>
  )
}

/** A link to a document, as the service would offer it. */
export function documentLink(title: string, url: string): AnswerLink {
  return { kind: 'document', title, url, heading: null, excerpt: null, source_id: null }
}

function nameOf(title: string, heading: string | null): string {
  return [title || texts.value.untitled, heading].filter(Boolean).join(' › ')
}

/** Links that the service offered below an answer. */
export function Offers({ links }: { links: readonly AnswerLink[] }) {
  if (links.length === 0) return null
  return (
    <section class="sources">
      <p class="label">{texts.value.sources.links}</p>
      <ul>
        {links.map(({ url, title, heading }) => (
          <li key={url ?? heading}>
            {url ? (
              <Outside url={url}>{nameOf(title, heading)}</Outside>
            ) : (
              <bdi>{nameOf(title, heading)}</bdi>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A click on a marker of an answer unfolds its source, in the element that holds both. */
export function unfoldSource({ target, currentTarget }: MouseEvent): void {
  const marker = target instanceof Element ? target.closest<HTMLElement>('button.cite') : null
  if (!marker || !(currentTarget instanceof Element)) return
  const { ordinal } = marker.dataset
  const source = currentTarget.querySelector<HTMLDetailsElement>(
    `details[data-ordinal="${ordinal}"]`,
  )
  if (!source) return
  source.open = true
  source.querySelector('summary')?.focus()
  source.scrollIntoView({ block: 'nearest' })
}
