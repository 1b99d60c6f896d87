import { z } from 'zod'

/** The permissions of completions 3. A role's set stands in `identity/permissions.ts`. */
export const permissions = [
  'assistant.read',
  'knowledge.read',
  'branding.read',
  'widget.read',
  'usage.read',
  'message.send',
  'conversation.moderate',
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
 * Who may call an operation: a holder of a permission, anyone at all, a page that presents a widget
 * key from an allowed origin (`widget`), a visitor of such a page with a token (`visitor`), whoever is
 * signed in to the console (`session`), or of those the operator's staff (`staff`).
 */
export type Access = Permission | 'anyone' | 'widget' | 'visitor' | 'session' | 'staff'

export interface Operation {
  /** Where the rule stands: a section of the contract, or `completions N`. */
  section: string
  summary: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** As the contract writes it, with `{name}` for a parameter, relative to the base of its routes. */
  path: string
  access: Access
  /** An API key is refused whatever its role: the operation needs a person (completions 4). */
  person?: true
  query?: z.ZodObject
  /** Headers that are read besides those of every request, by lower-case name. */
  headers?: z.ZodObject
  body?: z.ZodType
  /** Largest accepted body in bytes; 64 KiB unless told (completions 2). */
  maxBodyBytes?: number
  /** The body may also be `multipart/form-data` with files in this field. */
  files?: { field: string; maxFiles: number; maxFileBytes: number; maxTotalBytes: number }
  status: 200 | 201 | 202 | 204
  /** Absent when the reply has no body. */
  reply?: z.ZodType
  /** The reply is `text/event-stream` (contract §6). */
  stream?: true
  /** The reply is a `Representation`. */
  representation?: true
  /** The reply's `revision` is its `ETag`, as that of a `Representation` is. */
  tagged?: true
  /** The reply comes as `SessionReply`: it begins a console session, or ends the one it came in. */
  setsSession?: true
}

/** A text of a media type of its own, private to the organization; `revision` is its `ETag` (contract §4.3). */
export interface Representation {
  revision: number
  type: string
  body: string
}

/** A reply with what becomes of the session cookie: the token of a session that begins, or null when it ends. */
export interface SessionReply<Body> {
  session_token: string | null
  reply: Body
}

/** Declares an operation; everything else (route, checks, OpenAPI, types) is derived from the value. */
export function operation<const O extends Operation>(declared: O): O {
  return declared
}

/** `{assistant_id}` in a path becomes a string parameter of that name. */
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

/** Query of every list (completions 2). */
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
  /** Long enough for the key of a document, whose path may be 1,000 characters. */
  cursor: z.string().max(8192).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/** A page of a list (completions 2): newest first unless the operation says otherwise. */
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

/** Refusal of an update that names no field: all absent or null (completions 2). */
export function changesSomething(body: object): boolean {
  return Object.values(body).some((value) => value !== undefined && value !== null)
}
export const CHANGES_NOTHING = 'must change at least one field'
