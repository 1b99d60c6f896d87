import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Chat } from '../chat.ts'
import type { Strings } from '../strings.ts'
import { toTranscript } from './focus.ts'
import { Icon } from './Icon.tsx'
import { Questions } from './Questions.tsx'
import { TurnView } from './TurnView.tsx'

interface Props {
  chat: Chat
  strings: Strings
  greeting: string
  suggestions: readonly string[]
}

/** How near to its end, in pixels, the transcript counts as read to the end. */
const NEAR_END = 48

/** The conversation. Not live itself: the announcer speaks, so that growing text does not. */
export function Transcript({ chat, strings, greeting, suggestions }: Props) {
  const { scroller, content, atEnd, toEnd } = useFollowing(chat)
  const turns = chat.turns.value
  return (
    <div class="transcript">
      <div
        class="scroller"
        role="log"
        aria-live="off"
        aria-label={strings.conversation}
        aria-busy={chat.busy}
        tabIndex={0}
        ref={scroller}
      >
        <div class="content" ref={content}>
          <Welcome
            chat={chat}
            strings={strings}
            greeting={greeting}
            suggestions={turns.length === 0 ? suggestions : []}
          />
          {turns.map((turn, index) => (
            <TurnView
              key={turn.key}
              turn={turn}
              chat={chat}
              strings={strings}
              isLast={index === turns.length - 1}
            />
          ))}
        </div>
      </div>
      {!atEnd.value && (
        <button
          type="button"
          class="latest"
          aria-label={strings.latest}
          onClick={(event) => {
            toTranscript(event)
            toEnd()
          }}
        >
          <Icon name="latest" />
        </button>
      )}
    </div>
  )
}

interface WelcomeProps {
  chat: Chat
  strings: Strings
  greeting: string
  suggestions: readonly string[]
}

function Welcome({ chat, strings, greeting, suggestions }: WelcomeProps) {
  if (chat.restoring.value) return <p class="restoring" aria-hidden="true" />
  return (
    <div class="welcome">
      {chat.begunAnew.value && <p class="note">{strings.begunAnew}</p>}
      <p class="greeting" dir="auto">
        {greeting}
      </p>
      {suggestions.length > 0 && (
        <Questions label={strings.suggestions} questions={suggestions} onAsk={chat.ask} />
      )}
    </div>
  )
}

/** Keeps the end in view while text grows, unless the visitor has scrolled away from it. */
function useFollowing(chat: Chat) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const atEnd = useSignal(true)

  function toEnd() {
    atEnd.value = true
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }

  useEffect(() => {
    const box = scroller.current
    if (!box || !content.current) return
    let before = 0
    // Text that arrives moves the end away too; only a visitor moves up.
    const onScroll = () => {
      const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END
      if (near || box.scrollTop < before) atEnd.value = near
      before = box.scrollTop
    }
    const observer = new ResizeObserver(() => atEnd.peek() && toEnd())
    observer.observe(content.current)
    observer.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    const stopFollowing = chat.asked.subscribe((turn) => turn && toEnd())
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
      stopFollowing()
    }
  }, [chat])

  return { scroller, content, atEnd, toEnd }
}
