import type { SparseBrand } from '../server/contract/branding.ts'
import type { Bootstrap } from '../server/contract/widget.ts'

interface Needs {
  base: string
  widgetKey: string
  /** What `watchPolicy` gave. */
  blocked: () => Promise<string | undefined>
  signal: AbortSignal
}

const MAX_RETRIES = 5
const FIRST_WAIT_MS = 1000

/**
 * Asks whether this page may show the widget (contract §4.8). Gives the brand, or null when it may
 * not; the site's owner then finds one line in the console, and the visitor nothing. A refusal
 * cannot be told from an unreachable server, so both are tried again, at most five times.
 */
export async function bootstrap({
  base,
  widgetKey,
  blocked,
  signal,
}: Needs): Promise<SparseBrand | null> {
  let warned = false
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const outcome = await attemptBootstrap(base, widgetKey, signal)
    if ('brand' in outcome) return outcome.brand
    const directive = await blocked()
    if (signal.aborted) break
    if (!warned)
      warn(directive ? 'SVC103' : outcome.code, directive ?? explain(outcome.code, base, widgetKey))
    warned = true
    if (directive || outcome.final || attempt === MAX_RETRIES) break
    const wait = FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random())
    await new Promise((resolve) => setTimeout(resolve, outcome.waitMs ?? wait))
  }
  return null
}

type Outcome =
  | { brand: SparseBrand }
  | { code: 'SVC101' | 'SVC104'; final: boolean; waitMs?: number | undefined }

async function attemptBootstrap(base: string, key: string, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetch(`${base}/svc/api/v1/widget/bootstrap`, {
      headers: { 'X-SVC-Widget-Key': key },
      credentials: 'omit',
      signal,
    })
    if (response.ok) return { brand: ((await response.json()) as Bootstrap).brand }
    const busy = response.status === 429 || response.status === 503
    if (!busy) return { code: 'SVC101', final: response.status < 500 }
    const seconds = Number(response.headers.get('Retry-After'))
    return { code: 'SVC104', final: false, waitMs: seconds ? seconds * 1000 : undefined }
  } catch {
    return { code: 'SVC101', final: false }
  }
}

/**
 * Listens for violations of the page's policy that concern the service. The function it returns
 * waits for the browser to report one, and says which directive to change.
 */
export function watchPolicy(base: string, signal: AbortSignal): () => Promise<string | undefined> {
  let directive: string | undefined
  document.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, effectiveDirective }) => {
      if (blockedURI.startsWith(new URL(base).origin)) directive = effectiveDirective
    },
    { signal },
  )
  return async () => {
    await new Promise((resolve) => setTimeout(resolve))
    return directive && `${directive} of this page's Content-Security-Policy must allow ${base}.`
  }
}

function explain(code: 'SVC101' | 'SVC104', base: string, widgetKey: string): string {
  if (code === 'SVC104') return 'the service is busy; it is tried again.'
  return `refused or unreachable. To see why: ${base}/svc/widget/check?key=${widgetKey}&origin=${location.origin}`
}

/** One line for the site's owner, with a stable code (completions 16). */
export function warn(code: 'SVC101' | 'SVC103' | 'SVC104' | 'SVC105', text: string) {
  console.warn(`${code}: Knowledge Assistant: ${text}`)
}
