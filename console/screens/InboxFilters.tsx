import { useRead } from '../cache.ts'
import { countFilters, noFilters } from '../inbox.ts'
import { place, type Query, setQuery } from '../location.ts'
import { FilterDay, FilterSelect, SearchField } from '../parts/Filters.tsx'
import { may } from '../session.ts'
import { counted, texts } from '../strings.ts'

const OUTCOMES = ['answered', 'abstained', 'interrupted', 'failed']
const CHANNELS = ['widget', 'console', 'api', 'mcp']

/** What the list of conversations is narrowed to; all of it stands in the address. */
export function InboxFilters({ only }: { only: Query }) {
  const { inbox: words } = texts.value
  const count = countFilters(place.value.query)
  const named = (values: string[], names: Partial<Record<string, string>>) =>
    values.map((value): [string, string] => [value, names[value] ?? value])
  return (
    <search class="inbox-filters">
      <SearchField label={words.search} hint={words.searchHint} />
      <details class="filters" open={count > 0}>
        <summary>{count > 0 ? counted(words.active, count) : words.filters}</summary>
        <div>
          <FilterSelect
            name="handled"
            label={words.handling}
            options={named(['false', 'true'], words.handlings)}
          />
          <FilterSelect
            name="outcome"
            label={words.outcome}
            options={named(OUTCOMES, words.outcomes)}
          />
          {!only['rating'] && (
            <FilterSelect
              name="rating"
              label={words.rating}
              options={named(['up', 'down'], words.ratings)}
            />
          )}
          {may('conversation.moderate') && (
            <FilterSelect
              name="channel"
              label={words.channel}
              options={named(CHANNELS, words.channels)}
            />
          )}
          <Websites />
          <FilterDay name="from" label={words.from} />
          <FilterDay name="to" label={words.to} />
        </div>
        {count > 0 && (
          <button class="button" type="button" onClick={() => setQuery(noFilters)}>
            {words.clear}
          </button>
        )}
      </details>
    </search>
  )
}

/** The website that a visitor asked on, where there are several. */
function Websites() {
  const { value } = useRead('listDeployments', { query: { limit: '100' } })
  const websites = value.value?.data ?? []
  if (websites.length < 2) return null
  return (
    <FilterSelect
      name="deployment_id"
      label={texts.value.inbox.deployment}
      options={websites.map(({ id, name }) => [id, name])}
    />
  )
}
