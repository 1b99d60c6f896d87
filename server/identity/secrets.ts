import { hash, randomBytes } from 'node:crypto'

/** `svc_sk_` and 43 base64url characters: 256 random bits, shown once, stored as a hash. */
export function createApiKeySecret(): string {
  return `svc_sk_${randomToken()}`
}

/** `svc_wk_` and 43 base64url characters: public, stored as plain text. */
export function createWidgetKey(): string {
  return `svc_wk_${randomToken()}`
}

/** `svc_vt_` and 43 base64url characters, stored as a hash. */
export function createVisitorToken(): string {
  return `svc_vt_${randomToken()}`
}

/** The cookie of a console session: 43 base64url characters, stored as a hash. */
export function createSessionToken(): string {
  return randomToken()
}

/** The token in an invitation link: 43 base64url characters, stored as a hash. */
export function createInvitationToken(): string {
  return randomToken()
}

/** The code that claims an installation: 22 base64url characters (128 bits), stored as a hash. */
export function createClaimCode(): string {
  return randomBytes(16).toString('base64url')
}

/** The token in a link that sets a new password: 43 base64url characters, stored as a hash. */
export function createResetToken(): string {
  return randomToken()
}

/** SHA-256 in lower-case hex. A secret of 256 random bits needs neither salt nor stretching. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** The part of a secret that is shown in an API key's record: its first 12 characters. */
export function secretPrefix(secret: string): string {
  return secret.slice(0, 12)
}

function randomToken(): string {
  return randomBytes(32).toString('base64url')
}
