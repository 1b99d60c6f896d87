import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { FieldRule } from '../../server/contract/client.ts'
import type { ReplyOf } from '../client.ts'
import { type OwnFailures, shownFailure } from '../failures.ts'
import { createFormState, type FormName, type Problem, problemOf, ruleOf, submit } from '../form.ts'
import { Field, type FieldOf } from './Field.tsx'
import { Notice } from './Notice.tsx'

/**
 * A form of an operation. Its fields keep their entries when it is refused; the first one with a
 * problem gets the focus.
 */
export function Form<Name extends FormName>({
  of: name,
  fields,
  fixed = {},
  label,
  failures,
  done,
  children,
}: {
  of: Name
  fields: FieldOf[]
  /** Parts of the body that the reader does not enter. */
  fixed?: Record<string, string>
  /** Of the button. */
  label: string
  failures?: OwnFailures
  done: (reply: ReplyOf<Name>) => void
  children?: ComponentChildren
}) {
  const state = useMemo(createFormState, [])
  const rules = rulesOf(name, fields)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const entries = entriesOf(form, fields)
    state.problems.value = problemsOf(form, rules, entries)
    const outcome = hasProblems()
      ? null
      : await submit(name, { ...given(entries), ...fixed }, state)
    if (!outcome) return focusProblem(form, fields, state.problems.value)
    form.reset()
    done(outcome.reply)
  }

  const hasProblems = () => Object.keys(state.problems.value).length > 0

  const failure = state.failure.value
  return (
    <form class="form" noValidate onSubmit={onSubmit} aria-busy={state.isSending.value}>
      {failure && <Notice kind="problem">{shownFailure(failure, failures)}</Notice>}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          rule={rules[field.name] ?? {}}
          problem={state.problems.value[field.name]}
        />
      ))}
      <button class="button primary" type="submit" aria-disabled={state.isSending.value}>
        {label}
      </button>
      {children}
    </form>
  )
}

function entriesOf(form: HTMLFormElement, fields: FieldOf[]): Record<string, string> {
  const data = new FormData(form)
  const entries = fields
    .filter(({ readOnly }) => !readOnly)
    .map(({ name, type }) => {
      const text = String(data.get(name) ?? '')
      return [name, type === 'password' ? text : text.trim()]
    })
  return Object.fromEntries(entries)
}

/** Without empty entries: the service takes an optional field as absent, not as empty. */
function given(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).filter(([, text]) => text !== ''))
}

function rulesOf(name: FormName, fields: FieldOf[]): Record<string, FieldRule> {
  const rules = fields.map(({ name: field, required }) => [
    field,
    { ...ruleOf(name, field), ...(required && { required }) },
  ])
  return Object.fromEntries(rules)
}

function problemsOf(
  form: HTMLFormElement,
  rules: Record<string, FieldRule>,
  entries: Record<string, string>,
) {
  const problems: Record<string, Problem> = {}
  for (const [field, text] of Object.entries(entries)) {
    const problem = problemOf(text, rules[field] ?? {})
    const input = form.elements.namedItem(field)
    const isMistyped = input instanceof HTMLInputElement && input.validity.typeMismatch
    if (problem) problems[field] = problem
    else if (isMistyped) problems[field] = { kind: 'email', n: 0 }
  }
  return problems
}

function focusProblem(form: HTMLFormElement, fields: FieldOf[], problems: Record<string, Problem>) {
  const first = fields.find(({ name }) => problems[name])
  const input = first && form.elements.namedItem(first.name)
  if (input instanceof HTMLElement) input.focus()
}
