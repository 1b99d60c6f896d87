import type { SectionQuestion } from '../../server/contract/section-question.ts'
import { refresh, send, useRead } from '../cache.ts'
import { addressOf } from '../location.ts'
import { usePages } from '../pages.ts'
import { Pages } from '../parts/Pages.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { counted, texts } from '../strings.ts'
import '../styles/pointing.css'

/** The questions that sections of a document answer, with where they came from. */
export function SectionQuestions({ document_id }: { document_id: string }) {
  const { sectionQuestions: words } = texts.value
  const listed = usePages('listSectionQuestions', { query: { document_id, limit: '20' } })
  return (
    <section class="card section-questions">
      <h2>{words.title}</h2>
      <p class="hint">{words.lead}</p>
      <Pages of="listSectionQuestions" listed={listed} empty={<p>{words.none}</p>}>
        {(questions) => (
          <ul>
            {questions.map((question) => (
              <li key={question.id}>
                <Question question={question} />
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </section>
  )
}

function Question({ question }: { question: SectionQuestion }) {
  const { sectionQuestions: words } = texts.value
  const { text, section, origin, asked_count, needs_look } = question
  return (
    <>
      <b dir="auto">{text}</b>
      <div>
        <small>
          <bdi>{section ?? words.document}</bdi>
          {' · '}
          {words.origins[origin]}
          {asked_count > 0 && ` · ${counted(words.asked, asked_count)}`}
        </small>
      </div>
      {needs_look && <p class="reason">{words.needsLook}</p>}
      {may('knowledge.manage') && <Actions question={question} />}
    </>
  )
}

function Actions({ question }: { question: SectionQuestion }) {
  const { sectionQuestions: words } = texts.value
  const { id, text, document_id, section, origin, needs_look } = question
  const params = { question_id: id }

  const confirm = () =>
    attempt(async () => {
      await send('updateSectionQuestion', { params, body: { text } })
      refresh('listSectionQuestions')
      notify(words.stillDone)
    })

  const restore = async () => {
    await send('createSectionQuestion', { body: { text, document_id, section } })
    refresh('listSectionQuestions')
  }

  const remove = () =>
    attempt(async () => {
      await send('deleteSectionQuestion', { params })
      refresh('listSectionQuestions')
      notify(words.removed, origin === 'owner' ? restore : null)
    })

  return (
    <p class="mend">
      {needs_look && (
        <button class="link" type="button" onClick={confirm}>
          {words.still}
        </button>
      )}
      <button class="link" type="button" onClick={remove}>
        {words.remove}
      </button>
    </p>
  )
}

const LOOKED_AT = '20'

/** Questions whose sections have changed, with ways to their documents; nothing without any. */
export function QuestionsToLookAt() {
  const { sectionQuestions: words } = texts.value
  const query = { needs_look: 'true', limit: LOOKED_AT } as const
  const questions = useRead('listSectionQuestions', { query }).value.value?.data ?? []
  if (questions.length === 0) return null
  return (
    <section class="card section-questions">
      <h2>{counted(words.looks, questions.length)}</h2>
      <p class="hint">{words.looksLead}</p>
      <ul>
        {questions.map(({ id, text, document_id }) => (
          <li key={id}>
            <a href={addressOf(`knowledge/documents/${document_id}`)} dir="auto">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
