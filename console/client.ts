import { signal } from '@preact/signals'
import type { z } from 'zod'
import type { ClientRoute } from '../server/contract/client.ts'
import type { Operation, Params, Reply } from '../server/contract/operation.ts'
import type { ConsoleOperations, Operations } from '../server/contract/operations.ts'
import { askToConfirm } from './confirmation.ts'

/** From the contract, by the build. */
declare const ROUTES: Record<OperationName, ClientRoute>

type All = ConsoleOperations & Operations

/** Name of an operation that the console may call. */
export type OperationName = {
  [Name in keyof All]: All[Name]['access'] extends 'widget' | 'visitor' ? never : Name
}[keyof All]

type Sent<Part extends keyof Operation, Name extends OperationName> = All[Name] extends {
  [Key in Part]: infer Schema extends z.ZodType
}
  ? z.input<Schema>
  : undefined

/** What an operation is called with. */
export interface Input<Name extends OperationName> {
  params?: Params<All[Name]['path']>
  query?: Sent<'query', Name>
  /** Files are sent as a form. */
  body?: Sent<'body', Name> | FormData
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

export type ReplyOf<Name extends OperationName> = Reply<All[Name]>

/** A request that did not succeed. */
export class Failure extends Error {
  override name = 'Failure'
  /** A code of the API (docs/behaviour.md#errors), or `unreachable`. */
  readonly code: string
  /** From `Retry-After`; null where the service named no time. */
  readonly retryAfterSeconds: number | null

  constructor(code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const API = '/svc/console/api'

/** Calls an operation and returns its reply. Throws `Failure`. */
export async function call<Name extends OperationName>(
  name: Name,
  input: Input<Name> = {},
): Promise<ReplyOf<Name>> {
  const { params = {}, query = {}, body } = input as Parts
  const [method, path] = ROUTES[name]
  const response = await request(API + addressOf(path, params) + queryOf(query), {
    method: method.toUpperCase(),
    ...bodyOf(body),
  })
  return (response.status === 204 ? undefined : await response.json()) as ReplyOf<Name>
}

/** Address of what the browser opens by itself: a stream that it keeps open, or a download. */
export function operationAddress(name: OperationName): string {
  return API + ROUTES[name][1]
}

/** Opens a stream of events, whose reader is the widget's. Throws `Failure`. */
export async function openStream<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  signal: AbortSignal,
): Promise<Response> {
  const { params = {}, body } = input as Parts
  const [, path] = ROUTES[name]
  return request(API + addressOf(path, params), { method: 'POST', signal, ...bodyOf(body) })
}

/** Throws `Failure` unless what asks again is let through, for what the browser sends by itself. */
export async function requireConfirmed(): Promise<void> {
  const { confirmed } = await call('getSession')
  if (confirmed || (await askToConfirm())) return
  throw new Failure('confirmation_required', 'The session is not confirmed.')
}

function bodyOf(body: unknown): RequestInit {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}

/** A budget of the console is free again within its minute; wrong passwords wait longer. */
const LONGEST_WAIT_SECONDS = 60

/** Requests that wait until the service takes them again. */
export const waiting = signal(0)

/** The response to a request that succeeded, once the person has confirmed where that is asked. */
async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await sendWhenAllowed(url, init)
  if (response.ok) return response
  const failure = await failureOf(response)
  if (failure.code !== 'confirmation_required' || !(await askToConfirm())) throw failure
  const repeated = await sendWhenAllowed(url, init)
  if (!repeated.ok) throw await failureOf(repeated)
  return repeated
}

/** Whoever steps through many pages in a minute meets a limit, which is waited out. */
async function sendWhenAllowed(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await sendOnce(url, init)
    const seconds = Number(response.headers.get('Retry-After') ?? Number.POSITIVE_INFINITY)
    if (response.status !== 429 || seconds > LONGEST_WAIT_SECONDS) return response
    waiting.value += 1
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    waiting.value -= 1
  }
}

async function sendOnce(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch {
    throw new Failure('unreachable', 'The service could not be reached.')
  }
}

async function failureOf(response: Response): Promise<Failure> {
  const retryAfter = response.headers.get('Retry-After')
  // A proxy in front may answer with a page of its own.
  const { code = 'internal_error', message = '' } = await response.json().catch(() => ({}))
  return new Failure(code, message, retryAfter === null ? null : Number(retryAfter))
}

function addressOf(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryOf(query: Record<string, string>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(given))}`
}
