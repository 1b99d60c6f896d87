import { type Signal, signal } from '@preact/signals'
import { type ComponentChildren, type VNode } from 'preact'
import type { Citation } from '../../server/contract/conversation.ts'
import type { Answer } from '../answer.ts'
import type { Turn } from '../chat.ts'
import type { Inline } from '../inline.ts'
import { linkTarget } from '../links.ts'
import { type Block, type CodeLine, type ListItem, type TableRow } from '../markdown.ts'
import { plainText } from '../plain-text.ts'
import { Reactive, reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { CopyButton } from './CopyButton.tsx'

/** What the pieces of an answer need to know of it. Of its citations only markers and links do. */
interface Context {
  citations: Signal<readonly Citation[]>
  strings: Strings
  /** What has been drawn of it. */
  pieces: WeakMap<object, VNode>
  groups: WeakMap<object, VNode>
}

interface Props {
  answer: Answer
  markdown: Turn['markdown']
  strings: Strings
}

/** The text of an answer, drawn as it grows: what can no longer change is not touched again. */
export class AnswerText extends Reactive<Props> {
  #context = createContext(this.props)

  override draw({ answer, markdown }: Props) {
    const { text, citations } = answer
    if (text === '') return null
    this.#context.citations.value = citations
    // What broke off stays as it grew, without the marks of what was not closed.
    const blocks = markdown.read(text, { growing: answer.state !== 'answered' })
    return (
      <div class="text" dir="auto">
        {drawAll(blocks, drawBlock, this.#context, drawPart)}
      </div>
    )
  }
}

/** A part of the text; the browser skips what is `past` and out of sight. */
function drawPart(blocks: VNode[], past: Past) {
  return <div class={past}>{blocks}</div>
}

function createContext({ answer, strings }: Props): Context {
  const citations = signal(answer.citations)
  return { citations, strings, pieces: new WeakMap(), groups: new WeakMap() }
}

/** The class of a group, and of one that the text has grown past. */
type Past = 'group' | 'group past'

/** How many pieces make a group that is passed over as one. */
const GROUP = 16

/**
 * Draws each piece once: a piece that is the same object gives the same vnode, which Preact passes
 * over, and so does a group of pieces that the text has grown past. The hundredth item of a list
 * costs what the first one did.
 */
function drawAll<Piece extends object>(
  pieces: readonly Piece[],
  draw: (piece: Piece, context: Context) => VNode,
  context: Context,
  drawGroup: (group: VNode[], past: Past, from: number) => VNode = (group) => <>{group}</>,
): VNode[] {
  const groups: VNode[] = []
  for (let from = 0; from < pieces.length; from += GROUP) {
    const group = pieces.slice(from, from + GROUP)
    const isPast = from + GROUP < pieces.length
    const drawNow = () =>
      drawGroup(
        group.map((piece) => once(piece, context.pieces, () => draw(piece, context))),
        isPast ? 'group past' : 'group',
        from,
      )
    const last = group.at(-1)
    groups.push(isPast && last ? once(last, context.groups, drawNow) : <>{drawNow()}</>)
  }
  return groups
}

/** In a fragment, because of what stays the same Preact passes over components only. */
function once(piece: object, drawn: WeakMap<object, VNode>, draw: () => VNode): VNode {
  const vnode = drawn.get(piece) ?? <>{draw()}</>
  drawn.set(piece, vnode)
  return vnode
}

function drawBlock(block: Block, context: Context): VNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p class={isCites(block.children) ? 'cites' : undefined}>
          {drawInline(block.children, context)}
        </p>
      )
    case 'heading':
      return <Heading level={block.level}>{drawInline(block.children, context)}</Heading>
    case 'rule':
      return <hr />
    case 'code':
      return <Code block={block} context={context} />
    case 'quote':
      return <blockquote>{drawAll(block.children, drawBlock, context)}</blockquote>
    case 'list':
      return <List block={block} context={context} />
    case 'table':
      return <Table block={block} context={context} />
  }
}

/** Whether there is nothing but markers in it. */
function isCites(pieces: readonly Inline[]): boolean {
  return pieces.every(({ kind }) => kind === 'cite')
}

/** Below the panel's own headings, whatever level the answer claims. */
function Heading({ level, children }: { level: number; children: ComponentChildren }) {
  const Tag = level <= 2 ? 'h4' : level === 3 ? 'h5' : 'h6'
  return <Tag>{children}</Tag>
}

