import type { Chat } from '../chat.ts'
import { reactive } from '../reactive.ts'
import { moveFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import type { PanelProps } from './Panel.tsx'
import { Preview } from './Preview.tsx'
import { Questions } from './Questions.tsx'
import { TurnView } from './TurnView.tsx'

/** The conversation. Not live itself: the announcer speaks, so that growing text does not. */
export const Transcript = reactive((panel: PanelProps) => {
  const { chat, strings, greeting, suggestions } = panel
  const turns = chat.turns.value
  const welcome = chat.welcome.value
  return (
    <div class="transcript">
      <div
        class="scroller"
        role="log"
        aria-live="off"
        aria-label={strings.conversation}
        aria-busy={chat.active.value !== null}
        tabIndex={0}
        ref={(scroller) => (scroller ? follow(scroller, chat) : undefined)}
      >
        <div class="content">
          {welcome !== 'restoring' && (
            <div class="welcome">
              {welcome === 'begunAnew' && <p class="note">{strings.begunAnew}</p>}
              <p class="greeting" dir="auto">
                {greeting}
              </p>
              {turns.length === 0 && (
                <Questions label={strings.suggestions} questions={suggestions} onAsk={chat.ask} />
              )}
            </div>
          )}
          {turns.map((turn, index) => (
            <TurnView {...panel} key={turn.key} turn={turn} isLast={index === turns.length - 1} />
          ))}
        </div>
      </div>
      {!chat.following.value && (
        <button
          type="button"
          class="latest"
          aria-label={strings.latest}
          onClick={(event) => {
            moveFocus(event, '.scroller')
            chat.following.value = true
          }}
        >
          <Icon name="send" turned />
        </button>
      )}
      <Preview {...panel} />
    </div>
  )
})

/** How near to its end, in pixels, the transcript counts as read to the end. */
const NEAR_END = 48

/**
 * Keeps the end of the transcript in view from now on, unless the visitor scrolls away from it. Gives
 * back what ends it.
 */
function follow(scroller: HTMLElement, { turns, following }: Chat): () => void {
  let before = scroller.scrollTop
  // Told after layout, at once and with each growth: following costs one read and one write a frame.
  const growth = new ResizeObserver(() => {
    // A conversation that has not begun shows its greeting.
    if (following.peek()) scroller.scrollTop = turns.peek().length && scroller.scrollHeight
  })
  for (const box of [scroller, ...scroller.children]) growth.observe(box)
  // Text that arrives moves the end away too; only a visitor moves up.
  function onScroll() {
    const { scrollTop, scrollHeight, clientHeight } = scroller
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_END
    if (isNear || scrollTop < before) following.value = isNear
    before = scrollTop
  }
  scroller.addEventListener('scroll', onScroll)
  return () => {
    growth.disconnect()
    scroller.removeEventListener('scroll', onScroll)
  }
}
