import { parseJson } from './json.ts'
import { warn } from './warn.ts'

/** Attributes of the element that can be malformed, each with the form of its value. */
const forms: Record<string, RegExp> = {
  suggestions: /^\s*\[/,
  strings: /^\s*\{/,
  position: /^(bottom-(left|right)|inline-(start|end))$/,
  theme: /^(light|dark|system)$/,
  locale: /^[a-z]{2,3}([-_]\w+)*$/i,
  'privacy-url': /^https:\/\/[^/@\s]+(\/\S*)?$/i,
}

/** The value of an attribute; null when it is absent or cannot be read. */
export function readAttribute(host: Element, name: string): string | null {
  const text = host.getAttribute(name) ?? ''
  const isJson = /^\s*[[{]/.test(text)
  return forms[name]?.test(text) && !(isJson && parseJson(text) === null) ? text : null
}

/** Names the attributes that cannot be read in one line of the console, for the site's owner. */
export function checkAttributes(host: Element) {
  const names = Object.keys(forms).filter(
    (name) => host.hasAttribute(name) && readAttribute(host, name) === null,
  )
  if (names.length > 0) warn('SVC106', `cannot read the value of ${names.join(', ')}.`)
}
