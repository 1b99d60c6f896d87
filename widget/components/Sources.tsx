import type { AnswerLink, Citation } from '../../server/contract/conversation.ts'
import { passageAddress, webAddress } from '../links.ts'
import { reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { Icon } from './Icon.tsx'
import { NewTab, outside } from './NewTab.tsx'

interface Props {
  citations: readonly Citation[]
  strings: Strings
}

/** Numbered sources of an answer, the targets of its markers `[n]`. */
export const Sources = reactive(({ citations, strings }: Props) => {
  if (citations.length === 0) return null
  return (
    <details
      class="sources"
      part="sources"
      onToggle={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
    >
      <summary>
        {citations.map(({ ordinal }) => (
          <span key={ordinal} class="number" aria-hidden="true">
            {ordinal}
          </span>
        ))}
        <bdi class="label">{strings.sources(citations.length)}</bdi>
        <Icon name="chevron" />
      </summary>
      <ol>
        {citations.map((citation) => (
          <li key={citation.ordinal}>
            <Source citation={citation} strings={strings} />
          </li>
        ))}
      </ol>
    </details>
  )
})

/** The cited document; a link when its URL is known. */
function Source({ citation, strings }: { citation: Citation; strings: Strings }) {
  const { ordinal, title, anchor } = citation
  const address = passageAddress(citation)
  return (
    <a
      class="source"
      data-ordinal={ordinal}
      {...(address && { href: address.href })}
      {...outside}
      tabIndex={address ? 0 : -1}
    >
      <span class="number">{ordinal}</span>
      <span class="about">
        <bdi class="title">{title || address?.host || strings.untitled}</bdi>
        {anchor && <bdi class="anchor">{anchor}</bdi>}
      </span>
      {address && <NewTab strings={strings} />}
    </a>
  )
}

/** Documents and the address of the support, which the service offers below an answer. */
export const Offers = reactive(
  ({ links, strings }: { links: readonly AnswerLink[]; strings: Strings }) => {
    const shown = links.filter(({ kind, url }) => kind === 'section' || webAddress(url))
    if (shown.length === 0) return null
    return (
      <ul class="offers">
        {shown.map((link) => {
          const { title, url, heading } = link
          const address = webAddress(url)
          return (
            <li key={url ?? heading}>
              <a
                class="source"
                data-place={links.indexOf(link) + 1}
                {...(address && { href: address.href })}
                {...outside}
              >
                <span class="about">
                  <bdi>{heading || title || strings.untitled}</bdi>
                  {heading && <bdi class="anchor">{title}</bdi>}
                </span>
                {address && <NewTab strings={strings} />}
              </a>
            </li>
          )
        })}
      </ul>
    )
  },
)
