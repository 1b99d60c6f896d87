import { useSignal } from '@preact/signals'
import type { Strictness } from '../../server/contract/behaviour.ts'
import type { Edited } from '../assistant.ts'
import { send, useRead } from '../cache.ts'
import type { Draft } from '../drafts.ts'
import { Table } from '../parts/Table.tsx'
import { attempt } from '../parts/Toast.tsx'
import { texts } from '../strings.ts'

const LEVELS: Strictness[] = ['strict', 'balanced', 'open']
/** Each question is answered three times. */
const TRIED = 3

/** How sure it must be, explained by what becomes of the organization's own questions. */
export function AssistantStrictness({ draft, assistantId }: Props) {
  const { assistant: words } = texts.value
  const { entry } = draft
  return (
    <section class="card">
      <h2>{words.strictness}</h2>
      <div class="options" role="radiogroup" aria-label={words.strictness}>
        {LEVELS.map((level) => (
          <div key={level} class="option" data-chosen={entry.strictness === level}>
            <label>
              <input
                type="radio"
                name="strictness"
                checked={entry.strictness === level}
                onChange={() => draft.set({ ...entry, strictness: level })}
              />
              <span>
                {words.levels[level]}
                <small>{words.levelHints[level]}</small>
              </span>
            </label>
          </div>
        ))}
      </div>
      <Examples assistantId={assistantId} />
    </section>
  )
}

interface Props {
  draft: Draft<Edited>
  assistantId: string
}

interface Tried {
  id: string
  outcomes: Record<Strictness, boolean>
}

/** Questions from the inbox that had no answer, and those that the knowledge suggests. */
function useQuestions(assistantId: string): string[] {
  const declined = useRead('listUnanswered', { query: { limit: '20' } }).value.value?.data ?? []
  const params = { assistant_id: assistantId }
  const suggested = useRead('suggestQuestions', { params }).value.value?.questions ?? []
  const own = declined
    .filter(({ assistant_id }) => assistant_id === assistantId)
    .map(({ question }) => question)
  return [...new Set([...own, ...suggested])].slice(0, TRIED)
}

function Examples({ assistantId }: { assistantId: string }) {
  const { assistant: words } = texts.value
  const questions = useQuestions(assistantId)
  const tried = useSignal<Tried[]>([])
  const isTrying = useSignal(false)

  const isAnswered = async (question: string, strictness: Strictness) => {
    const body = { question, overrides: { strictness } }
    const { answer } = await send('tryAssistant', { params: { assistant_id: assistantId }, body })
    return !answer.abstained
  }

  async function tryAll() {
    if (isTrying.value) return
    isTrying.value = true
    tried.value = []
    await attempt(async () => {
      for (const question of questions) {
        const strict = await isAnswered(question, 'strict')
        const balanced = await isAnswered(question, 'balanced')
        const open = await isAnswered(question, 'open')
        const outcomes = { strict, balanced, open }
        tried.value = [...tried.value, { id: question, outcomes }]
      }
    })
    isTrying.value = false
  }

  if (questions.length === 0) return <p class="hint">{words.noExamples}</p>
  return (
    <>
      <div class="actions">
        <button class="button" type="button" aria-disabled={isTrying.value} onClick={tryAll}>
          {isTrying.value ? words.trying : words.tryOut}
        </button>
        <p class="hint">{words.tryHint}</p>
      </div>
      {tried.value.length > 0 && (
        <Table
          caption={words.strictness}
          columns={[
            { label: words.question, show: ({ id }) => id },
            ...LEVELS.map((level) => ({
              label: words.levels[level],
              show: ({ outcomes }: Tried) => (outcomes[level] ? words.answers : words.declines),
            })),
          ]}
          items={tried.value}
        />
      )}
    </>
  )
}
