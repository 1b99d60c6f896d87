import { useSignal } from '@preact/signals'
import type { CuratedAnswer } from '../../server/contract/curated-answer.ts'
import { refresh, send, useRead, write } from '../cache.ts'
import { Failure } from '../client.ts'
import {
  type AnswerProblem,
  bodyOf,
  entryOf,
  newDraftName,
  newEntry,
  problemIn,
} from '../curated.ts'
import { draftOf } from '../drafts.ts'
import { addressOf, place, replace } from '../location.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may, session } from '../session.ts'
import { texts } from '../strings.ts'
import { AnswerFields } from './AnswerFields.tsx'
import { NotFound } from './NotFound.tsx'
import '../styles/answers.css'

/** One written answer, or a new one for the questions in the address. */
export default function Answer({ id }: { id: string }) {
  return (
    <>
      <a href={addressOf('answers')}>{texts.value.answer.back}</a>
      {id === 'new' ? <NewAnswer /> : <SavedAnswer id={id} />}
    </>
  )
}

function NewAnswer() {
  const { answer: words } = texts.value
  const { question = '' } = place.value.query
  const questions = question.split('\n').filter(Boolean)
  const name = newDraftName(session.value?.organization?.id ?? '', question)
  const draft = draftOf(name, newEntry(questions))
  const problem = useSignal<AnswerProblem | null>(null)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    problem.value = problemIn(draft.entry)
    if (problem.value) return
    await attempt(async () => {
      const created = await send('createCuratedAnswer', { body: bodyOf(draft.entry) })
      draft.discard()
      shown(created)
      replace(`answers/${created.id}`)
      notify(words.created)
    })
  }

  return (
    <>
      <Title>{words.newTitle}</Title>
      <form class="answer-form" noValidate onSubmit={onSubmit}>
        <AnswerFields draft={draft} problem={problem.value} isReadOnly={!may('curated.manage')} />
        <button class="button primary" type="submit">
          {words.create}
        </button>
      </form>
    </>
  )
}

function SavedAnswer({ id }: { id: string }) {
  const entry = useRead('getCuratedAnswer', { params: { curated_answer_id: id } })
  if (entry.failure.value?.code === 'not_found') return <NotFound />
  return (
    <Loaded of="getCuratedAnswer" entry={entry}>
      {(answer) => (
        <>
          <Title>{answer.questions[0] ?? ''}</Title>
          <Editor answer={answer} />
        </>
      )}
    </Loaded>
  )
}

function Editor({ answer }: { answer: CuratedAnswer }) {
  const { answer: words, saved } = texts.value
  const draft = draftOf(`answer-${answer.id}`, entryOf(answer))
  const problem = useSignal<AnswerProblem | null>(null)
  const params = { curated_answer_id: answer.id }

  async function save() {
    try {
      const { revision } = answer
      shown(
        await send('updateCuratedAnswer', { params, body: { revision, ...bodyOf(draft.entry) } }),
      )
      draft.saved()
      notify(saved)
    } catch (error) {
      // What somebody else saved is shown beside the entries, which stay.
      if (error instanceof Failure && error.code === 'conflict') refresh('getCuratedAnswer')
      throw error
    }
  }

  async function remove() {
    await send('deleteCuratedAnswer', { params })
    draft.discard()
    refresh('listCuratedAnswers')
    replace('answers')
    notify(words.deleted, async () => {
      await send('createCuratedAnswer', { body: bodyOf(entryOf(answer)) })
      refresh('listCuratedAnswers')
    })
  }

  return (
    <form
      class="answer-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        problem.value = problemIn(draft.entry)
        if (!problem.value) void attempt(save)
      }}
    >
      <AnswerFields draft={draft} problem={problem.value} isReadOnly={!may('curated.manage')} />
      {may('curated.manage') && (
        <>
          <SaveBar draft={draft} />
          <button class="button danger" type="button" onClick={() => attempt(remove)}>
            {words.delete}
          </button>
        </>
      )}
    </form>
  )
}

/** Shows an answer that was saved, also in the list. */
function shown(answer: CuratedAnswer): void {
  write('getCuratedAnswer', answer, { params: { curated_answer_id: answer.id } })
  refresh('listCuratedAnswers')
}
