import type { PresentedDeployment } from '../storage/store.ts'

/** A visitor who presented a token, with the token, so that it can be kept. */
export interface PresentedVisitor {
  id: string
  token: string
  expires_at: string
}

/** A page that showed a live widget key from an allowed origin. */
export interface Embed {
  origin: string
  deployment: PresentedDeployment
  /** null: no token, or one that is unknown, expired or another deployment's. */
  visitor: PresentedVisitor | null
}

const VISITOR_DAYS = 30

/** When a visitor's token ends that is used now: 30 days from its last use (completions 10). */
export function visitorExpiry(now: string): string {
  return new Date(Date.parse(now) + VISITOR_DAYS * 86_400_000).toISOString()
}
