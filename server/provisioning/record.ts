import { isDeepStrictEqual } from 'node:util'
import { SettingError } from '../config.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Caller } from '../identity/caller.ts'

/** A secret that was made here and cannot be shown again. */
export interface NewSecret {
  organization: string
  what: 'password' | 'api_key' | 'widget_key'
  /** E-mail address of the person, or name of the key or deployment. */
  of: string
  secret: string
}

/**
 * Something that was not as declared. People are told by their place alone, so that no log names
 * them.
 */
export interface Change {
  /** In the file: `organizations[0].assistants[1]`. */
  place: string
  name: string | null
  kind: 'created' | 'updated'
  /** Of an update: the fields that differed. */
  fields: string[]
}

/** What applying a provisioning did. */
export interface Applied {
  made: NewSecret[]
  changes: Change[]
}

/** The organization of the file that is being brought about. */
export interface Within {
  /** The operator, who acts in it. */
  caller: Caller
  slug: string
  /** Its place in the file. */
  at: string
  applied: Applied
}

export function noteCreated({ changes }: Applied, place: string, name: string | null): void {
  changes.push({ place, name, kind: 'created', fields: [] })
}

/** Notes the fields that differed, if any did. */
export function noteUpdated(
  { changes }: Applied,
  place: string,
  name: string | null,
  fields: string[],
): void {
  if (fields.length > 0) changes.push({ place, name, kind: 'updated', fields })
}

/** The fields of `wanted` that are given and are otherwise in `current`. */
export function differing(current: object, wanted: object): string[] {
  const now = current as Record<string, unknown>
  return Object.entries(wanted)
    .filter(([field, value]) => value !== undefined && !isDeepStrictEqual(now[field], value))
    .map(([field]) => field)
}

/** What the API would refuse as well, told with its place in the file. */
export async function about<Result>(
  place: string,
  name: string,
  done: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await done()
  } catch (error) {
    if (error instanceof ServiceError) throw refusal(place, name, error.message)
    throw error
  }
}

/** One line that names the place in the file. */
export function refusal(place: string, name: string, sentence: string): SettingError {
  return new SettingError(`${place} (${JSON.stringify(name)}): ${sentence}`)
}
