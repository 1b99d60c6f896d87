import { isDeepStrictEqual } from 'node:util'
import { SettingError } from '../config.ts'
import type { ValueChange } from '../contract/audit.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Caller } from '../identity/caller.ts'
import type { Untaken } from '../ingestion/declared-questions.ts'
import type { OperatorEntry } from '../resources/audit.ts'

/** A generated secret, which cannot be shown again. */
export interface NewSecret {
  organization: string
  what: 'password' | 'api_key' | 'widget_key'
  /** E-mail address of the person, or name of the key or deployment. */
  of: string
  secret: string
}

/**
 * A difference from the file that was corrected. People are identified by their place alone, so
 * that no log names them.
 */
export interface Change {
  /** In the file: `organizations[0].assistants[1]`. */
  place: string
  name: string | null
  kind: 'created' | 'updated'
  /** Of an update: the fields that differed. */
  fields: string[]
}

/** The result of applying a provisioning file. */
export interface Applied {
  made: NewSecret[]
  changes: Change[]
  /** Passwords of people who were known, which are easily guessed (docs/behaviour.md#passwords). */
  weak: { place: string; weakness: string }[]
  /** Questions that no document has got: it is not there yet, or they were deleted. */
  untaken: { place: string; path: string; why: Untaken['why'] | 'no_document' }[]
  /** Embeddings of collections that are there, where the file names others. */
  keptEmbeddings: {
    place: string
    name: string
    embedding_model: string
    embedding_dimensions: number
  }[]
}

/** What has been applied so far. */
export interface Applying extends Applied {
  /** For the audit logs of the organizations. */
  entries: OperatorEntry[]
}

/** The organization that is being provisioned. */
export interface Within {
  /** The operator. */
  caller: Caller
  slug: string
  /** Its place in the file. */
  at: string
  applied: Applying
}

/** What the file describes at a place. */
export interface Thing {
  place: string
  /** null for people, whom no log names. */
  name: string | null
  organization_id: string
  /** As the audit log names it. */
  type: string
  id: string
}

export function recordCreated(applied: Applying, thing: Thing, values: ValueChange[] = []): void {
  const { place, name } = thing
  applied.changes.push({ place, name, kind: 'created', fields: [] })
  recordEntry(applied, 'created', thing, [], values)
}

/** Records the fields that differed, if any did. */
export function recordUpdated(
  applied: Applying,
  thing: Thing,
  fields: string[],
  values: ValueChange[] = [],
): void {
  if (fields.length === 0) return
  const { place, name } = thing
  applied.changes.push({ place, name, kind: 'updated', fields })
  recordEntry(applied, 'updated', thing, fields, values)
}

/** For the audit log alone. */
export function recordEntry(
  { entries }: Pick<Applying, 'entries'>,
  participle: string,
  { organization_id, type, id }: Pick<Thing, 'organization_id' | 'type' | 'id'>,
  fields: string[],
  changes: ValueChange[],
): void {
  const target = { type, id }
  entries.push({ organization_id, action: `${type}.${participle}`, target, fields, changes })
}

/** The fields of `wanted` that are given and differ in `current`. */
export function differing(current: object, wanted: object): string[] {
  const now = current as Record<string, unknown>
  return Object.entries(wanted)
    .filter(([field, value]) => value !== undefined && !isDeepStrictEqual(now[field], value))
    .map(([field]) => field)
}

/** Adds the place in the file to the errors of a resource. */
export async function withPlace<Result>(
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
