import { configFields, type Entries, type SourceKind } from '../sources.ts'
import { texts } from '../strings.ts'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'

/** The entries that a kind of source is set up with. */
export function ConfigFields({
  kind,
  entries,
  missing,
  onInput,
}: {
  kind: SourceKind
  entries: Entries
  /** The field that must be filled in first. */
  missing: string | null
  onInput: (entries: Entries) => void
}) {
  const { config: words, adding } = texts.value
  const names = words as Record<string, unknown>
  return (
    <>
      {configFields[kind].map(({ name, kind: as }) => {
        const field = {
          label: String(names[name]),
          hint: words.hints[name],
          problem: missing === name ? adding.missing : null,
          value: entries[name] ?? '',
          maxLength: 20_000,
          onInput: (text: string) => onInput({ ...entries, [name]: text }),
        }
        return as === 'lines' ? (
          <TextArea key={name} {...field} rows={name === 'start_urls' ? 2 : 3} />
        ) : (
          <TextField key={name} {...field} type={as === 'number' ? 'number' : 'text'} />
        )
      })}
    </>
  )
}
