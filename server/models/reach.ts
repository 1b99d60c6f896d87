import type { Provider } from './providers.ts'

/** Timeout of the provider's reply. */
const PATIENCE_MS = 10_000

/**
 * Checks that a provider is reachable and accepts its key: `null`, or the problem in a few words.
 * Requests the list of models, which costs nothing; a server without such a list counts as
 * reachable.
 */
export async function reach({ type, base_url, api_key }: Provider): Promise<string | null> {
  const credentials: Record<string, string> = !api_key
    ? {}
    : type === 'anthropic'
      ? { 'x-api-key': api_key, 'anthropic-version': '2023-06-01' }
      : { authorization: `Bearer ${api_key}` }
  try {
    const response = await fetch(`${base_url}/models`, {
      headers: credentials,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) return 'refuses the key'
    return response.status >= 500 ? `answers with ${response.status}` : null
  } catch {
    return 'cannot be reached'
  }
}
