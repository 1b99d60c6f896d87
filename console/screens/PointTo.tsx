import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Passage as PassageOf } from '../../server/contract/document.ts'
import { oneLine } from '../curated.ts'
import { addressOf } from '../location.ts'
import { AnswerText } from '../parts/AnswerText.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { QuotedText } from '../parts/QuotedText.tsx'
import { Offers, PassageName, Sources, unfoldSource } from '../parts/Sources.tsx'
import { TextField } from '../parts/TextField.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { createPointing, type Outcome } from '../pointing.ts'
import { may } from '../session.ts'
import { texts } from '../strings.ts'
import '../styles/pointing.css'

type Pointing = ReturnType<typeof createPointing>

/** A way to say which section answers a question, for whoever may. */
export function PointTo({
  question,
  assistant_id,
  look,
  onAnswered,
}: {
  question: string
  assistant_id: string
  look: 'button' | 'link'
  /** Called once the dialog is closed, where the question is answered now. */
  onAnswered?: () => void
}) {
  const isOpen = useSignal(false)
  if (!may('knowledge.manage') || !may('assistant.manage')) return null
  return (
    <>
      <button
        class={look}
        type="button"
        onClick={() => {
          isOpen.value = true
        }}
      >
        {texts.value.pointing.open}
      </button>
      {isOpen.value && (
        <PointDialog
          question={question}
          assistant_id={assistant_id}
          onClose={(isAnswered) => {
            isOpen.value = false
            if (isAnswered) onAnswered?.()
          }}
        />
      )}
    </>
  )
}

function PointDialog({
  question,
  assistant_id,
  onClose,
}: {
  question: string
  assistant_id: string
  onClose: (isAnswered: boolean) => void
}) {
  const { pointing: words } = texts.value
  const pointing = useMemo(() => createPointing(assistant_id, question), [])
  useEffect(() => {
    void attempt(pointing.begin)
    void attempt(pointing.search)
  }, [])
  const close = () => onClose(pointing.after.value?.abstained === false)
  return (
    <Dialog title={words.title} onClose={close}>
      <div class="pointing">
        <p class="question-shown" dir="auto">
          {question}
        </p>
        {pointing.chosen.value ? (
          <Outcomes pointing={pointing} passage={pointing.chosen.value} />
        ) : (
          <Choosing pointing={pointing} />
        )}
        <div class="actions">
          <button class="button" type="button" onClick={close}>
            {words.close}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function Choosing({ pointing }: { pointing: Pointing }) {
  const { pointing: words } = texts.value
  const { query, found, search } = pointing
  return (
    <>
      <p>{words.lead}</p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          void attempt(search)
        }}
      >
        <TextField
          label={words.search}
          value={query.value}
          maxLength={500}
          onInput={(text) => {
            query.value = text
          }}
        />
        <button class="button" type="submit">
          {words.find}
        </button>
      </form>
      <div role="status">{found.value?.length === 0 && <p>{words.none}</p>}</div>
      <ul class="found">
        {found.value?.map((passage) => (
          <li key={passage.source_id}>
            <Section passage={passage} pointing={pointing} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A section that was found, which unfolds to what it says. */
function Section({ passage, pointing }: { passage: PassageOf; pointing: Pointing }) {
  const { pointing: words } = texts.value
  const isKeeping = useSignal(false)
  const { title, anchor, text } = passage

  const choose = async () => {
    isKeeping.value = true
    await attempt(async () => {
      const isNew = await pointing.keep(passage)
      notify(isNew ? words.kept : words.known)
    })
    isKeeping.value = false
  }

  return (
    <details name="found">
      <summary>
        <PassageName title={title} anchor={anchor ?? words.wholeDocument} />
      </summary>
      <div class="passage-text">
        <QuotedText text={text} />
        <button
          class="button primary"
          type="button"
          disabled={isKeeping.value}
          aria-busy={isKeeping.value}
          onClick={choose}
        >
          {words.choose}
        </button>
      </div>
    </details>
  )
}

/** The answer before and after, and what to do where the section is shown and does not answer. */
function Outcomes({ pointing, passage }: { pointing: Pointing; passage: PassageOf }) {
  const { pointing: words } = texts.value
  const { question, before, after } = pointing
  return (
    <>
      <p>
        <PassageName title={passage.title} anchor={passage.anchor ?? words.wholeDocument} />
      </p>
      <div role="status">
        {after.value ? (
          <p>{after.value.abstained ? words.shown : words.answered}</p>
        ) : (
          <p>{words.asking}</p>
        )}
      </div>
      {after.value?.abstained && may('curated.manage') && (
        <a class="button primary" href={addressOf('answers/new', { question: oneLine(question) })}>
          {words.write}
        </a>
      )}
      <div class="outcomes">
        {before.value && <Answered title={words.before} outcome={before.value} />}
        {after.value && <Answered title={words.after} outcome={after.value} />}
      </div>
    </>
  )
}

function Answered({ title, outcome }: { title: string; outcome: Outcome }) {
  const { text, citations, links, abstained } = outcome
  return (
    <section class="answer" data-abstained={abstained} onClick={unfoldSource}>
      <h3>{title}</h3>
      <AnswerText text={text} citations={citations} />
      <Sources citations={citations} />
      <Offers links={links} />
    </section>
  )
}
