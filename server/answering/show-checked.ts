import type { ModelEvent } from '../models/ports.ts'
import { type Block, blocksOf } from '../text/blocks.ts'
import { markersIn } from '../text/markers.ts'

/** How long the first text waits for the end of its sentence, in milliseconds. */
export const HOLD_MS = 1500
/** So many times as long wait later sentences, while there is something to read. */
const LATER = 3

/** What stays of the beginning of an answer, or of a part of it, by the rules. */
export type CheckPart = (part: string) => Promise<string>

/**
 * Passes on a model's text once it has been checked, sentence by sentence, so that readers seldom
 * see text that is taken back (docs/behaviour.md#checks-of-an-answer). A sentence that has not
 * ended after `holdMs`, or three times that when it is not the first, is checked and passed on as
 * far as it goes. Text that is still held at the end is left to the final checks; before a failure
 * it is passed on.
 */
export async function* showChecked(
  events: AsyncIterable<ModelEvent>,
  check: CheckPart,
  holdMs: number,
): AsyncGenerator<ModelEvent> {
  const held = createHeldText(check)
  let patienceMs = holdMs
  let due: number | null = null
  try {
    for await (const event of orPauses(events, () => due && Math.max(0, due - performance.now()))) {
      if (event !== PAUSE && event.type === 'finish') {
        yield event
        continue
      }
      if (event !== PAUSE) held.push(event.text)
      const text = await (event === PAUSE ? held.release() : held.take())
      if (text !== '' || event === PAUSE) due = null
      if (text !== '') patienceMs = LATER * holdMs
      if (!held.isEmpty()) due ??= performance.now() + patienceMs
      if (text !== '') yield { type: 'text', text }
    }
  } catch (error) {
    const text = await held.release().catch(() => '')
    if (text !== '') yield { type: 'text', text }
    throw error
  }
}

/** A longer segment is passed on sentence by sentence, so that checks take linear time. */
const MAX_SEGMENT = 4000

/**
 * The text that has not been shown yet. A segment is what is checked together: a block, with the
 * heading and lead-in above it, which stay only if something below them does.
 */
function createHeldText(check: CheckPart) {
  let segment = ''
  let checkedTo = 0
  /** The part of the checked segment that was shown. */
  let shown = ''
  let nextLook = 0

  return {
    isEmpty: () => segment.length === checkedTo,

    push(text: string): void {
      segment += text
    },

    /** Whole sentences whose markers are known. */
    async take(): Promise<string> {
      if (segment.length < nextLook) return ''
      nextLook = segment.length + (segment.length >> 5)
      const place = judgeable(segment)
      return place.end > checkedTo ? pass(place) : ''
    },

    /** All whole words. */
    async release(): Promise<string> {
      const end = segment.length - (/\S{0,40}$/.exec(segment)?.[0].length ?? 0)
      return end > checkedTo ? pass({ end, closes: false }) : ''
    },
  }

  async function pass({ end, closes }: Place): Promise<string> {
    const part = segment.slice(0, end)
    const checked = await check(part)
    const isLong = part.length > MAX_SEGMENT
    const settled = closes || isLong ? checked : withoutOpenEnd(checked)
    const begun = shown
    const goesOn = settled.startsWith(begun)
    const fresh = goesOn ? settled.slice(begun.length) : ''
    const gap = begun === '' && fresh !== '' ? gapBefore(part) : ''
    checkedTo = end
    if (goesOn) shown = settled
    const isOver = closes && (shown !== '' || !announces(part))
    if (isOver || isLong || !goesOn) startSegment(end)
    return gap + fresh
  }

  function startSegment(at: number): void {
    segment = segment.slice(at)
    checkedTo = 0
    shown = ''
    nextLook = 0
  }
}

interface Place {
  end: number
  /** A block ends there. */
  closes: boolean
}

/**
 * How far a segment can be judged: up to the last whole sentence with a marker, which may stand
 * for those before it, or to the end of a block that another one follows.
 */
function judgeable(segment: string): Place {
  const blocks = blocksOf(segment)
  const open = blocks.pop()
  const whole = open?.sentences
    .slice(0, -1)
    .findLast(({ ordinals }) => open.kind === 'table' || ordinals.length > 0)
  if (whole) return { end: whole.end, closes: false }
  const closed = blocks.findLast((block) => block.kind !== 'blank' && !isAnnouncing(block))
  return { end: closed?.end ?? 0, closes: true }
}

function announces(part: string): boolean {
  return blocksOf(part).some(isAnnouncing)
}

function isAnnouncing({ kind, sentences }: Block): boolean {
  return kind === 'heading' || sentences.at(-1)?.leadsIn === true
}

/** Without the last sentence's markers, which the next sentence may bear as well. */
function withoutOpenEnd(checked: string): string {
  const last = blocksOf(checked).at(-1)
  const start = last?.kind === 'table' ? undefined : last?.sentences.at(-1)?.start
  if (start === undefined) return checked.trimEnd()
  const marker = markersIn(checked).find((each) => each.start >= start)
  return checked.slice(0, marker?.start).trimEnd()
}

/** Checked text has no empty line at its start. */
function gapBefore(part: string): string {
  return /^[ \t]*\n/.test(part) ? '\n' : ''
}

const PAUSE = Symbol('pause')

/** The items of a source, and a pause whenever none comes in time; null: it may take any time. */
async function* orPauses<Item>(
  source: AsyncIterable<Item>,
  timeLeft: () => number | null,
): AsyncGenerator<Item | typeof PAUSE> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const step = iterator.next()
      // Its rejection is awaited below, but maybe not by the time it comes.
      step.catch(() => {})
      for (let ms = timeLeft(); ms !== null && (await isLate(step, ms)); ms = timeLeft()) {
        yield PAUSE
      }
      const { done, value } = await step
      if (done) return
      yield value
    }
  } finally {
    iterator.return?.()?.catch(() => {})
  }
}

async function isLate(step: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), ms)
  })
  const settled = step.then(
    () => false,
    () => false,
  )
  try {
    return await Promise.race([settled, late])
  } finally {
    clearTimeout(timer)
  }
}
