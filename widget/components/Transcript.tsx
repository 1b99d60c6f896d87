import { signal } from '@preact/signals'
import { createRef } from 'preact'
import { Reactive, reactive } from '../reactive.ts'
import { moveFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import type { PanelProps } from './Panel.tsx'
import { Preview } from './Preview.tsx'
import { Questions } from './Questions.tsx'
import { TurnView } from './TurnView.tsx'

/** How near to its end, in pixels, the transcript counts as read to the end. */
const NEAR_END = 48

/**
 * The conversation. Not live itself: the announcer speaks, so that growing text does not. Its end is
 * kept in view while text grows, unless the visitor has scrolled away from it.
 */
export class Transcript extends Reactive<PanelProps> {
  #scroller = createRef<HTMLDivElement>()
  #atEnd = signal(true)
  #top = 0
  // Told after layout, so that following costs one read and one write a frame.
  #growth = new ResizeObserver(() => this.#atEnd.peek() && this.#toEnd())
  #unfollow = () => {}

  override componentDidMount() {
    const { current: scroller } = this.#scroller
    for (const box of [scroller, scroller?.firstElementChild]) if (box) this.#growth.observe(box)
    this.#unfollow = this.props.chat.asked.subscribe((turn) => turn && this.#toEnd())
  }

  override componentWillUnmount() {
    super.componentWillUnmount()
    this.#growth.disconnect()
    this.#unfollow()
  }

  // A conversation that has not begun shows its greeting.
  #toEnd() {
    this.#atEnd.value = true
    const box = this.#scroller.current
    if (box) box.scrollTop = this.props.chat.turns.peek().length && box.scrollHeight
  }

  // Text that arrives moves the end away too; only a visitor moves up.
  #onScroll = ({ currentTarget: box }: { currentTarget: HTMLElement }) => {
    const { scrollTop, scrollHeight, clientHeight } = box
    const near = scrollHeight - scrollTop - clientHeight < NEAR_END
    if (near || scrollTop < this.#top) this.#atEnd.value = near
    this.#top = scrollTop
  }

  #onLatest = (event: Event) => {
    moveFocus(event, '.scroller')
    this.#toEnd()
  }

  override draw(panel: PanelProps) {
    const { chat, strings } = panel
    const turns = chat.turns.value
    return (
      <div class="transcript">
        <div
          class="scroller"
          role="log"
          aria-live="off"
          aria-label={strings.conversation}
          aria-busy={chat.active.value !== null}
          tabIndex={0}
          ref={this.#scroller}
          onScroll={this.#onScroll}
        >
          <div class="content">
            <Welcome {...panel} />
            {turns.map((turn, index) => (
              <TurnView {...panel} key={turn.key} turn={turn} isLast={index === turns.length - 1} />
            ))}
          </div>
        </div>
        {!this.#atEnd.value && (
          <button type="button" class="latest" aria-label={strings.latest} onClick={this.#onLatest}>
            <Icon name="send" turned />
          </button>
        )}
        <Preview {...panel} />
      </div>
    )
  }
}

const Welcome = reactive(({ chat, strings, greeting, suggestions }: PanelProps) => {
  if (chat.restoring.value) return null
  return (
    <div class="welcome">
      {chat.begunAnew.value && <p class="note">{strings.begunAnew}</p>}
      <p class="greeting" dir="auto">
        {greeting}
      </p>
      {chat.turns.value.length === 0 && (
        <Questions label={strings.suggestions} questions={suggestions} onAsk={chat.ask} />
      )}
    </div>
  )
})
