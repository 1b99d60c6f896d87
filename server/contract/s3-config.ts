import { z } from 'zod'
import { Globs } from './glob.ts'
import { OpenAddress, WebAddress } from './text.ts'

const IPV4_OR_IPV6 = /^https?:\/\/(\[|[\d.]+(:|\/|$))/i

/** The objects of a bucket, on any service that speaks the protocol of Amazon S3. */
export const S3Config = z
  .strictObject({
    endpoint: OpenAddress,
    region: z.string().regex(/^[a-z0-9-]{1,64}$/i, { error: 'must be a region such as us-east-1' }),
    bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
      error: 'must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
    }),
    prefix: z.string().min(1).max(1024).optional(),
    include: Globs.default([]).describe('Globs on the path below the folder of `prefix`.'),
    exclude: Globs.default([]).describe('Globs on the path below the folder of `prefix`.'),
    base_url: WebAddress.optional(),
    path_style: z.boolean({ error: 'must be true or false' }).default(true),
  })
  .refine(({ endpoint, path_style }) => path_style || !IPV4_OR_IPV6.test(endpoint), {
    path: ['path_style'],
    error: 'must be true where endpoint is an IP address',
  })
export type S3Config = z.infer<typeof S3Config>

/** The address of a bucket, which ends with a slash and is followed by the key of an object. */
export function bucketAddress({
  endpoint,
  bucket,
  path_style,
}: Pick<S3Config, 'endpoint' | 'bucket' | 'path_style'>): string {
  const { protocol, host, pathname } = new URL(endpoint)
  const path = pathname.replace(/\/+$/, '')
  return path_style
    ? `${protocol}//${host}${path}/${bucket}/`
    : `${protocol}//${bucket}.${host}${path}/`
}
