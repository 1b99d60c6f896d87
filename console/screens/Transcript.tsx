import type { ComponentProps } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Message } from '../../server/contract/conversation.ts'
import type { OpenedConversation } from '../../server/contract/inbox.ts'
import { useRead } from '../cache.ts'
import { addressOf, place } from '../location.ts'
import { usePages } from '../pages.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Pages } from '../parts/Pages.tsx'
import { Outside } from '../parts/Passage.tsx'
import { fill, shownTime, texts } from '../strings.ts'
import { Handling } from './Handling.tsx'
import { TranscriptAnswer } from './TranscriptAnswer.tsx'
import { VisitorMenu } from './VisitorMenu.tsx'

/** Ways to the conversations beside this one in the list. */
interface Steps {
  previous: (() => void) | null
  next: (() => void) | null
}

/** One conversation: what was asked and answered, why, and what became of it. */
export function Transcript({ id, steps }: { id: string; steps: Steps }) {
  const entry = useRead('openConversation', { params: { conversation_id: id } })
  // Its head has the receipt of an erasure; nothing of what was erased is shown below it.
  const isGone = entry.failure.value?.code === 'not_found'
  return (
    <article class="transcript">
      <StepButtons steps={steps} />
      <Loaded of="openConversation" entry={entry}>
        {(conversation) => (
          <>
            <Head conversation={conversation} />
            {!isGone && <Messages conversation={conversation} />}
            {!isGone && <Handling conversation={conversation} />}
          </>
        )}
      </Loaded>
    </article>
  )
}

function StepButtons({ steps: { previous, next } }: { steps: Steps }) {
  const { transcript: words } = texts.value
  const { c: _, ...rest } = place.value.query
  return (
    <div class="neighbours">
      <a class="back" href={addressOf(place.value.path, rest)}>
        {words.back}
      </a>
      <button class="button" type="button" disabled={!previous} onClick={() => previous?.()}>
        {words.previous}
      </button>
      <button class="button" type="button" disabled={!next} onClick={() => next?.()}>
        {words.next}
      </button>
    </div>
  )
}

function Head({ conversation }: { conversation: OpenedConversation }) {
  const { inbox, transcript: words } = texts.value
  const { title, created_at, channel, page } = conversation
  const heading = useRef<HTMLHeadingElement>(null)
  // Who steps through the list with the keyboard hears what is shown.
  useEffect(() => heading.current?.focus(), [])
  return (
    <header>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title || inbox.noQuestion}
        </h2>
        <p>
          {inbox.channels[channel]}
          {' · '}
          <time dateTime={created_at}>{shownTime(created_at)}</time>
        </p>
        {page && (
          <Outside url={page}>{fill(words.on, { page: page.replace(/^https?:\/\//, '') })}</Outside>
        )}
      </div>
      <VisitorMenu conversation={conversation} />
    </header>
  )
}

/** The first messages come with the conversation, so that stepping through many is cheap. */
function Messages({ conversation }: { conversation: OpenedConversation }) {
  const { data, next_cursor } = conversation.messages
  return (
    <>
      <Turns messages={data} asked="" conversation={conversation} />
      {next_cursor && (
        <LaterMessages
          cursor={next_cursor}
          asked={data.at(-1)?.text ?? ''}
          conversation={conversation}
        />
      )}
    </>
  )
}

function LaterMessages({
  cursor,
  ...shown
}: Omit<ComponentProps<typeof Turns>, 'messages'> & {
  cursor: string
}) {
  const params = { conversation_id: shown.conversation.id }
  const listed = usePages('listMessages', { params, query: { limit: '50', cursor } })
  return (
    <Pages of="listMessages" listed={listed} empty={null}>
      {(messages) => <Turns messages={messages} {...shown} />}
    </Pages>
  )
}

function Turns({
  messages,
  asked,
  conversation,
}: {
  messages: Message[]
  /** The message before the first one. */
  asked: string
  conversation: OpenedConversation
}) {
  return (
    <ol class="turns">
      {messages.map((message, at) => (
        <li key={message.id} data-role={message.role}>
          {message.role === 'user' ? (
            <Question message={message} />
          ) : (
            <TranscriptAnswer
              message={message}
              question={messages[at - 1]?.text ?? asked}
              conversation={conversation}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

function Question({ message: { text, created_at } }: { message: Message }) {
  return (
    <>
      <h3 class="visually-hidden">{texts.value.transcript.question}</h3>
      <p class="question-shown" dir="auto">
        {text}
      </p>
      <small>
        <time dateTime={created_at}>{shownTime(created_at)}</time>
      </small>
    </>
  )
}
