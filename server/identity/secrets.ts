import { hash, randomBytes } from 'node:crypto'

/** `svc_sk_` + 43 base64url characters (completions 4): 256 random bits, shown once, stored as a hash. */
export function createApiKeySecret(): string {
  return `svc_sk_${randomToken()}`
}

/** `svc_wk_` + 43 base64url characters: public, stored as it is (contract §2.4). */
export function createWidgetKey(): string {
  return `svc_wk_${randomToken()}`
}

/** `svc_vt_` + 43 base64url characters (completions 10), stored as a hash. */
export function createVisitorToken(): string {
  return `svc_vt_${randomToken()}`
}

/** The cookie of a console session (completions 4): 43 base64url characters, stored as a hash. */
export function createSessionToken(): string {
  return randomToken()
}

/** What an invitation's link carries (completions 4): 43 base64url characters, stored as a hash. */
export function createInvitationToken(): string {
  return randomToken()
}

/** SHA-256 in lower-case hex. A secret of 256 random bits needs neither salt nor stretching. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** What an API key's record shows of its secret: the first 12 characters (completions 4). */
export function secretPrefix(secret: string): string {
  return secret.slice(0, 12)
}

function randomToken(): string {
  return randomBytes(32).toString('base64url')
}
