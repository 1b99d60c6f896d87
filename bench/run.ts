/**
 * Speed and memory; each figure is printed beside its baseline from the same run:
 *
 *   npm run bench [SECTION …] [-- --passages 100000 --conversations 100000 --server URL]
 *
 * `--passages` is the size of the collection in the sections `index` and `stores`,
 * `--conversations` that of the inbox in the section `lists`. `--server` is the PostgreSQL server
 * of the section `stores`, which makes a database there and drops it; by default it starts one.
 * Absolute figures depend on the machine; ratios can be compared between machines.
 */
import { parseArgs } from 'node:util'
import { type Figure, printTable } from './table.ts'

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: {
    passages: { type: 'string', default: '100000' },
    conversations: { type: 'string', default: '100000' },
    server: { type: 'string' },
  },
})

const sections: Record<string, () => Promise<Figure[]>> = {
  http: async () => (await import('./http.ts')).measureHttp(),
  turn: async () => (await import('./turn.ts')).measureTurn(),
  streams: async () => (await import('./streams.ts')).measureStreams(),
  crowd: async () => (await import('./crowd.ts')).measureCrowd(),
  retrieval: async () => (await import('./retrieval.ts')).measureRetrieval(),
  process: async () => (await import('./process.ts')).measureProcess(),
  ingestion: async () => (await import('./ingestion.ts')).measureIngestion(),
  index: async () => (await import('./index-work.ts')).measureIndexWork(Number(values.passages)),
  stores: async () =>
    (await import('./stores.ts')).measureStores(Number(values.passages), values.server),
  lists: async () => (await import('./lists.ts')).measureLists(Number(values.conversations)),
  widget: async () => (await import('./widget.ts')).measureWidget(),
}

const unknown = asked.find((name) => !Object.hasOwn(sections, name))
if (unknown) {
  process.stderr.write(`bench: ${unknown} is none of ${Object.keys(sections).join(', ')}.\n`)
  process.exit(2)
}

const figures: Figure[] = []
for (const name of asked.length > 0 ? asked : Object.keys(sections)) {
  process.stderr.write(`${name} …\n`)
  figures.push(...((await sections[name]?.()) ?? []))
}
printTable(figures)
