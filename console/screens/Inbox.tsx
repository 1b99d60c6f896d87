import { useEffect } from 'preact/hooks'
import type { InboxConversation } from '../../server/contract/inbox.ts'
import { filterOf, hasFilter } from '../inbox.ts'
import { useKeys } from '../keys.ts'
import { addressOf, place, type Query, setQuery } from '../location.ts'
import { usePages } from '../pages.ts'
import { Pages } from '../parts/Pages.tsx'
import { Title } from '../parts/Title.tsx'
import { counted, shownMoment, shownTime, texts } from '../strings.ts'
import { InboxFilters } from './InboxFilters.tsx'
import { Transcript } from './Transcript.tsx'
import '../styles/inbox.css'

/** Everybody's conversations, and beside the list the one that was chosen. */
export default function Inbox() {
  const { inbox: words } = texts.value
  return <Conversations title={words.title} lead={words.lead} only={{}} />
}

/** Conversations with an answer that a reader found not helpful. */
export function NotHelpful() {
  const { inbox: words } = texts.value
  return (
    <Conversations
      title={words.notHelpfulTitle}
      lead={words.notHelpfulLead}
      only={{ rating: 'down' }}
    />
  )
}

function Conversations({
  title,
  lead,
  only,
}: {
  title: string
  lead: string
  /** Filters that the screen sets; the reader sets the others. */
  only: Query
}) {
  const { query } = place.value
  const selected = query['c'] ?? ''
  const listed = usePages('listConversations', {
    query: { owner: 'all', limit: '30', ...filterOf({ ...query, ...only }) },
  })
  const items = listed.items as InboxConversation[]
  const at = items.findIndex(({ id }) => id === selected)
  const select = (item: InboxConversation | undefined) => item && setQuery({ c: item.id })
  const steps = {
    previous: at > 0 ? () => select(items[at - 1]) : null,
    next: at < items.length - 1 ? () => select(items[at + 1]) : null,
  }
  useKeys({ j: () => steps.next?.(), k: () => steps.previous?.() })
  useEffect(() => {
    if (at >= 0 && at > items.length - 4) listed.more?.()
  }, [at, items.length])
  return (
    <div class="inbox" data-open={selected !== ''}>
      <section class="inbox-list">
        <Title>{title}</Title>
        <p class="lead">{lead}</p>
        <InboxFilters only={only} />
        <Pages of="listConversations" listed={listed} empty={<Empty />}>
          {() => <List items={items} selected={selected} />}
        </Pages>
      </section>
      {selected ? <Transcript key={selected} id={selected} steps={steps} /> : <Choose />}
    </div>
  )
}

function Empty() {
  const { inbox: words } = texts.value
  const isFiltered = hasFilter(place.value.query)
  return (
    <div class="empty">
      <h2>{isFiltered ? words.noMatch : words.empty}</h2>
      <p>{isFiltered ? words.noMatchLead : words.emptyLead}</p>
    </div>
  )
}

function Choose() {
  const { inbox: words } = texts.value
  return (
    <div class="choose">
      <h2>{words.choose}</h2>
      <p>{words.chooseLead}</p>
    </div>
  )
}

function List({ items, selected }: { items: InboxConversation[]; selected: string }) {
  const { path, query } = place.value
  return (
    <ul class="conversations" aria-label={texts.value.inbox.list}>
      {items.map((item) => (
        <li key={item.id} data-handled={item.handled !== null}>
          <a
            href={addressOf(path, { ...query, c: item.id })}
            aria-current={item.id === selected ? 'true' : undefined}
          >
            <Row item={item} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function Row({ item }: { item: InboxConversation }) {
  const { inbox: words } = texts.value
  const { first_question, created_at, channel, page, last_outcome, ratings, handled } = item
  return (
    <>
      <b>{first_question ?? words.noQuestion}</b>
      <span class="where">
        {page ? new URL(page).pathname : words.channels[channel]}
        <time dateTime={created_at} title={shownTime(created_at)}>
          {shownMoment(created_at)}
        </time>
      </span>
      <span class="marks">
        {last_outcome !== 'answered' && (
          <span class="tag" data-outcome={last_outcome}>
            {words.outcomes[last_outcome ?? 'other']}
          </span>
        )}
        {ratings.up > 0 && <span class="tag">{counted(words.helpful, ratings.up)}</span>}
        {ratings.down > 0 && (
          <span class="tag" data-outcome="failed">
            {counted(words.notHelpful, ratings.down)}
          </span>
        )}
        {handled && <span class="tag">{words.handlings['true']}</span>}
      </span>
    </>
  )
}
