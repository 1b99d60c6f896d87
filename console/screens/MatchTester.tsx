import { useSignal } from '@preact/signals'
import type { CuratedAnswer, CuratedMatches } from '../../server/contract/curated-answer.ts'
import { send } from '../cache.ts'
import { addressOf } from '../location.ts'
import { AssistantChoice, useAssistant } from '../parts/AssistantChoice.tsx'
import { TextField } from '../parts/TextField.tsx'
import { attempt } from '../parts/Toast.tsx'
import { fill, shownShare, texts } from '../strings.ts'

/** Tells which written answer a question would get, and which are near it. */
export function MatchTester({ answers }: { answers: CuratedAnswer[] }) {
  const { answers: words } = texts.value
  const question = useSignal('')
  const matches = useSignal<CuratedMatches | null>(null)
  const { assistant } = useAssistant()

  const look = () =>
    attempt(async () => {
      if (!assistant || !question.value.trim()) return
      matches.value = await send('matchCuratedAnswer', {
        body: { question: question.value.trim(), assistant_id: assistant.id },
      })
    })

  return (
    <section class="card">
      <h2>{words.testTitle}</h2>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <AssistantChoice label={words.assistant} />
        <TextField
          label={words.testLabel}
          value={question.value}
          maxLength={500}
          onInput={(text) => {
            question.value = text
          }}
        />
        <button class="button" type="submit">
          {words.test}
        </button>
      </form>
      <div role="status">
        {matches.value && <Matches matches={matches.value} answers={answers} />}
      </div>
    </section>
  )
}

function Matches({ matches, answers }: { matches: CuratedMatches; answers: CuratedAnswer[] }) {
  const { answers: words } = texts.value
  const { match, threshold, nearest } = matches
  const [first] = answers.find(({ id }) => id === match?.id)?.questions ?? []
  const likeness = (score: number) =>
    fill(words.likeness, { n: shownShare(score), threshold: shownShare(threshold) })
  return (
    <div class="matches">
      <p>{match ? words.matched : words.unmatched}</p>
      {match && (
        <p>
          <a href={addressOf(`answers/${match.id}`)}>{first ?? nearest[0]?.question}</a>
        </p>
      )}
      {nearest.length > 0 && <h3>{words.nearest}</h3>}
      <ul>
        {nearest.map(({ id, question, score }) => (
          <li key={id}>
            <a href={addressOf(`answers/${id}`)}>{question}</a>
            <meter
              aria-hidden="true"
              value={score}
              low={threshold}
              high={threshold}
              optimum={1}
              title={likeness(score)}
            />
            <small>{likeness(score)}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
