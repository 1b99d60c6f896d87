import { z } from 'zod'

/** Sent in a header, so without control characters. */
const Secret = z
  .string()
  .min(1)
  .max(8192)
  .regex(/^[\x20-\x7e\xa0-\xff]*$/, { error: 'must be text without line breaks' })
const UserName = Secret.refine((name) => !name.includes(':'), { error: 'must not contain a colon' })

/** Secrets with which a source is read (docs/behaviour.md#credentials). They are never returned. */
export const Credentials = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('basic'), username: UserName, password: Secret }),
  z.strictObject({ type: z.literal('bearer'), token: Secret }),
  z.strictObject({ type: z.literal('token'), token: Secret }),
  z.strictObject({
    type: z.literal('header'),
    name: z.string().regex(/^(x-[a-z0-9-]{1,100}|api-key|private-token)$/i, {
      error: 'must be X-…, Api-Key or PRIVATE-TOKEN',
    }),
    value: Secret,
  }),
  z.strictObject({ type: z.literal('cookie'), value: Secret }),
  z.strictObject({
    type: z.literal('access_key'),
    access_key_id: Secret,
    secret_access_key: Secret,
  }),
])
export type Credentials = z.infer<typeof Credentials>
export type CredentialsType = Credentials['type']

/** All that is shown of credentials; `set: false`: they must be entered again. */
export const ShownCredentials = z.strictObject({ type: z.string(), set: z.boolean() })
