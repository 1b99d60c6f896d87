import { posix } from 'node:path'

/**
 * Paths in a source at which a file may be that a page includes, the likeliest first: beside the
 * page, and in the folders above it, since sites count from roots that they alone know (`@/`, `/`).
 */
export function pathsOf(target: string, page: string, folders: string[] = []): string[] {
  const resource = RESOURCE.exec(target)
  if (resource) return inModule(resource.slice(1), page)
  const folder = posix.dirname(page)
  if (/^\.\.?\//.test(target)) return [posix.join(folder, target)].filter(isInside)
  const file = target.replace(/^(?:@[\w-]*|~)?\/+/, '')
  return [folder, ...above(folder)]
    .flatMap((each) => ['', ...folders].map((name) => posix.join(each, name, file)))
    .filter(isInside)
}

/** `[component:][module:]family$file` of Antora. */
const RESOURCE = /^(?:(?:[\w.-]*:)?([\w.-]+):)?(partial|example|page|attachment)\$(.+)$/

function inModule(resource: (string | undefined)[], page: string): string[] {
  const [named, family = '', file = ''] = resource
  const [, modules, own] = /^(.*?(?:^|\/)modules)\/([^/]+)\//.exec(page) ?? []
  if (modules === undefined || own === undefined) return []
  return [posix.join(modules, named ?? own, `${family}s`, file)].filter(isInside)
}

function above(folder: string): string[] {
  if (folder === '.' || folder === '') return []
  const parent = posix.dirname(folder)
  return [parent, ...above(parent)]
}

/** Hidden files are not read, but for those that GitBook keeps to be included. */
function isInside(path: string): boolean {
  return !path
    .replace(/(^|\/)\.gitbook\/includes\//, '$1')
    .split('/')
    .some((name) => name.startsWith('.'))
}

export function extensionOf(path: string): string {
  return posix.extname(path).slice(1).toLowerCase()
}
