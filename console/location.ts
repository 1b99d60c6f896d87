import { signal } from '@preact/signals'

const BASE = '/svc/console/'

/** Parameters of an address, by name. */
export type Query = Partial<Record<string, string>>

/** Where the reader is: the path below the console's, its parameters, and what follows `#`. */
export const place = signal(read())

function read() {
  const { pathname, search, hash } = location
  return {
    path: pathname.slice(BASE.length).replace(/\/$/, ''),
    query: Object.fromEntries(new URLSearchParams(search)) as Query,
    fragment: hash.slice(1),
  }
}

/** Slug of the organization that addresses name; '' where the person belongs to one at most. */
export const organizationNamed = signal('')

/** Address of a path of the console, for links; empty parameters are left out. */
export function addressOf(path: string, query: Query = {}): string {
  const all = { ...query, org: organizationNamed.value }
  const given = Object.entries(all).filter((entry): entry is [string, string] => !!entry[1])
  return `${BASE}${path}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`
}

/** Opens a path of the console as a new entry of the history. */
export function open(path: string, query: Query = {}): void {
  history.pushState(null, '', addressOf(path, query))
  place.value = read()
}

/** Opens a path in place of the current entry, so that "back" does not return to it. */
export function replace(path: string, query: Query = {}): void {
  history.replaceState(null, '', addressOf(path, query))
  place.value = read()
}

/** Changes parameters of the current address in its place; an empty one is removed. */
export function setQuery(changes: Query): void {
  const { path, query } = place.peek()
  replace(path, { ...query, ...changes })
}

/** Follows the history and clicks on links to the console, without loading the page again. */
export function followLinks(): void {
  const update = () => {
    place.value = read()
  }
  addEventListener('popstate', update)
  addEventListener('hashchange', update)
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.getAttribute('href')?.startsWith(BASE) || link.download || !isPlain(event)) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    update()
  })
}

/** A click that the browser would answer by opening the link in this tab. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented)
}
