import { ServiceError } from '../contract/errors.ts'
import { weaknessOf } from '../identity/weak-passwords.ts'

/**
 * Throws `validation_error` that names the field for a new password that is easily guessed
 * (docs/behaviour.md#passwords).
 */
export async function refuseWeak(
  field: string,
  password: string,
  person: { name: string; email: string },
): Promise<void> {
  const weakness = await weaknessOf(password, person)
  if (weakness) throw new ServiceError('validation_error', `${field} ${weakness}.`)
}