/** One list, of one element for each group of items: a long one is then passed over group by group. */
function List({ block, context }: { block: Block & { kind: 'list' }; context: Context }) {
  const { start, children } = block
  const Tag = start === null ? 'ul' : 'ol'
  const drawItems = (group: VNode[], past: Past, from: number) => (
    <Tag role="presentation" class={past} start={start === null ? undefined : start + from}>
      {group}
    </Tag>
  )
  return <div role="list">{drawAll(children, drawItem, context, drawItems)}</div>
}

function drawItem({ children }: ListItem, context: Context) {
  return <li role="listitem">{drawAll(children, drawBlock, context)}</li>
}

function Code({ block, context }: { block: Block & { kind: 'code' }; context: Context }) {
  const { language, children } = block
  const { strings } = context
  return (
    <div class="code">
      <div class="code-header">
        <span>{language}</span>
        <CopyButton text={() => plainText(block)} label={strings.copyCode} strings={strings} />
      </div>
      <pre tabIndex={0} dir="ltr">
        <code>{drawAll(children, drawLine, context, drawLines)}</code>
      </pre>
    </div>
  )
}

function drawLines(group: VNode[], past: Past) {
  return <span class={past}>{group}</span>
}

function drawLine({ text }: CodeLine) {
  return <span>{`${text}\n`}</span>
}

type TableBlock = Block & { kind: 'table' }

function Table({ block, context }: { block: TableBlock; context: Context }) {
  const [head, ...rows] = block.children
  const drawTableRow = (row: TableRow) => drawRow(row, block, context)
  return (
    <div class="table" role="region" aria-label={context.strings.table} tabIndex={0}>
      <table>
        <thead>{head && drawRow(head, block, context, 'th')}</thead>
        {drawAll(rows, drawTableRow, context, drawRows)}
      </table>
    </div>
  )
}

function drawRows(group: VNode[]) {
  return <tbody>{group}</tbody>
}

function drawRow(
  { children }: TableRow,
  { align }: TableBlock,
  context: Context,
  Cell: 'td' | 'th' = 'td',
) {
  return (
    <tr>
      {children.map((cell, column) => (
        <Cell key={column} style={`text-align:${align[column] ?? 'start'}`}>
          {drawInline(cell.children, context)}
        </Cell>
      ))}
    </tr>
  )
}

function drawInline(pieces: readonly Inline[], context: Context): ComponentChildren {
  return pieces.map((piece) => drawPiece(piece, context))
}

function drawPiece(piece: Inline, context: Context): ComponentChildren {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'code':
      return <code>{piece.text}</code>
    case 'br':
      return <br />
    case 'cite':
      return <Marker ordinal={piece.ordinal} context={context} />
    case 'link':
      return <Link url={piece.url} context={context} of={piece.children} />
    default: {
      const { kind: Tag, children } = piece
      return <Tag>{drawInline(children, context)}</Tag>
    }
  }
}

interface LinkProps {
  url: string
  of: Inline[]
  context: Context
}

const Link = reactive(({ url, of, context }: LinkProps) => {
  const target = linkTarget(url, context.citations.value)
  const label = drawInline(of, context)
  if (!target) return <>{label}</>
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow ugc">
      {label}
    </a>
  )
})

interface MarkerProps {
  ordinal: number
  context: Context
}

/** `[n]`: leads to source n below the answer; without such a source it is only text. */
const Marker = reactive(({ ordinal, context: { citations, strings } }: MarkerProps) => {
  const citation = citations.value.find((candidate) => candidate.ordinal === ordinal)
  if (!citation) return <>{` [${ordinal}]`}</>
  return (
    <span class="marker">
      <button
        type="button"
        class="cite"
        data-ordinal={ordinal}
        aria-label={strings.source(ordinal, citation.title || strings.untitled)}
        onClick={toSource}
      >
        {ordinal}
      </button>
    </span>
  )
})

/** From the keyboard, to the source below the answer; a pointer has its preview and stays. */
function toSource({ currentTarget, detail }: MouseEvent) {
  if (detail > 0 || !(currentTarget instanceof HTMLElement)) return
  const { ordinal } = currentTarget.dataset
  currentTarget
    .closest('.answer')
    ?.querySelector<HTMLElement>(`.source[data-ordinal="${ordinal}"]`)
    ?.focus()
}
