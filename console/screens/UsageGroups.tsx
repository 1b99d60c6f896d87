import type { Assistant } from '../../server/contract/assistant.ts'
import type { Model } from '../../server/contract/model.ts'
import type { Usage, UsageCounts } from '../../server/contract/usage.ts'
import { type Column, Table } from '../parts/Table.tsx'
import { shownCost, shownCount, shownPart, texts } from '../strings.ts'
import { answeredShare, costOf, helpfulShare } from '../usage.ts'

/** Counts under a name. */
type Row = readonly [name: string, counts: UsageCounts]

/** Usage by what answered and through what it was asked. */
export function UsageGroups({
  usage: { by_assistant, by_channel, by_model },
  assistants,
  models,
}: {
  usage: Usage
  assistants: Assistant[]
  models: Model[]
}) {
  const { usage: words, inbox, assistant } = texts.value
  const names = new Map(assistants.map(({ id, name }) => [id, name]))
  const channels: Partial<Record<string, string>> = inbox.channels
  const own: Partial<Record<string, string>> = {
    'builtin/extractive': assistant.builtIn,
    ...words.models,
  }
  return (
    <>
      <Group
        title={words.assistants}
        first={words.assistant}
        rows={by_assistant.map((counts) => [names.get(counts.assistant_id) ?? '–', counts])}
      />
      <Group
        title={inbox.channel}
        first={words.channel}
        rows={by_channel.map((counts) => [channels[counts.channel] ?? counts.channel, counts])}
      />
      <Group
        title={words.modelTitle}
        first={assistant.model}
        rows={by_model.map((counts) => [own[counts.model] ?? counts.model, counts])}
        columns={tokenColumns(by_model, models)}
      />
    </>
  )
}

function Group({ title, ...table }: { title: string } & Omit<TableProps, 'caption'>) {
  return (
    <section class="card">
      <h2>{title}</h2>
      <UsageTable caption={title} {...table} />
    </section>
  )
}

interface TableProps {
  caption: string
  /** Heading of the names. */
  first: string
  rows: Row[]
  /** In place of the usual ones. */
  columns?: Column<Item>[]
}

type Item = UsageCounts & { id: string; name: string }

/** Names with their counts. */
export function UsageTable({ caption, first, rows, columns = countColumns() }: TableProps) {
  return (
    <Table
      caption={caption}
      columns={[
        { label: first, show: ({ name }) => name },
        { label: texts.value.overview.questions, show: ({ questions }) => shownCount(questions) },
        ...columns,
      ]}
      items={rows.map(([name, counts], index) => ({ ...counts, name, id: `${index}` }))}
    />
  )
}

function countColumns(): Column<Item>[] {
  const { overview: words } = texts.value
  return [
    {
      label: words.answered,
      show: (item) => shownPart(answeredShare(item)),
    },
    { label: words.declined, show: ({ abstained }) => shownCount(abstained) },
    { label: words.helpful, show: (item) => shownPart(helpfulShare(item)) },
  ]
}

/** Tokens, and what they cost where prices are known. */
function tokenColumns(by_model: Usage['by_model'], models: Model[]): Column<Item>[] {
  const { usage: words } = texts.value
  const tokens: Column<Item>[] = [
    { label: words.read, show: ({ input_tokens }) => shownCount(input_tokens) },
    { label: words.written, show: ({ output_tokens }) => shownCount(output_tokens) },
  ]
  if (costOf(by_model, models) === null) return tokens
  const show = ({ id }: Item) => {
    const cost = costOf(by_model.slice(+id, +id + 1), models)
    return cost === null ? '–' : shownCost(cost)
  }
  return [...tokens, { label: words.cost, show }]
}
