import { applyReply, isFinished, waiting } from '../../widget/answer.ts'
import { readEvents } from '../../widget/event-stream.ts'
import { openStream } from '../client.ts'
import type { FromFrame, Shown, ToFrame } from './messages.ts'

/** An earlier turn, as a trial takes it. */
interface Turn {
  question: string
  answer: string
}

const MAX_HISTORY = 6

export type Stage = ReturnType<typeof createStage>

/**
 * Holds the preview's frame: shows a look in it, and asks for it. `ask` opens the stream of an
 * answer; the frame itself has no key and no network.
 */
export function createStage(frame: HTMLIFrameElement, assistantId: () => string | null) {
  const running = new Map<number, AbortController>()
  const history: Turn[] = []
  let isReady = false
  let shown: Shown | undefined
  let isDrawn = false
  /** Asked before there was a widget to ask. */
  let waitingText: string | undefined
  let onAnswer = () => {}

  function tell(message: ToFrame) {
    // The origin of a sandboxed frame is opaque, so no other can be named.
    frame.contentWindow?.postMessage(message, '*')
  }

  function draw() {
    if (!isReady || !shown) return
    // A widget that opens takes the focus, which the reader has elsewhere.
    frame.inert = true
    isDrawn = false
    tell({ type: 'show', shown })
  }

  function receive({ source, data }: MessageEvent<FromFrame>) {
    if (source !== frame.contentWindow) return
    if (data.type === 'ready') {
      isReady = true
      draw()
    } else if (data.type === 'drawn') drawn()
    else if (data.type === 'left') running.get(data.id)?.abort()
    else void ask(data.id, data.text)
  }

  function drawn() {
    frame.inert = false
    isDrawn = true
    if (waitingText !== undefined) tell({ type: 'ask', text: waitingText })
    waitingText = undefined
  }

  async function ask(id: number, question: string) {
    const leaving = new AbortController()
    running.set(id, leaving)
    const answer = await streamTrial(question, leaving.signal, (events, isLast) =>
      tell({ type: 'events', id, events, isLast }),
    )
    running.delete(id)
    if (answer === null) return
    history.push({ question, answer })
    onAnswer()
  }

  /** The text of the answer; null when it failed or the frame left. */
  async function streamTrial(question: string, signal: AbortSignal, pass: Pass) {
    const assistant_id = assistantId() ?? ''
    const body = { question, history: history.slice(-MAX_HISTORY) }
    const opening = openStream('streamTrial', { params: { assistant_id }, body }, signal)
    let answer = waiting
    try {
      for await (const events of readEvents(opening, { setTimeout, nextFrame })) {
        answer = events.reduce(applyReply, answer)
        pass(events, false)
      }
    } catch {
      pass([FAILED], true)
      return null
    }
    pass(isFinished(answer) ? [] : [FAILED], true)
    return isFinished(answer) ? answer.text : null
  }

  addEventListener('message', receive)

  return {
    show(look: Shown) {
      shown = look
      draw()
    },
    ask(text: string) {
      if (isDrawn) tell({ type: 'ask', text })
      else waitingText = text
    },
    /** Called after each answer. */
    onAnswer(listener: () => void) {
      onAnswer = listener
    },
    dispose() {
      removeEventListener('message', receive)
      for (const leaving of running.values()) leaving.abort()
    },
  }
}

type Pass = (events: Extract<ToFrame, { type: 'events' }>['events'], isLast: boolean) => void

const FAILED = { type: 'answer.error', data: { code: 'service_unavailable', message: '' } } as const

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
