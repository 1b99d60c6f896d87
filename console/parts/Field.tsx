import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { FieldRule } from '../../server/contract/client.ts'
import type { Problem } from '../form.ts'
import { counted, texts } from '../strings.ts'

/** A field of a form. */
export interface FieldOf {
  name: string
  label: string
  type: 'text' | 'email' | 'password' | 'url'
  /** For password managers and the browser's memory. */
  autocomplete: string
  hint?: string
  /** The entry to begin with. */
  value?: string
  /** What is said when the service does not accept the entry. */
  refused?: string
  /** Needed here, where the contract leaves it open. */
  required?: true
  /** Shown, and known to password managers, but not sent. */
  readOnly?: boolean
}

/** A labelled text field, with its hint or its problem below. */
export function Field({
  field,
  rule,
  problem,
}: {
  field: FieldOf
  rule: FieldRule
  problem: Problem | undefined
}) {
  const { name, label, type, autocomplete, hint, value, readOnly = false } = field
  const id = useId()
  const isShown = useSignal(false)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="entry">
        <input
          id={id}
          name={name}
          // Preact types an input by its literal type.
          type={(isShown.value ? 'text' : type) as 'text'}
          autocomplete={autocomplete}
          autocapitalize={type === 'text' ? 'words' : 'none'}
          spellcheck={false}
          defaultValue={value}
          readOnly={readOnly}
          required={rule.required ?? false}
          aria-invalid={problem !== undefined}
          aria-describedby={hint || problem ? `${id}-help` : undefined}
        />
        {type === 'password' && <Reveal isShown={isShown} controls={id} />}
      </div>
      {(hint || problem) && (
        <p id={`${id}-help`} class={problem ? 'problem' : 'hint'}>
          {problem ? shownProblem(problem, field) : hint}
        </p>
      )}
    </div>
  )
}

function Reveal({ isShown, controls }: { isShown: { value: boolean }; controls: string }) {
  const { showPassword, hidePassword, fields } = texts.value
  const label = isShown.value ? hidePassword : showPassword
  return (
    <button
      class="reveal"
      type="button"
      aria-controls={controls}
      aria-label={`${label} (${fields.password})`}
      onClick={() => {
        isShown.value = !isShown.value
      }}
    >
      {label}
    </button>
  )
}

function shownProblem({ kind, n }: Problem, { refused }: FieldOf): string {
  const { problems, tooShort, tooLong } = texts.value
  if (kind === 'tooShort') return counted(tooShort, n)
  if (kind === 'tooLong') return counted(tooLong, n)
  if (kind === 'refused' && refused) return refused
  return problems[kind]
}
