import type { Bootstrap } from '../server/contract/widget.ts'
import { attempt, readStored, visitName } from './visitor.ts'
import { warn } from './warn.ts'

/** The version of the build, which the owner sees beside the website. */
declare const VERSION: string

interface Needs {
  base: string
  widgetKey: string
  /** The function that `watchPolicy` returned. */
  blocked: () => Promise<string | undefined>
  signal: AbortSignal
}

/** A bootstrap that was answered, and when. */
interface Kept {
  at: number
  bootstrap: Bootstrap
}

export interface Accepted {
  bootstrap: Bootstrap
  /** Requests the bootstrap again, and keeps the answer for the next page; ignores failures. */
  refresh: () => void
}

const MAX_RETRIES = 5
const FIRST_WAIT_MS = 1000
/** A kept bootstrap is not requested again before this. */
const FRESH_MS = 600_000
/** A kept bootstrap serves for this long, however the service answers meanwhile. */
const KEPT_MS = 3_600_000

/**
 * Requests the bootstrap, or takes the one that an earlier page kept since its visitor opened the
 * chat; keeps none by itself (docs/behaviour.md#bootstrap). Returns undefined when the page may not
 * show the widget; the console then has one line for the site's owner. Browsers report a refusal, a
 * busy service and an unreachable one alike, so all are retried with backoff, at most five times.
 */
export async function bootstrap(needs: Needs): Promise<Accepted | undefined> {
  const kept = readKept(needs.widgetKey)
  const renew = async (cache: RequestCache) => {
    const answer = await request(needs, cache)
    if (typeof answer === 'object') keep(needs.widgetKey, answer)
  }
  const refresh = () => void renew('no-cache')
  if (kept) {
    if (Date.now() - kept.at >= FRESH_MS) void renew('default')
    return { bootstrap: kept.bootstrap, refresh }
  }
  for (let retries = 0; ; retries += 1) {
    const answer = await request(needs)
    if (typeof answer === 'object') return { bootstrap: answer, refresh }
    const directive = await needs.blocked()
    if (needs.signal.aborted) return
    if (retries === 0) tellOwner(needs, directive)
    // Refusals are final; only a page of the service's own origin can read their status.
    if (directive || answer === 401 || answer === 403 || retries === MAX_RETRIES) return
    const wait = FIRST_WAIT_MS * 2 ** retries * (0.5 + Math.random())
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** The bootstrap, or the status of a failure. */
async function request(
  { base, widgetKey, signal }: Needs,
  cache: RequestCache = 'default',
): Promise<Bootstrap | number> {
  try {
    const response = await fetch(`${base}/svc/api/v1/widget/bootstrap?v=${VERSION}`, {
      headers: { 'X-SVC-Widget-Key': widgetKey },
      credentials: 'omit',
      cache,
      signal,
    })
    const bootstrap: unknown = response.ok && (await response.json())
    return isBootstrap(bootstrap) ? bootstrap : response.status
  } catch {
    return 0
  }
}

function keep(widgetKey: string, bootstrap: Bootstrap) {
  const kept: Kept = { at: Date.now(), bootstrap }
  attempt(() => localStorage.setItem(nameOf(widgetKey), JSON.stringify(kept)))
}

function readKept(widgetKey: string): Kept | undefined {
  const kept = readStored(nameOf(widgetKey)) as Kept | null | undefined
  const age = Date.now() - Number(kept?.at)
  return kept && age >= 0 && age < KEPT_MS && isBootstrap(kept.bootstrap) ? kept : undefined
}

const nameOf = (widgetKey: string) => `${visitName(widgetKey)}:bootstrap`

function isBootstrap(value: unknown): value is Bootstrap {
  const { status, brand } = Object(value)
  return status === 'active' && [brand, brand?.theme ?? {}].every((part) => part === Object(part))
}

/** Warns that nothing came from the service, or that `directive` of the page's policy blocks it. */
export function tellOwner(
  { base, widgetKey }: Pick<Needs, 'base' | 'widgetKey'>,
  directive?: string,
) {
  const query = `key=${widgetKey}&origin=${location.origin}`
  if (directive) warn('SVC103', directive)
  else warn('SVC101', `refused, busy or unreachable; see ${base}/svc/widget/check?${query}`)
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
