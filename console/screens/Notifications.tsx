import { type Signal, useSignal } from '@preact/signals'
import type { TestedWebhook, Webhook, WebhookEvent } from '../../server/contract/webhook.ts'
import { refresh, send, useRead, write } from '../cache.ts'
import { draftOf } from '../drafts.ts'
import { Check } from '../parts/Check.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Notice } from '../parts/Notice.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { ShownOnce } from '../parts/ShownOnce.tsx'
import { TextField } from '../parts/TextField.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { ownDraft } from '../session.ts'
import { fill, texts } from '../strings.ts'
import { Deliveries } from './Deliveries.tsx'

/** Where the organization is told what nobody should have to look for. */
export default function Notifications() {
  const { notifications: words } = texts.value
  const entry = useRead('getWebhook')
  const secret = useSignal<string | null>(null)
  const isAbsent = entry.failure.value?.code === 'not_found'
  const webhook = isAbsent ? null : (entry.value.value ?? null)
  const settings = <Settings webhook={webhook} secret={secret} />
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      {isAbsent ? (
        settings
      ) : (
        <Loaded of="getWebhook" entry={entry}>
          {() => settings}
        </Loaded>
      )}
      {webhook && (
        <>
          <Test url={webhook.url} />
          <Deliveries />
          <Remove
            onRemoved={() => {
              secret.value = null
            }}
          />
        </>
      )}
    </>
  )
}

const fresh = { url: '', events: [] as string[], enabled: true }

function Settings({
  webhook,
  secret,
}: {
  webhook: Webhook | null
  /** Of a webhook that was made just now. */
  secret: Signal<string | null>
}) {
  const { notifications: words, problems, saved } = texts.value
  const { url, events, enabled } = webhook ?? fresh
  const draft = draftOf(ownDraft('webhook'), { url, events, enabled })
  const { entry } = draft
  const isTried = useSignal(false)
  const isWrongUrl = !/^https:\/\/[^/@]+([/?#]|$)/.test(entry.url.trim())
  const isWithout = entry.events.length === 0

  const save = () =>
    attempt(async () => {
      const events = entry.events as WebhookEvent[]
      const { secret: made, ...changed } = await send('saveWebhook', {
        body: { ...entry, url: entry.url.trim(), events },
      })
      write('getWebhook', changed)
      draft.saved()
      isTried.value = false
      if (made) secret.value = made
      notify(saved)
    })

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    isTried.value = true
    if (!isWrongUrl && !isWithout) void save()
  }

  return (
    <form class="form" noValidate onSubmit={onSubmit}>
      <section class="card">
        <h2>{words.where}</h2>
        {secret.value && (
          <ShownOnce title={words.secretTitle} lead={words.secretLead} text={secret.value} />
        )}
        <TextField
          label={words.address}
          hint={words.addressHint}
          problem={isTried.value && isWrongUrl ? problems.url : null}
          type="url"
          value={entry.url}
          maxLength={2000}
          onInput={(text) => draft.set({ ...entry, url: text })}
        />
        <Check
          label={words.enabled}
          isChecked={entry.enabled}
          onChange={(isChecked) => draft.set({ ...entry, enabled: isChecked })}
        />
      </section>
      <Events
        chosen={entry.events}
        problem={isTried.value && isWithout ? words.noEvent : null}
        onChoose={(chosen) => draft.set({ ...entry, events: chosen })}
      />
      <SaveBar draft={draft} />
    </form>
  )
}

function Events({
  chosen,
  problem,
  onChoose,
}: {
  chosen: string[]
  problem: string | null
  onChoose: (events: string[]) => void
}) {
  const { notifications: words } = texts.value
  return (
    <section class="card">
      <h2 id="events">{words.when}</h2>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <div class="checks" role="group" aria-labelledby="events">
        {Object.entries(words.events).map(([event, label]) => (
          <Check
            key={event}
            label={label}
            isChecked={chosen.includes(event)}
            onChange={(isChecked) =>
              onChoose(
                Object.keys(words.events).filter((one) =>
                  one === event ? isChecked : chosen.includes(one),
                ),
              )
            }
          />
        ))}
      </div>
    </section>
  )
}

/** Sends a test to the saved address, and says how it went. */
function Test({ url }: { url: string }) {
  const { notifications: words } = texts.value
  const tested = useSignal<TestedWebhook | null>(null)
  const isSending = useSignal(false)

  const test = () =>
    attempt(async () => {
      isSending.value = true
      tested.value = await send('testWebhook').finally(() => {
        isSending.value = false
      })
    })

  return (
    <section class="card">
      <h2>{words.testTitle}</h2>
      <p>{fill(words.testLead, { host: new URL(url).host })}</p>
      <button
        class="button"
        type="button"
        aria-disabled={isSending.value}
        onClick={() => !isSending.value && test()}
      >
        {words.test}
      </button>
      <div role="status">{tested.value && shownResult(tested.value)}</div>
    </section>
  )
}

function shownResult({ status, message = '' }: TestedWebhook): string {
  const { notifications: words } = texts.value
  if (status === null) return fill(words.unreached, { message })
  return fill(status >= 200 && status < 300 ? words.arrived : words.refused, {
    status: `${status}`,
  })
}

function Remove({ onRemoved }: { onRemoved: () => void }) {
  const { notifications: words } = texts.value

  const remove = () =>
    attempt(async () => {
      await send('deleteWebhook')
      onRemoved()
      refresh('getWebhook')
      refresh('listDeliveries')
      notify(words.removed)
    })

  return (
    <ConfirmButton
      label={words.remove}
      title={words.removeTitle}
      lead={words.removeLead}
      keep={words.keep}
      submit={words.removeSubmit}
      onConfirm={remove}
    />
  )
}
