import type { Delivery } from '../../server/contract/webhook.ts'
import { usePages } from '../pages.ts'
import { Pages } from '../parts/Pages.tsx'
import { Table } from '../parts/Table.tsx'
import { fill, shownTime, texts } from '../strings.ts'

/** The last messages to the webhook, and whether they arrived. */
export function Deliveries() {
  const { notifications: words } = texts.value
  const listed = usePages('listDeliveries', { query: { limit: '20' } })
  return (
    <section class="card">
      <h2>{words.deliveries}</h2>
      <Pages of="listDeliveries" listed={listed} empty={<p class="lead">{words.noDeliveries}</p>}>
        {(deliveries) => (
          <Table
            caption={words.deliveries}
            columns={[
              { label: words.time, show: ({ created_at }) => shownTime(created_at) },
              { label: words.event, show: ({ event }) => shownEvent(event) },
              { label: words.state, show: shownState },
            ]}
            items={deliveries}
          />
        )}
      </Pages>
    </section>
  )
}

/** An event that this version does not know is shown as it is. */
function shownEvent(event: string): string {
  const known: Record<string, string> = texts.value.notifications.events
  return known[event] ?? event
}

/** "Failed, after 9 attempts; last answer: 500". */
function shownState({ status, attempts, last_status }: Delivery): string {
  const { notifications: words } = texts.value
  if (status === 'delivered' || attempts === 0) return words.states[status]
  return fill(words.tried, {
    state: words.states[status],
    n: `${attempts}`,
    answer: `${last_status ?? words.noAnswer}`,
  })
}
