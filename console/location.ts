import { signal } from '@preact/signals'

const BASE = '/svc/console/'

/** Where the reader is: the path below the console's, what follows `?`, and what follows `#`. */
export const place = signal(read())

function read() {
  const { pathname, search, hash } = location
  const path = pathname.slice(BASE.length).replace(/\/$/, '')
  return { path, query: new URLSearchParams(search), fragment: hash.slice(1) }
}

/** Address of a path of the console, for links. */
export function addressOf(path: string): string {
  return BASE + path
}

/** Opens a path of the console as a new entry of the history. */
export function open(path: string): void {
  history.pushState(null, '', addressOf(path))
  place.value = read()
}

/** Opens a path in place of the current entry, so that "back" does not return to it. */
export function replace(path: string): void {
  history.replaceState(null, '', addressOf(path))
  place.value = read()
}

/**
 * Changes parts of the address's query in place of the current entry; an empty value removes one.
 * What a screen shows beyond its path (a filter, a tab, a choice) stands there.
 */
export function setQuery(changes: Record<string, string>): void {
  const { path, query } = place.peek()
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  replace(changed.size > 0 ? `${path}?${changed}` : path)
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
    if (!link?.getAttribute('href')?.startsWith(BASE) || !isPlain(event)) return
    event.preventDefault()
    open(link.pathname.slice(BASE.length) + link.search)
  })
}

/** A click that the browser would answer by opening the link in this tab. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented)
}
