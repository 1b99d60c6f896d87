import { z } from 'zod'

/** All permissions; those of each role are in `identity/permissions.ts`. */
export const permissions = [
  'assistant.read',
  'knowledge.read',
  'branding.read',
  'widget.read',
  'usage.read',
  'message.send',
  'conversation.moderate',
  'inbox.read',
  'inbox.handle',
  'curated.manage',
  'conversation.erase',
  'audit.read',
  'organization.manage',
  'organization.export',
  'assistant.manage',
  'knowledge.manage',
  'knowledge.ingest',
  'assistant.publish',
  'branding.manage',
  'member.manage',
  'support_access.manage',
  'api_key.manage',
] as const
export type Permission = (typeof permissions)[number]

/**
 * Who may call an operation: a caller with a permission, `anyone`, a page with a widget key on an
 * allowed origin (`widget`), a visitor of such a page with a token (`visitor`), a person signed in
 * to the console (`session`), or the operator's staff (`staff`).
 */
export type Access = Permission | 'anyone' | 'widget' | 'visitor' | 'session' | 'staff'

export interface Operation {
  /** The heading of docs/behaviour.md with the rules of the operation. */
  rule: `behaviour.md#${string}`
  /** Its title in the API reference. */
  summary: string
  /** A sentence or two for the API reference, besides the summary. */
  description?: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Relative to the base of the API or console, with `{name}` for a parameter. */
  path: string
  access: Access
  /** The operation needs a person: an API key is refused, whatever its role. */
  person?: true
  /** An API key that is limited to assistants may call it; absent: it is refused. */
  limited?: true
  /** It grants so much that a person must have confirmed their session; absent: it does not. */
  confirmed?: Confirmed
  query?: z.ZodObject
  /** Headers of this operation, by lower-case name. */
  headers?: z.ZodObject
  body?: z.ZodType
  /**
   * It counts against this budget in place of its visitor's: `opened` against no other, `bootstrap`
   * besides the deployment's.
   */
  budget?: 'opened' | 'bootstrap'
  /** Browsers keep a success for so many seconds, for the same page and key; absent: not at all. */
  keptSeconds?: number
  /** Largest accepted body in bytes; by default 64 KiB. */
  maxBodyBytes?: number
  /** The body may also be `multipart/form-data` with files in this field. */
  files?: { field: string; maxFiles: number; maxFileBytes: number; maxTotalBytes: number }
  status: 200 | 201 | 202 | 204
  /** What the audit log says of a success (docs/behaviour.md#audit-log); absent: nothing. */
  audit?: Audited
  /** Absent for a reply without a body. */
  reply?: z.ZodType
  /** Absent for plain JSON, or no body without `reply`. */
  replyAs?: ReplyKind
}

/**
 * When an operation asks again for the password (docs/behaviour.md#asking-again): always, or for
 * bodies with these values.
 */
export type Confirmed = 'always' | Record<string, string | boolean>

/**
 * An entry of the audit log, `{noun}.{participle}`. Its target is the object of the reply or,
 * without one, of the path's last parameter.
 */
export interface Audited {
  action: `${string}.${string}`
  /** What kind of thing it changed; by default the noun of the action. */
  target?: string
  /** Fields of the body whose values are told: roles, states, switches and lists of names. */
  told?: readonly string[]
  /** The field of the reply that holds the target, for a reply that wraps it. */
  within?: string
}

/**
 * How a reply is sent: as the `text/event-stream` of an answer (docs/behaviour.md#streams) or of
 * changes (docs/behaviour.md#changes); as a `Representation`; with its `revision` as `ETag`; as a
 * `SavedReply`, with 201 when it was made; as a `Download`; or as a `SessionReply`, which begins or
 * ends a console session.
 */
export type ReplyKind =
  | 'stream'
  | 'changes'
  | 'representation'
  | 'etag'
  | 'saved'
  | 'download'
  | 'session'

/** A reply with its own media type, private to the organization; `revision` is its `ETag`. */
export interface Representation {
  revision: number
  type: string
  body: string
}

/** A file that is sent while it is made. The stream is Node's, and ends when the client leaves. */
export interface Download {
  name: string
  stream: AsyncIterable<Uint8Array>
}

/** What was saved, and whether it was made with it. */
export interface SavedReply<Body> {
  made: boolean
  reply: Body
}

/** A reply that sets the session cookie to the token of a new session, or removes it with null. */
export interface SessionReply<Body> {
  session_token: string | null
  reply: Body
}

/** Declares an operation, from which the route, its checks, OpenAPI and types are derived. */
export function operation<const O extends Operation>(declared: O): O {
  return declared
}

/** A string parameter for each `{name}` in a path. */
export type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & Params<Rest>
  : unknown

export type Query<O extends Operation> = O['query'] extends z.ZodType
  ? z.infer<O['query']>
  : unknown
export type Headers<O extends Operation> = O['headers'] extends z.ZodType
  ? z.infer<O['headers']>
  : unknown
export type Body<O extends Operation> = O['body'] extends z.ZodType ? z.infer<O['body']> : undefined
export type Reply<O extends Operation> = O['reply'] extends z.ZodType
  ? z.infer<O['reply']>
  : undefined

/** The query of every list (docs/behaviour.md#lists). */
export const ListQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, { error: 'must be a whole number from 1 to 100' })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 100, {
      error: 'must be a whole number from 1 to 100',
    })
    .meta({ type: 'integer', minimum: 1, maximum: 100, pattern: undefined })
    .default(50),
  /** Long enough for a cursor with a document's path of 1,000 characters. */
  cursor: z.string().max(8192).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/** A page of a list (docs/behaviour.md#lists). */
export interface Page<Item> {
  data: Item[]
  has_more: boolean
  next_cursor: string | null
}

export function page<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
}

/** Whether an update has a field that is neither absent nor null (docs/behaviour.md#requests). */
export function changesSomething(body: object): boolean {
  return Object.values(body).some((value) => value !== undefined && value !== null)
}
export const CHANGES_NOTHING = 'must change at least one field'
