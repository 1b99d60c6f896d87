import { useSignal } from '@preact/signals'
import type { Assistant } from '../../server/contract/assistant.ts'
import { isFinished } from '../../widget/answer.ts'
import { draftAnswer, oneLine } from '../curated.ts'
import { shownFailure } from '../failures.ts'
import { open } from '../location.ts'
import { AnswerText } from '../parts/AnswerText.tsx'
import { Evidence } from '../parts/Evidence.tsx'
import { Offers, Sources, unfoldSource } from '../parts/Sources.tsx'
import { attempt as doing, notify } from '../parts/Toast.tsx'
import { may, session } from '../session.ts'
import { fill, texts } from '../strings.ts'
import { keepQuestion, removeQuestion } from '../test-questions.ts'
import type { Attempt, Turn } from '../trial.ts'
import { PointTo } from './PointTo.tsx'
import { SynonymDialog } from './SynonymDialog.tsx'

/** A question, and its answer under each of the settings. */
export function TrialTurn({ turn, assistant }: { turn: Turn; assistant: Assistant }) {
  const { transcript, trials: words } = texts.value
  const { question, attempts } = turn
  const isCompared = attempts.length > 1
  return (
    <article class="trial" data-compared={isCompared}>
      <h2 class="visually-hidden">{transcript.question}</h2>
      <p class="question-shown" dir="auto">
        {question}
      </p>
      <div>
        {attempts.map((attempt, at) => (
          <section key={at} onClick={unfoldSource}>
            <h3 class={isCompared ? undefined : 'visually-hidden'}>
              {isCompared ? words.settings[at === 0 ? 'a' : 'b'] : transcript.answer}
            </h3>
            <div class="trial-answer">
              <AttemptAnswer attempt={attempt} />
              <Mend attempt={attempt} question={question} assistant={assistant} />
            </div>
            {attempt.trace.value && (
              <Evidence
                trace={attempt.trace.value}
                citations={attempt.answer.value.citations}
                reason={attempt.answer.value.abstention_reason ?? null}
              />
            )}
          </section>
        ))}
      </div>
    </article>
  )
}

function AttemptAnswer({ attempt }: { attempt: Attempt }) {
  const { trials: words, evidence } = texts.value
  const { state, text, citations, links, reason, code } = attempt.answer.value
  const failure = attempt.failure.value
  const because = failure
    ? shownFailure(failure)
    : (evidence.errors[(state === 'failed' ? code : reason) ?? 'other'] ?? evidence.errors.other)
  const isLost = failure || state === 'failed' || state === 'interrupted'
  return (
    <div class="answer" aria-busy={!isLost && !isFinished(attempt.answer.value)}>
      {state === 'waiting' && !failure && <p role="status">{words.waiting}</p>}
      {text && <AnswerText text={text} citations={citations} isGrowing={state === 'streaming'} />}
      {isLost && (
        <p class="reason" role="status">
          {attempt.isStopped.value ? words.stopped : fill(words.failed, { reason: because })}
        </p>
      )}
      <Sources citations={citations} />
      <Offers links={links} />
    </div>
  )
}

/** Ways to a better answer, once this one has ended. */
function Mend({
  attempt,
  question,
  assistant,
}: {
  attempt: Attempt
  question: string
  assistant: Assistant
}) {
  const { trials: words } = texts.value
  const isAdding = useSignal(false)
  const { state } = attempt.answer.value
  if (state !== 'answered' && state !== 'abstained') return null
  return (
    <div class="mend">
      {may('curated.manage') && (
        <button class="link" type="button" onClick={() => write(question, attempt)}>
          {state === 'answered' ? words.write : words.writeNew}
        </button>
      )}
      <PointTo question={question} assistant_id={assistant.id} look="link" />
      {may('knowledge.manage') && (
        <button
          class="link"
          type="button"
          onClick={() => {
            isAdding.value = true
          }}
        >
          {words.synonym}
        </button>
      )}
      <button
        class="link"
        type="button"
        onClick={() => doing(() => keep(question, attempt, assistant.id))}
      >
        {words.keep}
      </button>
      {isAdding.value && (
        <SynonymDialog
          assistant={assistant}
          onClose={() => {
            isAdding.value = false
          }}
        />
      )}
    </div>
  )
}

/** Opens a new written answer that begins with this one. */
function write(question: string, { answer: { value } }: Attempt): void {
  const text = value.state === 'answered' ? value.text : ''
  draftAnswer(session.value?.organization?.id ?? '', oneLine(question), text)
  open('answers/new', { question: oneLine(question) })
}

/** Keeps a question, and that it is answered from the first source, or declined. */
async function keep(question: string, attempt: Attempt, assistant_id: string): Promise<void> {
  const isAnswered = attempt.answer.value.state === 'answered'
  const cited = attempt.trace.value?.passages.find((passage) => passage.cited)
  const kept = await keepQuestion(assistant_id, {
    question,
    expected: isAnswered
      ? { abstained: false, ...(cited && { source_document_id: cited.document_id }) }
      : null,
  })
  notify(texts.value.trials.kept, () => removeQuestion(assistant_id, kept.id))
}
