import type { PresentedDeployment } from '../storage/ports/deployments.ts'

/** A visitor with the valid token of the request, which is returned so that the widget keeps it. */
export interface PresentedVisitor {
  id: string
  token: string
  expires_at: string
}

/** An authenticated widget request: an active deployment's key, sent from an allowed origin. */
export interface Embed {
  origin: string
  deployment: PresentedDeployment
  /** null without a token, or with one that is unknown, expired or of another deployment. */
  visitor: PresentedVisitor | null
}

const VISITOR_DAYS = 30

/** When a visitor token expires that is used now: after 30 days (docs/behaviour.md#visitors). */
export function visitorExpiry(now: string): string {
  return daysAfter(now, VISITOR_DAYS)
}

/** When a visitor token was used last that expires then, to within a minute. */
export function visitorSeen(expires_at: string): string {
  return daysAfter(expires_at, -VISITOR_DAYS)
}

function daysAfter(time: string, days: number): string {
  return new Date(Date.parse(time) + days * 86_400_000).toISOString()
}
