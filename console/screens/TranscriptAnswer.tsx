import { useSignal } from '@preact/signals'
import type { Message } from '../../server/contract/conversation.ts'
import type { OpenedConversation } from '../../server/contract/inbox.ts'
import { useRead } from '../cache.ts'
import { oneLine } from '../curated.ts'
import { tryIt } from '../drawer.ts'
import { addressOf } from '../location.ts'
import { AnswerText } from '../parts/AnswerText.tsx'
import { Evidence } from '../parts/Evidence.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Offers, Sources, unfoldSource } from '../parts/Sources.tsx'
import { may } from '../session.ts'
import { fill, texts } from '../strings.ts'
import { PointTo } from './PointTo.tsx'

type Ending = OpenedConversation['answers'][number]

/** An answer with its sources, its reader's rating, why it was given, and ways to mend it. */
export function TranscriptAnswer({
  message,
  question,
  conversation,
}: {
  message: Message
  question: string
  conversation: OpenedConversation
}) {
  const { transcript: words } = texts.value
  const ending = conversation.answers.find(({ message_id }) => message_id === message.id)
  return (
    <div class="answer" data-abstained={message.abstained} onClick={unfoldSource}>
      <h3 class="visually-hidden">{words.answer}</h3>
      {message.model === 'builtin/curated' && <span class="tag">{words.byHand}</span>}
      {message.text && <AnswerText text={message.text} citations={message.citations} />}
      <Problem message={message} ending={ending} />
      <Sources citations={message.citations} />
      <Offers links={message.links} />
      <OpenedByReader message={message} ending={ending} />
      <Rating ending={ending} />
      <Why message={message} reason={ending?.abstention_reason ?? null} />
      <Mend question={question} assistant_id={conversation.assistant_id} />
    </div>
  )
}

/** Why there is no answer, or no whole one. */
function Problem({ message, ending }: { message: Message; ending: Ending | undefined }) {
  const { evidence: words } = texts.value
  const reason = ending?.abstention_reason
  const error = message.status === 'complete' ? null : (ending?.error_code ?? 'other')
  if (!reason && !error) return null
  return (
    <p class="reason">
      {error
        ? (words.errors[error] ?? words.errors.other)
        : (words.reasons[reason ?? 'other'] ?? words.reasons.other)}
    </p>
  )
}

/** The sources and links of an answer that its reader opened. */
function OpenedByReader({ message, ending }: { message: Message; ending: Ending | undefined }) {
  const { citations = [], links = [] } = ending?.opened ?? {}
  const titles = [
    ...message.citations.flatMap(({ ordinal, title }) =>
      citations.includes(ordinal) ? title : [],
    ),
    ...message.links.flatMap(({ heading, title }, at) =>
      links.includes(at + 1) ? (heading ?? title) : [],
    ),
  ]
  if (titles.length === 0) return null
  const shown = [...new Set(titles)].join(' · ')
  return <p class="hint">{fill(texts.value.transcript.opened, { titles: shown })}</p>
}

function Rating({ ending }: { ending: Ending | undefined }) {
  const { transcript: words } = texts.value
  if (!ending?.rating) return null
  const { rating, note } = ending.rating
  return (
    <div class="rating" data-rating={rating}>
      <p>{rating === 'up' ? words.ratedUp : words.ratedDown}</p>
      {note && <blockquote dir="auto">{note}</blockquote>}
    </div>
  )
}

/** The stored trace, loaded when it is asked for. */
function Why({ message, reason }: { message: Message; reason: string | null }) {
  const isOpen = useSignal(false)
  return (
    <details
      class="why"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>{texts.value.evidence.title}</summary>
      {isOpen.value && <StoredTrace message={message} reason={reason} />}
    </details>
  )
}

function StoredTrace({ message, reason }: { message: Message; reason: string | null }) {
  const { conversation_id, id: message_id } = message
  const entry = useRead('getTrace', { params: { conversation_id, message_id } })
  if (entry.failure.value?.code === 'not_found') return <p>{texts.value.evidence.gone}</p>
  return (
    <Loaded of="getTrace" entry={entry}>
      {(trace) => <Evidence trace={trace} reason={reason} citations={message.citations} />}
    </Loaded>
  )
}

function Mend({ question, assistant_id }: { question: string; assistant_id: string }) {
  const { transcript: words } = texts.value
  return (
    <div class="mend">
      {may('curated.manage') && (
        <a href={addressOf('answers/new', { question: oneLine(question) })}>{words.writeAnswer}</a>
      )}
      <PointTo question={question} assistant_id={assistant_id} look="link" />
      {may('assistant.manage') && (
        <button class="link" type="button" onClick={() => tryIt(question, assistant_id)}>
          {words.tryAgain}
        </button>
      )}
    </div>
  )
}
