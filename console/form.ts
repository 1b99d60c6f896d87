import { type Signal, signal } from '@preact/signals'
import type { FieldRule } from '../server/contract/client.ts'
import { send } from './cache.ts'
import { Failure, type Input, type ReplyOf } from './client.ts'

/** From the contract, by the build. */
declare const FIELD_RULES: Record<FormName, Record<string, FieldRule>>

/** An operation whose body is shown as a form. */
export type FormName =
  | 'signIn'
  | 'claimInstallation'
  | 'acceptInvitation'
  | 'acceptPasswordReset'
  | 'changePassword'
  | 'confirmSession'

/** What is wrong with an entry; `n` is the bound of a length. */
export interface Problem {
  kind: 'missing' | 'email' | 'tooShort' | 'tooLong' | 'weak' | 'refused'
  n: number
}

export interface FormState {
  problems: Signal<Record<string, Problem>>
  failure: Signal<Failure | null>
  isSending: Signal<boolean>
}

export function createFormState(): FormState {
  return { problems: signal({}), failure: signal(null), isSending: signal(false) }
}

/** The rule of a field, from the body of its operation. */
export function ruleOf(form: FormName, field: string): FieldRule {
  return FIELD_RULES[form][field] ?? {}
}

/** The first rule that an entry breaks, or null. */
export function problemOf(
  text: string,
  { required, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: FieldRule,
): Problem | null {
  const length = [...text.normalize('NFC')].length
  if (length === 0) return required ? { kind: 'missing', n: 0 } : null
  if (length < minLength) return { kind: 'tooShort', n: minLength }
  if (length > maxLength) return { kind: 'tooLong', n: maxLength }
  return null
}

/**
 * Sends a form, unless it is being sent. null when it was refused: `problems` then names the
 * entries, or `failure` the reason.
 */
export async function submit<Name extends FormName>(
  name: Name,
  body: Record<string, string>,
  { problems, failure, isSending }: FormState,
): Promise<{ reply: ReplyOf<Name> } | null> {
  if (isSending.value) return null
  isSending.value = true
  failure.value = null
  try {
    return { reply: await send(name, { body } as unknown as Input<Name>) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const field = refusedField(error, body)
    if (field) problems.value = { [field]: { kind: kindOf(field, error), n: 0 } }
    else failure.value = error
    return null
  } finally {
    isSending.value = false
  }
}

/** The service's sentence on a refused field begins with its name (docs/behaviour.md#errors). */
function refusedField({ code, message }: Failure, body: Record<string, string>) {
  if (code !== 'validation_error' && code !== 'authentication_error') return undefined
  return Object.keys(body).find((field) => message.startsWith(`${field} `))
}

/** A new password of the right length is refused because it is easily guessed. */
function kindOf(field: string, { code }: Failure): Problem['kind'] {
  const isNewPassword = field === 'password' || field === 'new_password'
  return isNewPassword && code === 'validation_error' ? 'weak' : 'refused'
}
