import { addressAt, type Config } from './config.ts'
import { ServiceError } from './contract/errors.ts'

const TIMEOUT_MS = 10_000
/** Addresses that listen on all interfaces, with one that reaches them. */
const REACHED_AT: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * `svc check --live`: asks the service that runs with these settings whether it is ready, and
 * prints its checks. Throws `service_unavailable` with a sentence when it is not, or nothing
 * answers within ten seconds (docs/behaviour.md#health-and-readiness).
 */
export async function checkLive({ host, port }: Config): Promise<void> {
  const url = `${addressAt(REACHED_AT[host] ?? host, port)}/svc/api/v1/ready`
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (cause: unknown) => {
      throw new ServiceError('service_unavailable', `Nothing answers at ${url}.`, { cause })
    },
  )
  const body = (await response.json().catch(() => null)) as Ready | null
  if (!response.ok || !body?.checks) {
    const reason = body?.message ?? `${url} answers with status ${response.status}.`
    throw new ServiceError('service_unavailable', reason)
  }
  for (const [check, state] of Object.entries(body.checks)) console.log(`${check}: ${state}`)
}

/** The reply of the route, or its error (docs/behaviour.md#errors). */
interface Ready {
  checks?: Record<string, string>
  message?: string
}
