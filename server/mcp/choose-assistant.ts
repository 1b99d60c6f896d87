import type { Assistant } from '../contract/assistant.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { type Assistants, answerable } from '../resources/assistants.ts'
import { everyPage } from '../resources/every-page.ts'

type Listed = Pick<Assistants, 'get' | 'list'>

/** The assistants that can answer, newest first. */
export async function answerableAssistants(
  assistants: Pick<Assistants, 'list'>,
  caller: Caller,
): Promise<Assistant[]> {
  const all = await everyPage((paging) => assistants.list(caller, { ...paging, status: 'active' }))
  return all.filter((assistant) => assistant.answerable)
}

/** Whether a client's word for a thing is its id or, in upper or lower case, its name. */
export function isNamed(wanted: string, { id, name }: { id: string; name: string }): boolean {
  return id === wanted || name.toLowerCase() === wanted.trim().toLowerCase()
}

/**
 * The assistant with this id or name; without one, the only assistant that can answer. Throws
 * `not_found`, and `validation_error` when it cannot answer or several match.
 */
export async function chooseAssistant(
  assistants: Listed,
  caller: Caller,
  wanted: string | undefined,
): Promise<Assistant> {
  const candidates = await answerableAssistants(assistants, caller)
  if (wanted === undefined) return only(candidates)
  const named = candidates.filter((each) => isNamed(wanted, each))
  const exact = named.filter(({ id, name }) => id === wanted || name === wanted)
  const byId = exact.find(({ id }) => id === wanted)
  if (byId) return byId
  if (exact.length === 1) return exact[0] as Assistant
  if (named.length > 1) {
    throw new ServiceError(
      'validation_error',
      'assistant must be an id, because several assistants have this name.',
    )
  }
  if (named[0]) return named[0]
  const other = await anyAssistant(assistants, caller, wanted)
  if (other) return answerable(other)
  const known = candidates.length > 0 ? `; it must be one of ${namesOf(candidates)}` : ''
  throw new ServiceError('not_found', `Assistant not found${known}.`)
}

function only(candidates: Assistant[]): Assistant {
  const [first, ...others] = candidates
  if (first && others.length === 0) return first
  throw new ServiceError(
    'validation_error',
    first
      ? `assistant must be one of ${namesOf(candidates)}.`
      : 'No assistant can answer: one must be active and have at least one collection.',
  )
}

const MAX_NAMES = 20

function namesOf(candidates: Assistant[]): string {
  const names = candidates.slice(0, MAX_NAMES).map(({ name }) => JSON.stringify(name))
  return candidates.length > MAX_NAMES ? `${names.join(', ')}, …` : names.join(', ')
}

/**
 * Also finds assistants that cannot answer, so that the error says so and not that it is unknown.
 */
async function anyAssistant(
  assistants: Listed,
  caller: Caller,
  wanted: string,
): Promise<Assistant | null> {
  const all = await everyPage((paging) => assistants.list(caller, paging))
  return all.find((each) => isNamed(wanted, each)) ?? null
}
