import type { getDocumentProxy } from 'unpdf'
import { clean } from '../decode.ts'
import type { OutlineEntry } from './headings.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Node = NonNullable<Awaited<ReturnType<Pdf['getOutline']>>>[number]

/** An outline beyond this is an attack, or of no use. */
const MAX_ENTRIES = 10_000

export interface Outline {
  /** Of the one entry that holds all others. */
  title: string | null
  /** In reading order. */
  entries: OutlineEntry[]
}

/** The outline of a PDF; without entries where it has none, or one that cannot be read. */
export async function readOutline(pdf: Pdf): Promise<Outline> {
  const nodes = ((await pdf.getOutline().catch(() => null)) ?? []) as Node[]
  const [root] = nodes
  if (nodes.length === 1 && root && root.items.length > 0) {
    return { title: titleOf(root), entries: await entriesOf(root.items, pdf) }
  }
  return { title: null, entries: await entriesOf(nodes, pdf) }
}

async function entriesOf(nodes: Node[], pdf: Pdf): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = []
  const waiting = nodes.map((node) => ({ node, level: 1 })).toReversed()
  for (let next = waiting.pop(); next && entries.length < MAX_ENTRIES; next = waiting.pop()) {
    const { node, level } = next
    const page = await pageOf(node.dest, pdf).catch(() => null)
    if (page !== null) entries.push({ level, title: titleOf(node), page })
    for (const child of node.items.toReversed()) waiting.push({ node: child, level: level + 1 })
  }
  return entries
}

/** From 0; null for an entry that leads to no page of this document. */
async function pageOf(dest: Node['dest'], pdf: Pdf): Promise<number | null> {
  const [target]: unknown[] =
    (typeof dest === 'string' ? await pdf.getDestination(dest) : dest) ?? []
  if (typeof target === 'number') return target
  return target ? pdf.getPageIndex(target as Parameters<Pdf['getPageIndex']>[0]) : null
}

function titleOf({ title }: Node): string {
  return clean(title).replace(/\s+/g, ' ').trim()
}
