import type { SparseBrand } from '../server/contract/branding.ts'
import type { Bootstrap } from '../server/contract/widget.ts'

interface Needs {
  base: string
  widgetKey: string
  /** The function that `watchPolicy` returned. */
  blocked: () => Promise<string | undefined>
  signal: AbortSignal
}

const MAX_RETRIES = 5
const FIRST_WAIT_MS = 1000

/**
 * Requests the bootstrap (docs/behaviour.md#bootstrap). Returns the brand, or undefined when the
 * page may not show the widget; the console then has one line for the site's owner. Browsers report
 * a refusal and an unreachable server alike, so both are retried with backoff, at most five times.
 */
export async function bootstrap(needs: Needs): Promise<SparseBrand | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const { brand, status, seconds } = await request(needs)
    if (brand) return brand
    const directive = await needs.blocked()
    if (needs.signal.aborted) return
    const busy = status === 429 || status === 503
    if (attempt === 0) warn(...explain(needs, busy, directive))
    if (directive || (status < 500 && !busy) || attempt === MAX_RETRIES) return
    const wait = FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random())
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 || wait))
  }
}

interface Outcome {
  brand?: SparseBrand | undefined
  status: number
  /** Seconds from `Retry-After`; 0 without that header. */
  seconds: number
}

/** An incomplete or missing response counts as status 500, which is retried. */
async function request({ base, widgetKey, signal }: Needs): Promise<Outcome> {
  try {
    const response = await fetch(`${base}/svc/api/v1/widget/bootstrap`, {
      headers: { 'X-SVC-Widget-Key': widgetKey },
      credentials: 'omit',
      signal,
    })
    const { ok, status, headers } = response
    const { brand }: Partial<Bootstrap> = ok ? await response.json() : {}
    return { brand, status, seconds: Number(headers.get('Retry-After')) }
  } catch {
    return { status: 500, seconds: 0 }
  }
}

function explain({ base, widgetKey }: Needs, busy: boolean, directive?: string): Warning {
  if (directive) return ['SVC103', directive]
  if (busy) return ['SVC104', 'the service is busy; trying again.']
  const query = `key=${widgetKey}&origin=${location.origin}`
  return ['SVC101', `refused or unreachable. To see why: ${base}/svc/widget/check?${query}`]
}

/**
 * Listens for violations of the page's Content-Security-Policy that block the service. The returned
 * function waits for the browser's report, and resolves with advice that names the directive.
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
    return directive && `${directive} in the page's policy must allow ${base}.`
  }
}

type Warning = [code: 'SVC101' | 'SVC103' | 'SVC104' | 'SVC105', text: string]

/**
 * Writes one line for the site's owner, with a stable code
 * (docs/behaviour.md#the-widget-in-a-page).
 */
export function warn(...[code, text]: Warning) {
  console.warn(`${code}: Knowledge Assistant: ${text}`)
}
