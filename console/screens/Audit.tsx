import type { AuditEntry, Told, ValueChange } from '../../server/contract/audit.ts'
import { useRead } from '../cache.ts'
import { place } from '../location.ts'
import { usePages } from '../pages.ts'
import { FilterDay, FilterSelect } from '../parts/Filters.tsx'
import { Pages } from '../parts/Pages.tsx'
import { Table } from '../parts/Table.tsx'
import { Title } from '../parts/Title.tsx'
import { may } from '../session.ts'
import { fill, shownTime, texts } from '../strings.ts'
import '../styles/governance.css'

/** Who changed what. */
export default function Audit() {
  const { audit: words } = texts.value
  const listed = usePages('listAudit', { query: { limit: '50', ...filterOf(place.value.query) } })
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Filters />
      <Pages of="listAudit" listed={listed} empty={<p class="none">{words.empty}</p>}>
        {(entries) => <Entries entries={entries} />}
      </Pages>
    </>
  )
}

/** From the address to the parameters of the list. */
function filterOf({ who, what, from, to }: Partial<Record<string, string>>) {
  return {
    ...(who && { actor: who }),
    ...(what && { action: `${what}.*` }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

function Filters() {
  const { audit: words } = texts.value
  const { other: _, ...nouns } = words.nouns
  return (
    <search class="row-filters">
      <Actors />
      <FilterSelect name="what" label={words.what} options={Object.entries(nouns) as Options} />
      <FilterDay name="from" label={words.from} />
      <FilterDay name="to" label={words.to} />
    </search>
  )
}

type Options = [string, string][]

/** The people and keys of today; entries of others are found by the other filters. */
function Actors() {
  const members = useRead('listMembers', { query: { limit: '100' } }).value.value?.data ?? []
  const people: Options = members.map(({ user_id, name }) => [user_id, name])
  return (
    <FilterSelect name="who" label={texts.value.audit.who} options={[...people, ...useKeys()]} />
  )
}

function useKeys(): Options {
  const isAllowed = may('api_key.manage')
  const { program } = texts.value.audit
  const query = { limit: '100' }
  const keys = useRead(isAllowed ? 'listApiKeys' : 'listMembers', { query }).value.value?.data ?? []
  return keys.flatMap((key) =>
    'prefix' in key ? [[key.id, fill(program, { name: key.name })]] : [],
  )
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  const { audit: words } = texts.value
  return (
    <Table
      caption={words.title}
      columns={[
        { label: words.when, show: ({ at }) => <time dateTime={at}>{shownTime(at)}</time> },
        { label: words.who, show: ({ actor }) => shownActor(actor) },
        { label: words.action, show: ({ action }) => shownAction(action) },
        { label: words.target, show: (entry) => <Changed entry={entry} /> },
      ]}
      items={entries}
    />
  )
}

function shownActor({ type, name }: AuditEntry['actor']): string {
  const { audit: words } = texts.value
  if (type === 'operator') return words.operator
  if (name === null) return words.nobody
  if (type === 'user') return name
  return fill(type === 'staff' ? words.staff : words.program, { name })
}

/** "Member: invited"; an action that this version does not know is shown as it is. */
function shownAction(action: string): string {
  const { nouns, verbs } = texts.value.audit
  const [noun = '', verb = ''] = action.split('.')
  return `${nouns[noun] ?? noun}: ${verbs[verb] ?? verb}`
}

/** Fields are named of changes alone: of what was created all is new, other actions say it all. */
function Changed({ entry: { action, target, details } }: { entry: AuditEntry }) {
  const { audit: words } = texts.value
  const { fields = [], changes = [] } = details
  const told = new Set(changes.map(({ field }) => field))
  const others = action.endsWith('.updated') ? fields.filter((field) => !told.has(field)) : []
  const named = [...new Set(others.map(shownField))].join(', ')
  return (
    <div class="changed">
      {target?.name ?? target?.id}
      {changes.map((change) => (
        <small key={change.field}>{shownChange(change)}</small>
      ))}
      {named && <small>{fill(words.fields, { fields: named })}</small>}
    </div>
  )
}

function shownField(field: string): string {
  const { fieldNames } = texts.value.audit
  return fieldNames[field] ?? fieldNames.other
}

/** "role: Editor → Owner"; of something new the value alone. */
function shownChange({ field, from, to }: ValueChange): string {
  const { audit: words } = texts.value
  const shown = { field: shownField(field), from: shownValue(from), to: shownValue(to) }
  return fill(from === null ? words.value : words.values, shown)
}

/** A value that this version does not know is shown as it is. */
function shownValue(value: Told): string {
  const { audit: words, roles, notifications } = texts.value
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) return value.map(shownValue).join(', ')
  const { events } = notifications as { events: Partial<Record<string, string>> }
  return words.states[value] ?? events[value] ?? roles[value] ?? value
}
