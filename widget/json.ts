/** Parses untrusted JSON; null when it is missing or malformed. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
