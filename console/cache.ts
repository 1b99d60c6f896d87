import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { call, Failure, type Input, type OperationName, type ReplyOf } from './client.ts'

/** What is known of an operation's reply; both are set when it is stale and cannot be refreshed. */
export interface Entry<Value> {
  value: ReadonlySignal<Value | undefined>
  failure: ReadonlySignal<Failure | null>
}

interface Held extends Entry<unknown> {
  value: Signal<unknown>
  failure: Signal<Failure | null>
  name: OperationName
  load: () => Promise<unknown>
  /** Number of the latest load, whose reply counts. */
  loads: number
  /** Components that show it. */
  users: number
}

const entries = new Map<string, Held>()

/** The cached reply of an operation, which is loaded at the first use. */
export function read<Name extends OperationName>(
  name: Name,
  input: Input<Name> = {},
): Entry<ReplyOf<Name>> {
  const key = JSON.stringify([name, input])
  let entry = entries.get(key)
  if (!entry) {
    const load = () => call(name, input)
    entry = { name, load, value: signal(undefined), failure: signal(null), loads: 0, users: 0 }
    entries.set(key, entry)
    void refreshEntry(entry)
  }
  return entry as unknown as Entry<ReplyOf<Name>>
}

/** The same for a component: what was loaded earlier is shown at once and loaded again. */
export function useRead<Name extends OperationName>(
  name: Name,
  input: Input<Name> = {},
): Entry<ReplyOf<Name>> {
  const entry = read(name, input)
  // At once: an entry that nobody shows yet is forgotten at a refresh.
  useLayoutEffect(() => show(entry), [entry])
  return entry
}

/** Keeps an entry up to date while it is shown, until the returned function is called. */
export function show(entry: Entry<unknown>): () => void {
  const held = entry as Held
  held.users += 1
  if (held.value.peek() !== undefined) void refreshEntry(held)
  return () => {
    held.users -= 1
  }
}

/** Several replies as one, which is there once all of them are. */
export function together<Values extends unknown[]>(
  ...entries: { [Index in keyof Values]: Entry<Values[Index]> }
): Entry<Values> {
  return {
    value: computed(() => {
      const values = entries.map(({ value }) => value.value)
      return values.includes(undefined) ? undefined : (values as Values)
    }),
    failure: computed(() => entries.find(({ failure }) => failure.value)?.failure.value ?? null),
  }
}

/** Loads the replies of an operation again that are shown, and forgets the others. */
export function refresh(name: OperationName): void {
  for (const [key, entry] of entries) {
    if (entry.name !== name) continue
    if (entry.users > 0 || name === 'getSession') void refreshEntry(entry)
    else entries.delete(key)
  }
}

/** Puts a reply into the cache that is known from elsewhere. */
export function write<Name extends OperationName>(
  name: Name,
  value: ReplyOf<Name>,
  input: Input<Name> = {},
): void {
  const entry = read(name, input) as Held
  entry.loads += 1
  entry.value.value = value
  entry.failure.value = null
}

/** Replaces an item in every cached list of an operation. */
export function writeItem(name: OperationName, item: { id: string }): void {
  for (const entry of entries.values()) {
    const page = entry.value.peek() as { data: { id: string }[] } | undefined
    if (entry.name !== name || !page) continue
    entry.loads += 1
    entry.value.value = { ...page, data: page.data.map((one) => (one.id === item.id ? item : one)) }
  }
}

/** Forgets every reply, as when another person signs in. */
export function forgetAll(): void {
  for (const [key, { name }] of entries) if (name !== 'getSession') entries.delete(key)
}

/** The latest request of each operation that is under way. */
const sending = new Map<OperationName, { input: string; reply: Promise<unknown> }>()

/**
 * Calls an operation that changes something. The same request again while it is under way, as of a
 * double click, is one request. Throws `Failure`.
 */
export function send<Name extends OperationName>(
  name: Name,
  input: Input<Name> = {},
): Promise<ReplyOf<Name>> {
  if (input.body instanceof FormData) return change(name, input)
  const key = JSON.stringify(input)
  const latest = sending.get(name)
  if (latest?.input === key) return latest.reply as Promise<ReplyOf<Name>>
  const reply = change(name, input).finally(() => {
    if (sending.get(name)?.reply === reply) sending.delete(name)
  })
  sending.set(name, { input: key, reply })
  return reply
}

async function change<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
): Promise<ReplyOf<Name>> {
  try {
    return await call(name, input)
  } catch (error) {
    noticeSessionEnd(error)
    throw error
  }
}

async function refreshEntry(entry: Held): Promise<void> {
  entry.loads += 1
  const load = entry.loads
  try {
    const value = await entry.load()
    if (load !== entry.loads) return
    entry.value.value = value
    entry.failure.value = null
  } catch (error) {
    if (load !== entry.loads) return
    if (entry.name !== 'getSession') noticeSessionEnd(error)
    else if (isUnauthenticated(error)) entry.value.value = undefined
    entry.failure.value = error as Failure
  }
}

/** A refused request is the first sign that a session has ended. */
function noticeSessionEnd(error: unknown): void {
  if (isUnauthenticated(error)) refresh('getSession')
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof Failure && error.code === 'authentication_error'
}
