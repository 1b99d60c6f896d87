import type { ServerResponse } from 'node:http'
import type { Context, Middleware } from 'koa'
import type { ChangeEvent } from '../contract/change.ts'
import { ServiceError } from '../contract/errors.ts'
import type { StreamEvent } from '../contract/events.ts'
import type {
  Access,
  Audited,
  Body,
  Download,
  Headers,
  Operation,
  Params,
  Query,
  Reply,
  Representation,
  SavedReply,
  SessionReply,
} from '../contract/operation.ts'
import { parse } from '../contract/parse.ts'
import { asksAgain, authorize, requirePerson } from '../identity/authorize.ts'
import type { Caller } from '../identity/caller.ts'
import type { Embed } from '../identity/embed.ts'
import { requireUnlimited } from '../identity/limits.ts'
import type { Log } from '../log.ts'
import type { SaveUpload, UploadedFiles } from '../resources/documents.ts'
import type { PresentedSession } from '../storage/ports/sessions.ts'
import type { Audit } from './audited.ts'
import { type Authenticator, authenticate } from './authenticate.ts'
import { type EventStream, sendChanges, sendEvents } from './event-stream.ts'
import type { Limiter } from './limit.ts'
import { isEncoded, isOfType, type ReadJson, refuseDeclaredLength } from './read-body.ts'
import { readFiles } from './read-files.ts'
import { sendJson } from './send-json.ts'
import { SAFE_METHODS, type SessionAccess } from './session-access.ts'
import { allowOrigin, visitorCaller, type WidgetAccess } from './widget-access.ts'

/** Input of a handler: everything checked, in the types that the operation declares. */
export interface Request<O extends Operation> {
  caller: CallerOf<O['access']>
  params: Params<O['path']>
  query: Query<O>
  headers: Headers<O>
  body: O extends { files: object } ? Body<O> | UploadedFiles : Body<O>
  /** Aborted when the client leaves. */
  signal: AbortSignal
  /** The client's network address as rate limits count it. */
  address: string
}

type CallerOf<A extends Access> = A extends 'anyone'
  ? null
  : A extends 'widget'
    ? Embed
    : A extends 'session' | 'staff'
      ? PresentedSession
      : Caller

export type Handler<O extends Operation> = (request: Request<O>) => Promise<ReplyOf<O>>

type ReplyOf<O extends Operation> = O extends { replyAs: 'stream' }
  ? AsyncIterable<StreamEvent>
  : O extends { replyAs: 'changes' }
    ? AsyncIterable<ChangeEvent>
    : O extends { replyAs: 'representation' }
      ? Representation
      : O extends { replyAs: 'session' }
        ? SessionReply<Reply<O>>
        : O extends { replyAs: 'saved' }
          ? SavedReply<Reply<O>>
          : O extends { replyAs: 'download' }
            ? Download
            : O extends { reply: object }
              ? Reply<O>
              : void

export interface Binding {
  authenticators: Authenticator[]
  widgetAccess: WidgetAccess
  sessions: SessionAccess
  limiter: Limiter
  audit: Audit
  saveUpload: SaveUpload
  log: Log
  readJson: ReadJson
  /** How long a body may take to arrive. */
  bodyTimeoutMs: number
  /** Milliseconds of silence before a stream sends a comment. */
  keepAliveMs?: number
}

/** Default size limit of a body (docs/behaviour.md#requests). */
const MAX_BODY_BYTES = 64 * 1024

/**
 * The Koa middleware of an operation. Checks in the same order everywhere: credential (401), its
 * rate limit (429; that of the address came before), permission (403), query and body (415, 413,
 * 400), confirmation (403). The handler then reports what is missing (404) or in the wrong state
 * (400, 409).
 */
export function bind<O extends Operation>(
  operation: O,
  handler: Handler<O>,
  binding: Binding,
): Middleware {
  return async (ctx) => {
    const embed = isForPages(operation) ? await admitPage(ctx, operation, binding) : null
    const caller = embed ? pageCaller(operation, embed) : await admitCaller(ctx, operation, binding)
    const request = {
      caller,
      params: ctx.params,
      query: readQuery(ctx, operation),
      headers: readHeaders(ctx, operation),
      body: await readBody(ctx, operation, binding),
      // Lazy: few handlers use these two, and making them is slower than most handlers.
      get signal() {
        return leavingOf(ctx).signal
      },
      get address() {
        return binding.limiter.address(ctx)
      },
    } as Request<O>
    if (asksAgain(operation.confirmed, request.body)) await binding.sessions.requireConfirmed(ctx)
    if (operation.replyAs === 'download' && ctx.method === 'HEAD') return describeDownload(ctx)
    const reply = await run(operation, handler, request, binding)
    if (embed) allowOrigin(ctx, embed.origin)
    if (operation.keptSeconds) keep(ctx, operation.keptSeconds)
    await send(ctx, operation, reply, binding)
  }
}

