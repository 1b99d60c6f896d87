import { adapterOf, type Provider } from './providers.ts'

/** Timeout of the provider's reply. */
const PATIENCE_MS = 10_000

/**
 * Checks that a provider is reachable and accepts its key: `null`, or the problem in a few words.
 * Requests the list of models, which costs nothing; a server without such a list counts as
 * reachable.
 */
export async function reach(provider: Provider): Promise<string | null> {
  try {
    const response = await fetch(`${provider.base_url}/models`, {
      headers: adapterOf(provider).credentials(provider),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) return 'refuses the key'
    return response.status >= 500 ? `answers with ${response.status}` : null
  } catch {
    return 'cannot be reached'
  }
}
