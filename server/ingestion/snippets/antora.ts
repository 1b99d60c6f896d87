import { parse } from 'yaml'

/** A page of Antora: a component's folder, a module, and the page in it. */
const PAGE = /^(.*?)modules\/[^/]+\/pages\//

/** The file that describes the component of a page; null for a page of no component. */
export function descriptorOf(page: string): string | null {
  const folder = PAGE.exec(page)?.[1]
  return folder === undefined ? null : `${folder}antora.yml`
}

/** Attributes that the component sets in each of its pages, as entries of AsciiDoc. */
export function attributesIn(descriptor: string): string {
  const entries = Object.entries(recordOf(recordOf(read(descriptor)).asciidoc).attributes ?? {})
  return entries
    .filter(([name, value]) => /^[\w-]{1,60}$/.test(name) && isText(value))
    .map(([name, value]) => `:${name}: ${String(value).replace(/@$/, '').replace(/\s+/g, ' ')}\n`)
    .join('')
}

function read(yaml: string): unknown {
  try {
    return parse(yaml, { maxAliasCount: 0, logLevel: 'silent' })
  } catch {
    return null
  }
}

function recordOf(value: unknown): { asciidoc?: unknown; attributes?: object } {
  return typeof value === 'object' && value !== null ? value : {}
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}