/** Runs the handler, and records its success where the operation says so. */
function run<O extends Operation>(
  operation: O,
  handler: Handler<O>,
  request: Request<O>,
  { audit }: Binding,
): Promise<ReplyOf<O>> {
  if (!isAudited(operation)) return handler(request)
  // Only operations whose caller has a permission are recorded (`test/contract/audited.test.ts`).
  const sent = request as { caller: Caller; params: Record<string, string>; body: unknown }
  return audit(operation, sent, () => handler(request))
}

function isAudited<O extends Operation>(operation: O): operation is O & { audit: Audited } {
  return operation.audit !== undefined
}

/** The casts hold because `Handler` gives each kind of reply its type. */
async function send(
  ctx: Context,
  operation: Operation,
  reply: unknown,
  binding: Binding,
): Promise<void> {
  switch (operation.replyAs) {
    case 'stream':
      return stream(ctx, sendEvents, reply as AsyncIterable<StreamEvent>, binding)
    case 'changes':
      return stream(ctx, sendChanges, reply as AsyncIterable<ChangeEvent>, binding)
    case 'representation':
      return represent(ctx, reply as Representation)
    case 'download': {
      const { name, stream } = reply as Download
      ctx.attachment(name)
      describeDownload(ctx)
      ctx.body = stream
      return
    }
    case 'saved': {
      const saved = reply as SavedReply<unknown>
      return respond(ctx, saved.made ? { ...operation, status: 201 } : operation, saved.reply)
    }
    case 'session':
      return setSession(ctx, operation, reply as SessionReply<unknown>, binding)
    case 'etag':
      if (!isKnown(ctx, reply as { revision: number })) respond(ctx, operation, reply)
      return
    case undefined:
      return respond(ctx, operation, reply)
    default:
      operation.replyAs satisfies never
  }
}

/** A file to be saved as it is; browsers unpack what is called gzip. */
const DOWNLOAD_TYPE = 'application/octet-stream'

/** Of a HEAD request this is all: the file is made while it is sent. */
function describeDownload(ctx: Context): void {
  ctx.status = 200
  ctx.type = DOWNLOAD_TYPE
}

/** Lets the browser of a page keep the response; what is refused is never kept. */
function keep(ctx: Context, seconds: number): void {
  ctx.set('Cache-Control', `private, max-age=${seconds}`)
  ctx.vary('X-SVC-Widget-Key')
}

function isForPages({ access }: Operation): boolean {
  return access === 'widget' || access === 'visitor'
}

async function admitPage(
  ctx: Context,
  { budget }: Operation,
  { widgetAccess, limiter }: Binding,
): Promise<Embed> {
  ctx.vary('Origin')
  const embed = await widgetAccess.admit(ctx)
  if (budget === 'opened' && embed.visitor) await limiter.opened(ctx, embed.visitor.id)
  else if (budget === 'bootstrap') await limiter.bootstrap(ctx, embed)
  else await limiter.page(ctx, embed)
  return embed
}

function pageCaller({ access }: Operation, embed: Embed): Embed | Caller {
  return access === 'visitor' ? visitorCaller(embed) : embed
}

async function admitCaller(
  ctx: Context,
  operation: Operation,
  binding: Binding,
): Promise<Caller | PresentedSession | null> {
  const { access, person } = operation
  if (access === 'widget' || access === 'visitor') return null
  if (access === 'anyone') return admitAnyone(ctx, binding)
  if (access === 'session' || access === 'staff') return admitPerson(ctx, access, binding)
  const caller = await authenticate(ctx, binding.authenticators)
  await binding.limiter.caller(ctx, caller)
  if (person) requirePerson(caller)
  authorize(caller, access)
  requireUnlimited(caller, operation)
  return caller
}

/** The address of a person signed in to the console was not counted; the person is counted here. */
async function admitAnyone(ctx: Context, { sessions, limiter }: Binding): Promise<null> {
  const session = SAFE_METHODS.has(ctx.method) ? null : await sessions.present(ctx)
  if (session) await limiter.caller(ctx, { owner: { type: 'user', id: session.user.id } })
  return null
}

