import type { Assistant } from '../../server/contract/assistant.ts'
import type {
  TestQuestion,
  TestResult,
  TestRunWithResults,
} from '../../server/contract/test-question.ts'
import { useRead } from '../cache.ts'
import { usePages } from '../pages.ts'
import { AnswerText } from '../parts/AnswerText.tsx'
import { Pages } from '../parts/Pages.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { fill, shownTime, texts } from '../strings.ts'
import { keepQuestion, removeQuestion, startRun } from '../test-questions.ts'

interface Props {
  assistant: Assistant
  onAsk: (question: string) => void
}

/** Questions that are kept with an assistant, and how they are answered now and before. */
export function TestQuestions({ assistant, onAsk }: Props) {
  const { tests: words } = texts.value
  const params = { assistant_id: assistant.id }
  const listed = usePages('listTestQuestions', { params, query: { limit: '100' } })
  return (
    <section class="card tests">
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      <Pages of="listTestQuestions" listed={listed} empty={<p>{words.empty}</p>}>
        {(questions) => <Run questions={questions} assistant={assistant} onAsk={onAsk} />}
      </Pages>
    </section>
  )
}

/** The questions with their latest results. */
function Run({ questions, assistant: { id }, onAsk }: Props & { questions: TestQuestion[] }) {
  const { tests: words } = texts.value
  const run = useRead('getLatestTestRun', { params: { assistant_id: id } }).value.value
  const isRunning = run?.status === 'queued' || run?.status === 'running'
  return (
    <>
      <div class="actions">
        <button
          class="button"
          type="button"
          aria-disabled={isRunning}
          onClick={() => !isRunning && attempt(() => startRun(id))}
        >
          {words.run}
        </button>
        <p role="status">{run && shownRun(run)}</p>
      </div>
      <ul class="rows">
        {questions.map((kept) => (
          <Kept
            key={kept.id}
            kept={kept}
            result={run?.results.find(({ question_id }) => question_id === kept.id)}
            assistant_id={id}
            onAsk={onAsk}
          />
        ))}
      </ul>
    </>
  )
}

function shownRun({ finished_at, results, question_count }: TestRunWithResults): string {
  const { tests: words } = texts.value
  if (finished_at) return fill(words.ranAt, { time: shownTime(finished_at) })
  return fill(words.running, { done: `${results.length}`, total: `${question_count}` })
}

function Kept({
  kept,
  result,
  assistant_id,
  onAsk,
}: {
  kept: TestQuestion
  result: TestResult | undefined
  assistant_id: string
  onAsk: (question: string) => void
}) {
  const { tests: words } = texts.value
  const { id, question, expected } = kept

  const remove = () =>
    attempt(async () => {
      await removeQuestion(assistant_id, id)
      notify(words.removed, () => keepQuestion(assistant_id, { question, expected }))
    })

  return (
    <li>
      <div>
        <b dir="auto">{question}</b>
        <small>{expectation(expected)}</small>
        <span class="mend">
          <button class="link" type="button" onClick={() => onAsk(question)}>
            {words.tryIt}
          </button>
          <button class="link" type="button" onClick={remove}>
            {words.remove}
          </button>
        </span>
      </div>
      <div>{result && <Outcome result={result} />}</div>
    </li>
  )
}

function expectation(expected: TestQuestion['expected']): string {
  const { tests: words } = texts.value
  if (!expected) return ''
  if (expected.abstained) return words.expectsDecline
  return expected.source_document_id ? words.expectsDocument : words.expectsAnswer
}

function Outcome({ result: { before, after, changed, passed } }: { result: TestResult }) {
  const { tests: words } = texts.value
  return (
    <details class="outcome">
      <summary>
        <span class="tag" data-outcome={changed ? 'abstained' : 'answered'}>
          {changed ? words.changed : before ? words.same : words.first}
        </span>
        {passed !== null && (
          <span class="tag" data-outcome={passed ? 'answered' : 'failed'}>
            {passed ? words.passed : words.failed}
          </span>
        )}
      </summary>
      {changed && before && (
        <>
          <h3>{words.before}</h3>
          <AnswerText text={before.text} />
        </>
      )}
      <h3>{words.after}</h3>
      {after ? <AnswerText text={after.text} /> : <p>{words.noAnswer}</p>}
    </details>
  )
}
