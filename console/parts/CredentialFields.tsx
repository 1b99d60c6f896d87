import type { Credentials } from '../../server/contract/credentials.ts'
import { credentialFields, credentialTypes, type Entries, type SourceKind } from '../sources.ts'
import { texts } from '../strings.ts'
import { TextField } from './TextField.tsx'

/** Credentials that are being entered; `keep` are those that are saved. */
export interface CredentialEntry {
  type: Credentials['type'] | 'none' | 'keep'
  entries: Entries
}

/** How a source is read that is not public. Secrets are shown to nobody, and in no draft. */
export function CredentialFields({
  kind,
  saved,
  value,
  onChange,
}: {
  kind: SourceKind
  /** What is known of saved credentials. */
  saved: { type: string; set: boolean } | null
  value: CredentialEntry
  onChange: (value: CredentialEntry) => void
}) {
  const { credentials: words } = texts.value
  const { type, entries } = value
  return (
    <fieldset class="field-group">
      <legend>{words.label}</legend>
      {saved && !saved.set && <p class="problem">{words.again}</p>}
      <select
        aria-label={words.label}
        value={type}
        onChange={({ currentTarget }) =>
          onChange({ type: currentTarget.value as CredentialEntry['type'], entries: {} })
        }
      >
        <option value="none">{words.none}</option>
        {saved && <option value="keep">{words.keep}</option>}
        {credentialTypes[kind].map((name) => (
          <option key={name} value={name}>
            {words.types[name] ?? words.types.other}
          </option>
        ))}
      </select>
      {type !== 'none' && type !== 'keep' && (
        <>
          {credentialFields[type].map(({ name, isSecret }) => (
            <TextField
              key={type + name}
              label={words.fields[name] ?? words.fields.other}
              type={isSecret ? 'password' : 'text'}
              value={entries[name] ?? ''}
              maxLength={8192}
              onInput={(text) => onChange({ type, entries: { ...entries, [name]: text } })}
            />
          ))}
          <p class="hint">{words.hint}</p>
        </>
      )}
    </fieldset>
  )
}

/** The field of a request's body; nothing where credentials stay as they are. */
export function credentialsIn({ type, entries }: CredentialEntry): {
  credentials?: Credentials | null
} {
  if (type === 'keep') return {}
  if (type === 'none') return { credentials: null }
  return { credentials: { type, ...entries } as Credentials }
}