async function admitPerson(
  ctx: Context,
  access: 'session' | 'staff',
  { sessions, limiter }: Binding,
): Promise<PresentedSession> {
  const session = await sessions.signedIn(ctx)
  await limiter.caller(ctx, { owner: { type: 'user', id: session.user.id } })
  if (access === 'session' || session.user.staff) return session
  throw new ServiceError('authorization_error', 'This route is for the support staff.')
}

/** Aborts when the client disconnects; one for each request. */
function leavingOf(ctx: Context): AbortController {
  ctx.state.leaving ??= abortOnClose(ctx)
  return ctx.state.leaving as AbortController
}

/** `close` is also emitted after a complete response, when nobody disconnected. */
function abortOnClose({ res }: Context): AbortController {
  const leaving = new AbortController()
  const abort = () => {
    if (!res.writableFinished) leaving.abort()
  }
  if (res.closed) abort()
  else res.once('close', abort)
  return leaving
}

/** Unknown parameters are ignored; a known one may be given once. */
function readQuery(ctx: Context, { query }: Operation): unknown {
  if (!query) return undefined
  const sent = Object.entries(ctx.query).filter(([name]) => Object.hasOwn(query.shape, name))
  const repeated = sent.find(([, value]) => Array.isArray(value))
  if (repeated) {
    throw new ServiceError('validation_error', `${repeated[0]} must be given at most once.`)
  }
  return parse(query, Object.fromEntries(sent), { whole: 'The query' })
}

function readHeaders(ctx: Context, { headers }: Operation): unknown {
  if (!headers) return undefined
  return parse(headers, ctx.headers, { whole: 'The headers' })
}

async function readBody(
  ctx: Context,
  operation: Operation,
  { saveUpload, readJson, bodyTimeoutMs }: Binding,
): Promise<unknown> {
  const { body, files, maxBodyBytes = MAX_BODY_BYTES } = operation
  if (files && isOfType(ctx, 'multipart/form-data') && !isEncoded(ctx)) {
    return readFiles(ctx, { ...files, timeoutMs: bodyTimeoutMs }, saveUpload)
  }
  if (body) return parse(body, await readJson(ctx, maxBodyBytes))
  refuseDeclaredLength(ctx, maxBodyBytes)
  return undefined
}

function respond(ctx: Context, { status, reply: schema }: Operation, reply: unknown): void {
  if (schema) {
    sendJson(ctx, status, reply)
  } else {
    ctx.body = null
    // Koa turns a null body into a 204; a 200 without a body stays one.
    ctx.status = status
  }
}

async function setSession(
  ctx: Context,
  operation: Operation,
  { session_token, reply }: SessionReply<unknown>,
  { sessions }: Binding,
): Promise<void> {
  if (session_token === null) sessions.forget(ctx)
  else await sessions.begin(ctx, session_token)
  respond(ctx, operation, reply)
}

function represent(ctx: Context, representation: Representation): void {
  ctx.set('Cache-Control', 'private, no-store')
  if (isKnown(ctx, representation)) return
  ctx.status = 200
  ctx.body = representation.body
  ctx.type = representation.type
}

/** Sends the revision as `ETag`, and 304 to a caller who has it (docs/behaviour.md#revisions). */
function isKnown(ctx: Context, { revision }: { revision: number }): boolean {
  const etag = `"${revision}"`
  ctx.set('ETag', etag)
  if (!namesTag(ctx.get('if-none-match'), etag)) return false
  ctx.status = 304
  return true
}

/** Not Koa's `fresh`, which honours the `no-cache` that `fetch` adds to conditional requests. */
function namesTag(ifNoneMatch: string, etag: string): boolean {
  const tags = new Set(ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')))
  return tags.has(etag) || tags.has('*')
}

async function stream<Event>(
  ctx: Context,
  send: (response: ServerResponse, events: AsyncIterable<Event>, as: EventStream) => Promise<void>,
  events: AsyncIterable<Event>,
  { log, keepAliveMs }: Binding,
): Promise<void> {
  const leaving = leavingOf(ctx)
  // Without a body there is nothing to wait for.
  if (ctx.method === 'HEAD') leaving.abort()
  ctx.respond = false
  ctx.status = 200
  await send(ctx.res, events, {
    leaving,
    onFailure: (err) => log.error({ request_id: ctx.state.requestId, err }, 'a stream failed'),
    ...(keepAliveMs !== undefined && { keepAliveMs }),
  })
}
