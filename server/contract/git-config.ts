import { z } from 'zod'
import { byGlob, Globs } from './glob.ts'
import { OpenAddress, WebAddress } from './text.ts'

const NO_REPOSITORY = 'must be an https address of a repository, without user name and password'

const FileAddress = z
  .string()
  .max(4096)
  .regex(/^file:\/\/\//, { error: NO_REPOSITORY })

/** The files of a branch of a git repository; its files can have public links as a folder's can. */
export const GitConfig = z.strictObject({
  url: z
    .union([OpenAddress, FileAddress], { error: NO_REPOSITORY })
    .describe(
      'https, http where `SVC_FETCH_PRIVATE` names the host, or `file:` inside `SVC_SOURCE_ROOTS`.',
    ),
  branch: z
    .string()
    .regex(/^(?![-/.])(?!.*(?:\.\.|\/\/|@\{))[^\s~^:?*[\\]{1,250}$/, {
      error: 'must be the name of a branch',
    })
    .optional(),
  path: z
    .string()
    .regex(/^(?!\/)(?!(?:.*\/)?\.{1,2}(?:\/|$))[^\\:]{1,1024}$/, {
      error: 'must be a folder of the repository, such as docs/guide',
    })
    .optional(),
  include: Globs.default([]).describe('Globs on the path relative to `path`.'),
  exclude: Globs.default([]).describe('Globs on the path relative to `path`.'),
  base_url: WebAddress.optional(),
  permalinks: byGlob(z.string().min(1).max(500)).optional(),
})
export type GitConfig = z.infer<typeof GitConfig>

/** The path that a `file:` address names; null for any other address. */
export function pathOfFile(address: string): string | null {
  const url = URL.parse(address)
  return url?.protocol === 'file:' ? decodeURIComponent(url.pathname) : null
}

/** The `file:` address of an absolute path. */
export function addressOfFile(path: string): string {
  return `file://${path.split('/').map(encodeURIComponent).join('/')}`
}
