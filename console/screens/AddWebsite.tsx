import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Source } from '../../server/contract/source.ts'
import { addWebsite, removeSource, websiteAddress } from '../add-knowledge.ts'
import { useRead } from '../cache.ts'
import { addressOf } from '../location.ts'
import { Field } from '../parts/Field.tsx'
import { JobState } from '../parts/JobState.tsx'
import { attempt } from '../parts/Toast.tsx'
import { nameOfWebsite } from '../sources.ts'
import { counted, fill, texts } from '../strings.ts'

/** A website that is being added; its source is there a moment later. */
interface Begun {
  address: URL
  source_id: string | null
}

/** Adds a website by its address, and says what becomes of it from the first second. */
export function AddWebsite({ target }: { target: string | null }) {
  const { knowledge } = texts.value
  const isMistyped = useSignal(false)
  const begun = useSignal<Begun | null>(null)
  const form = useRef<HTMLFormElement>(null)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const address = websiteAddress(String(new FormData(form.current ?? undefined).get('address')))
    isMistyped.value = address === null
    if (!address) return
    begun.value = { address, source_id: null }
    const isAdded = await attempt(
      async () => {
        begun.value = { address, source_id: await addWebsite(address, target) }
        form.current?.reset()
      },
      { conflict: knowledge.taken },
    )
    if (!isAdded) begun.value = null
  }

  /** The address goes back into its field, to be corrected. */
  const takeBack = ({ address, source_id }: Begun, isToCorrect: boolean) =>
    attempt(async () => {
      if (source_id) await removeSource(source_id)
      begun.value = null
      const field = form.current?.elements.namedItem('address')
      if (!isToCorrect || !(field instanceof HTMLInputElement)) return
      field.value = address.href
      field.focus()
    })

  return (
    <>
      <form ref={form} class="form website" noValidate onSubmit={onSubmit}>
        <Field
          field={{
            name: 'address',
            label: knowledge.website,
            type: 'url',
            autocomplete: 'url',
            hint: knowledge.websiteHint,
            refused: knowledge.websiteProblem,
          }}
          rule={{ required: true }}
          problem={isMistyped.value ? { kind: 'refused', n: 0 } : undefined}
        />
        <button class="button" type="submit">
          {knowledge.websiteAdd}
        </button>
      </form>
      {begun.value && (
        <Progress
          key={begun.value.address.href}
          begun={begun.value}
          takeBack={takeBack}
          close={() => {
            begun.value = null
          }}
        />
      )}
    </>
  )
}

/** Comes into view, since the form is often the last thing that can be seen. */
function Progress({
  begun,
  takeBack,
  close,
}: {
  begun: Begun
  takeBack: (begun: Begun, isToCorrect: boolean) => void
  close: () => void
}) {
  const { arriving: words } = texts.value
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.scrollIntoView({ block: 'center' }), [])
  const name = nameOfWebsite(begun.address)
  return (
    <div ref={box} class="begun" role="status">
      {begun.source_id ? (
        <Reading source_id={begun.source_id} name={name}>
          <button class="button" type="button" onClick={() => takeBack(begun, true)}>
            {words.correct}
          </button>
          <button class="button" type="button" onClick={() => takeBack(begun, false)}>
            {words.remove}
          </button>
          <button class="button" type="button" onClick={close}>
            {texts.value.close}
          </button>
        </Reading>
      ) : (
        <p>{fill(words.looking, { name })}</p>
      )}
    </div>
  )
}

function Reading({
  source_id,
  name,
  children,
}: {
  source_id: string
  name: string
  children: ComponentChildren
}) {
  const source = useRead('getSource', { params: { source_id } }).value.value
  const job = source?.latest_job
  const isOver = job && !job.is_active
  return (
    <>
      <p>{source ? shownProgress(source, name) : fill(texts.value.arriving.looking, { name })}</p>
      {job && (!isOver || job.status !== 'succeeded') && <JobState job={job} />}
      <div class="actions">
        {source && isOver && (
          <a class="button" href={addressOf(`knowledge/${source.id}`)}>
            {texts.value.arriving.open}
          </a>
        )}
        {children}
      </div>
    </>
  )
}

function shownProgress({ latest_job: job, document_count }: Source, name: string): string {
  const { arriving: words } = texts.value
  if (job && !job.is_active) {
    return fill(counted(words.read, document_count), { name })
  }
  const found = job?.counters.documents_discovered ?? 0
  if (!job || found === 0) return fill(words.looking, { name })
  return fill(counted(words.found, found), { name })
}
