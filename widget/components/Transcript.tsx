import type { Chat } from '../chat.ts'
import type { Turn } from '../conversation.ts'
import { reactive } from '../reactive.ts'
import { moveFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import { onMarker } from './markers.ts'
import type { PanelProps } from './panel-props.ts'
import { Questions } from './Questions.tsx'
import { TurnView } from './TurnView.tsx'

/**
 * The conversation: a log of past turns, then the turn whose answer may still grow. Neither is a
 * live region, because the announcer is.
 */
export const Transcript = reactive((panel: PanelProps) => {
  const { chat, strings, greeting, suggestions, extras } = panel
  const turns = chat.turns.value
  const welcome = chat.welcome.value
  const [last] = turns.slice(-1)
  const onMarkerHere = (event: Event) => onMarker(event, extras)
  const drawTurn = (turn: Turn) => (
    <TurnView {...panel} key={turn.key} turn={turn} isLast={turn === last} />
  )
  return (
    <div class="transcript">
      <div
        class="scroller"
        role="region"
        aria-label={strings.conversation}
        tabIndex={0}
        ref={(scroller) => (scroller ? follow(scroller, chat) : undefined)}
      >
        <div
          class="content"
          tabIndex={-1}
          data-asked={chat.asked.value !== null}
          onPointerOver={onMarkerHere}
          onFocusIn={onMarkerHere}
          onClick={onMarkerHere}
        >
          <div class="history" role="log" aria-live="off">
            {welcome !== 'restoring' && (
              <div class="welcome">
                {welcome === 'begunAnew' && <p class="note">{strings.begunAnew}</p>}
                <p class="greeting" dir="auto">
                  {greeting}
                </p>
                {!last && (
                  <Questions label={strings.suggestions} questions={suggestions} onAsk={chat.ask} />
                )}
              </div>
            )}
            {turns.slice(0, -1).map(drawTurn)}
          </div>
          {last && drawTurn(last)}
          <Previews {...panel} />
        </div>
      </div>
      <Latest {...panel} isAbove={chat.following.value === 'above'} />
    </div>
  )
})

/** Leads to the end, where that is out of view; by itself, so that nothing is followed anew. */
const Latest = reactive(({ chat, strings, isAbove }: PanelProps & { isAbove: boolean }) => {
  if (!isAbove && !chat.goesOn.value) return null
  return (
    <button
      type="button"
      class="latest"
      aria-label={strings.latest}
      // The keyboard reaches the end of an answer by itself, and would lose the focus with it.
      tabIndex={isAbove ? 0 : -1}
      onClick={(event) => {
        moveFocus(event, '.scroller')
        chat.following.value = 'end'
      }}
    >
      <Icon name="send" turned />
    </button>
  )
})

/** By itself, so that the transcript is not followed anew when the previews have come. */
const Previews = reactive((panel: PanelProps) => {
  const { Preview } = panel.extras.parts.value ?? {}
  return Preview && <Preview {...panel} />
})

/** Distance from the end that still counts as scrolled to the end. */
const NEAR_END_PX = 48

/** Distance of the last question from the top of the transcript. */
const QUESTION_TOP_PX = 16

/** Scrolls the transcript as `following` says. Returns a function that stops this. */
function follow(scroller: HTMLElement, { turns, following, goesOn }: Chat): () => void {
  // Not read here: reading `scrollTop` now would force a layout.
  let before = 0
  // Runs after layout, at once and on each growth: one read and one write per frame.
  const growth = new ResizeObserver(() => {
    // Without turns, show the greeting at the top.
    if (following.peek() === 'end')
      scroller.scrollTop = turns.peek().length && scroller.scrollHeight
    if (following.peek() === 'question') scroller.scrollTop += distanceOfQuestion(scroller)
    before = scroller.scrollTop
    goesOn.value = isCut(scroller)
  })
  for (const box of [scroller, ...scroller.children]) growth.observe(box)
  function onScroll() {
    const { scrollTop, scrollHeight, clientHeight } = scroller
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
    if (scrollTop > before) {
      if (isNear) following.value = 'end'
      else if (following.peek() === 'question') following.value = 'below'
    }
    if (scrollTop < before && !isNear) following.value = 'above'
    before = scrollTop
    goesOn.value = isCut(scroller)
  }
  scroller.addEventListener('scroll', onScroll)
  return () => {
    growth.disconnect()
    scroller.removeEventListener('scroll', onScroll)
  }
}

/** In a lower view, as at a zoom of 400 %, a button would cover what is read. */
const MIN_VIEW_PX = 200

/** Whether the last answer ends below what is in view. */
function isCut(scroller: HTMLElement): boolean {
  const end = scroller.querySelector('.content > .turn > :last-child')
  const view = scroller.getBoundingClientRect()
  if (!end || view.height < MIN_VIEW_PX) return false
  return end.getBoundingClientRect().bottom - view.bottom > NEAR_END_PX
}

/** Pixels to scroll until the last question stands at the top. */
function distanceOfQuestion(scroller: HTMLElement): number {
  const turn = scroller.querySelector('.content > .turn') ?? scroller
  return turn.getBoundingClientRect().top - scroller.getBoundingClientRect().top - QUESTION_TOP_PX
}
