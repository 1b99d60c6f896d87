import type { Citation } from '../../server/contract/conversation.ts'
import { webAddress } from '../links.ts'
import { reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { Icon } from './Icon.tsx'

interface Props {
  citations: readonly Citation[]
  strings: Strings
}

/** What the markers `[n]` of an answer point at, numbered alike. */
export const Sources = reactive(({ citations, strings }: Props) => {
  if (citations.length === 0) return null
  return (
    <div class="sources" part="sources">
      <p class="label">
        <bdi>{strings.sources(citations.length)}</bdi>
      </p>
      <ol>
        {citations.map((citation) => (
          <Source key={citation.ordinal} citation={citation} strings={strings} />
        ))}
      </ol>
    </div>
  )
})

function Source({ citation, strings }: { citation: Citation; strings: Strings }) {
  const { ordinal, snippet } = citation
  const address = webAddress(citation.url ?? '')
  const name = <SourceName citation={citation} host={address?.host} strings={strings} />
  return (
    <li class="source" data-ordinal={ordinal} onPointerLeave={unquiet} onFocusOut={unquiet}>
      {address ? (
        <a href={address.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {name}
          <Icon name="external" />
          <span class="visually-hidden">{strings.newTab}</span>
        </a>
      ) : (
        <span class="unlinked" tabIndex={-1}>
          {name}
        </span>
      )}
      {snippet && (
        <p class="snippet" dir="auto">
          {snippet}
        </p>
      )}
    </li>
  )
}

interface SourceNameProps {
  citation: Citation
  host: string | undefined
  strings: Strings
}

function SourceName({ citation, host, strings }: SourceNameProps) {
  const { ordinal, title, anchor } = citation
  return (
    <>
      <span class="number">{ordinal}</span>
      <span class="about">
        <bdi class="title">{title || host || strings.untitled}</bdi>
        {anchor && <bdi class="anchor">{anchor}</bdi>}
      </span>
    </>
  )
}

/** A snippet that Escape has hidden comes back with the next visit. */
function unquiet({ currentTarget }: Event) {
  if (currentTarget instanceof HTMLElement) delete currentTarget.dataset['quiet']
}
