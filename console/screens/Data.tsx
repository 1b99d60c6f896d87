import type { Organization } from '../../server/contract/organization.ts'
import { refresh, send, useRead, write } from '../cache.ts'
import { operationAddress, requireConfirmed } from '../client.ts'
import { draftOf } from '../drafts.ts'
import { saveAddress } from '../files.ts'
import { addressOf } from '../location.ts'
import { Labelled } from '../parts/Labelled.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { TextField } from '../parts/TextField.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may, ownDraft, removeDemo, session } from '../session.ts'
import { counted, texts } from '../strings.ts'

/** Days that are offered; another number that was set elsewhere is offered too. */
const RETENTIONS = [30, 90, 180, 365, 730]

/** What is kept, for how long, and how to take it along. */
export default function Data() {
  const { data: words } = texts.value
  const entry = useRead('getOrganization')
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Loaded of="getOrganization" entry={entry}>
        {(organization) => <Settings organization={organization} />}
      </Loaded>
      <section class="card">
        <h2>{words.eraseTitle}</h2>
        <p>{words.eraseLead}</p>
        <a class="button" href={addressOf('conversations')}>
          {words.toInbox}
        </a>
      </section>
      <Export />
      <Demo />
    </>
  )
}

function Settings({ organization }: { organization: Organization }) {
  const { data: words, saved } = texts.value
  const { name, retention_days, daily_model_tokens, revision } = organization
  const draft = draftOf(ownDraft('organization'), {
    name,
    retention_days,
    tokens: daily_model_tokens?.toString() ?? '',
  })
  const { entry } = draft
  const isNumber = /^\d*$/.test(entry.tokens.trim())

  const save = () =>
    attempt(async () => {
      const tokens = entry.tokens.trim()
      const body = {
        revision,
        name: entry.name,
        retention_days: entry.retention_days,
        daily_model_tokens: tokens === '' ? null : Number(tokens),
      }
      write('getOrganization', await send('updateOrganization', { body }))
      refresh('getSession')
      draft.saved()
      notify(saved)
    })

  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isNumber) void save()
      }}
    >
      <section class="card">
        <h2>{words.nameTitle}</h2>
        <TextField
          label={words.name}
          value={entry.name}
          maxLength={200}
          onInput={(text) => draft.set({ ...entry, name: text })}
        />
      </section>
      <section class="card">
        <h2>{words.retentionTitle}</h2>
        <p>{words.retentionLead}</p>
        <Retention
          saved={retention_days}
          days={entry.retention_days}
          onChoose={(days) => draft.set({ ...entry, retention_days: days })}
        />
      </section>
      <section class="card">
        <h2>{words.budgetTitle}</h2>
        <p>{words.budgetLead}</p>
        <TextField
          label={words.budget}
          hint={words.budgetHint}
          problem={isNumber ? null : words.noNumber}
          value={entry.tokens}
          maxLength={13}
          onInput={(text) => draft.set({ ...entry, tokens: text })}
        />
      </section>
      <SaveBar draft={draft} />
    </form>
  )
}

/** Warns before conversations are erased that are kept today. */
function Retention({
  saved,
  days,
  onChoose,
}: {
  saved: number | null
  days: number | null
  onChoose: (days: number | null) => void
}) {
  const { data: words } = texts.value
  const offered = [...new Set([...RETENTIONS, ...(saved ? [saved] : [])])].sort((a, b) => a - b)
  const isShorter = days !== null && days < (saved ?? Number.POSITIVE_INFINITY)
  return (
    <Labelled label={words.retention} hint={isShorter ? words.shorter : undefined}>
      {(ties) => (
        <select
          {...ties}
          value={days ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
        >
          <option value="">{words.retentions['never']}</option>
          {offered.map((one) => (
            <option key={one} value={one}>
              {counted(words.retentions, one)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

function Export() {
  const { data: words } = texts.value
  return (
    <section class="card">
      <h2>{words.exportTitle}</h2>
      <p>{words.exportLead}</p>
      {may('organization.export') ? (
        <button class="button" type="button" onClick={() => attempt(download)}>
          {words.export}
        </button>
      ) : (
        <p>{words.onlyOwner}</p>
      )}
    </section>
  )
}

/** The demo, which the operator's staff remove once they know the product. */
function Demo() {
  const { data: words } = texts.value
  const { user, organizations = [] } = session.value ?? {}
  if (!user?.staff || !organizations.some(({ slug }) => slug === 'demo')) return null

  async function remove() {
    await removeDemo()
    notify(words.demoRemoved)
  }

  return (
    <section class="card">
      <h2>{words.demoTitle}</h2>
      <p>{words.demoLead}</p>
      <button class="button" type="button" onClick={() => attempt(remove)}>
        {words.removeDemo}
      </button>
    </section>
  )
}

/** The browser takes the archive by itself, so what it would be refused for is asked before. */
async function download(): Promise<void> {
  await requireConfirmed()
  saveAddress(operationAddress('exportOrganization'))
}
