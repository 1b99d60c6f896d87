import { APICallError } from '@ai-sdk/provider'
import { ServiceError } from '../contract/errors.ts'
import { ProviderFailure } from './ports.ts'

const MAX_CAUSE_CHARS = 500
/** Too many requests, out of order for a moment, and Anthropic's "overloaded". */
const BUSY = new Set([429, 503, 529])

/**
 * The error for the caller. Its cause, for the log, is a new error: the provider's own carries the
 * request with its passages, and its message may repeat the key.
 */
export function failure(selector: string, error: unknown, secrets: string[]): ServiceError {
  const { status, headers } = httpOf(error)
  const told = status === null ? '' : ` HTTP ${status}:`
  const message = `${selector}:${told} ${messageOf(error)}`
  const redacted = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), message)
  const cause = new Error(redacted.replace(/\s+/g, ' ').slice(0, MAX_CAUSE_CHARS))
  const isBusy = status !== null && BUSY.has(status)
  return new ProviderFailure({
    httpStatus: status,
    isBusy,
    retryAfterMs: retryAfter(headers),
    cause,
  })
}

function httpOf(error: unknown): { status: number | null; headers: Record<string, string> } {
  if (!APICallError.isInstance(error)) return { status: null, headers: {} }
  return { status: error.statusCode ?? null, headers: error.responseHeaders ?? {} }
}

/** Milliseconds, from `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or null. */
function retryAfter(headers: Record<string, string>): number | null {
  const asked = headers['retry-after']
  if (asked === undefined) return null
  const ms = /^\d+(?:\.\d+)?$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? 'unknown')
}
