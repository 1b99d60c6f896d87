type Code = 'SVC101' | 'SVC103' | 'SVC104' | 'SVC105' | 'SVC106'

/**
 * Writes one line for the site's owner, with a stable code
 * (docs/behaviour.md#the-widget-in-a-page).
 */
export function warn(code: Code, text: string) {
  console.warn(`${code}: Knowledge Assistant: ${text}`)
}
