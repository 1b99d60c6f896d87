import type { ApiKey } from '../../server/contract/api-key.ts'
import { refresh, send, useRead } from '../cache.ts'
import { place, setQuery } from '../location.ts'
import { usePages } from '../pages.ts'
import { Check } from '../parts/Check.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { Pages } from '../parts/Pages.tsx'
import { Table } from '../parts/Table.tsx'
import { attempt } from '../parts/Toast.tsx'
import { fill, shownTime, texts } from '../strings.ts'
import { NewKey } from './NewKey.tsx'

/** The keys of programs; those that no longer work are shown on request. */
export function Keys() {
  const { people: words } = texts.value
  const listed = usePages('listApiKeys', { query: { limit: '100' } })
  const isAll = place.value.query['keys'] === 'all'
  return (
    <section class="card">
      <h2>{words.keysTitle}</h2>
      <p>{words.keysLead}</p>
      <Pages of="listApiKeys" listed={listed} empty={<p class="none">{words.noKeys}</p>}>
        {(keys) => (
          <>
            <KeyTable keys={keys.filter((key) => isAll || isWorking(key))} />
            {!keys.every(isWorking) && (
              <Check
                label={words.showRevoked}
                isChecked={isAll}
                onChange={(isChecked) => setQuery({ keys: isChecked ? 'all' : '' })}
              />
            )}
          </>
        )}
      </Pages>
      <NewKey />
    </section>
  )
}

function isWorking({ revoked_at, expires_at }: ApiKey): boolean {
  return !revoked_at && (!expires_at || Date.parse(expires_at) > Date.now())
}

function KeyTable({ keys }: { keys: ApiKey[] }) {
  const { people: words, roles } = texts.value
  const { value } = useRead('listAssistants', { query: { limit: '100' } })
  if (keys.length === 0) return <p class="none">{words.noKeys}</p>
  const named = new Map(value.value?.data.map(({ id, name }) => [id, name]))
  const limitOf = (ids: string[]) =>
    fill(words.keyLimited, { assistants: ids.map((id) => named.get(id) ?? id).join(', ') })
  return (
    <Table
      caption={words.keysTitle}
      columns={[
        {
          label: words.key,
          show: ({ name, prefix, assistant_ids }) => (
            <div class="person">
              <b>{name}</b>
              <small>{prefix}…</small>
              {assistant_ids && <small>{limitOf(assistant_ids)}</small>}
            </div>
          ),
        },
        { label: words.role, show: ({ role }) => roles[role] },
        {
          label: words.lastUsed,
          show: ({ last_used_at }) => (last_used_at ? shownTime(last_used_at) : words.never),
        },
        { label: words.state, show: shownState },
        { label: words.actions, show: (key) => isWorking(key) && <Revoke apiKey={key} /> },
      ]}
      items={keys}
    />
  )
}

function shownState(key: ApiKey): string {
  const { people: words } = texts.value
  const { revoked_at, expires_at } = key
  if (revoked_at) return fill(words.revoked, { time: shownTime(revoked_at) })
  if (!expires_at) return words.endless
  return fill(isWorking(key) ? words.until : words.expired, { time: shownTime(expires_at) })
}

function Revoke({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const { people: words } = texts.value

  const revoke = () =>
    attempt(async () => {
      await send('revokeApiKey', { params: { api_key_id: id } })
      refresh('listApiKeys')
    })

  return (
    <ConfirmButton
      label={words.revoke}
      look="small"
      title={fill(words.revokeTitle, { name })}
      lead={words.revokeLead}
      keep={words.keep}
      submit={words.revokeSubmit}
      onConfirm={revoke}
    />
  )
}
