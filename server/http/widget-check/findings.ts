import { normalizeOrigin } from '../../contract/deployment.ts'
import { isLoopback } from '../../contract/loopback.ts'
import type { Verdict } from '../widget-access.ts'
import { blockedBy } from './policy.ts'

/** One thing that was checked. Texts are plain, with code between backticks. */
export interface Finding {
  title: string
  state: 'ok' | 'problem' | 'unknown'
  text: string
  /** Remedy; empty unless there is a problem. */
  advice: string
}

export interface Asked {
  key: string
  origin: string
  /** The page's Content-Security-Policy; empty when it has none or none was given. */
  policy: string
  /** `base_url`, without a slash at its end. */
  publicUrl: string
}

/** All checks that need no browser. `verdict` is null when the key was not looked up. */
export function findings(asked: Asked, verdict: Verdict | null): Finding[] {
  return [
    checkKey(asked.key),
    checkDeployment(verdict),
    checkOrigin(asked.origin),
    checkAllowed(asked.origin, verdict),
    checkAddress(asked),
    checkPolicy(asked),
  ]
}

/** The prefix and at least 32 characters (docs/behaviour.md#authentication). */
export function isWidgetKey(text: string): boolean {
  return /^svc_wk_[A-Za-z0-9_-]{32,200}$/.test(text)
}

/** Checks the form of a key; never repeats it, because it might be a secret. */
function checkKey(key: string): Finding {
  const title = 'The widget key is well-formed'
  if (isWidgetKey(key)) return ok(title, 'It is `svc_wk_` followed by at least 32 characters.')
  if (key.startsWith('svc_sk_')) {
    return problem(
      title,
      'This is an API key, which must stay secret.',
      'Revoke it at once, because it is now in the browser history and in logs. Then use the `widget_key` of a widget deployment on the page.',
    )
  }
  return problem(
    title,
    key === '' ? 'No key was given.' : 'This is not a widget key.',
    'Copy the `snippet` of the widget deployment. Its `data-widget-key` is `svc_wk_` followed by at least 32 letters, digits, `_` or `-`.',
  )
}

function checkDeployment(verdict: Verdict | null): Finding {
  const title = 'The key belongs to an active widget deployment'
  if (verdict === null) return unknown(title, 'Not checked, because the key is not well-formed.')
  if (verdict !== 'not_live') return ok(title, 'The deployment is active.')
  return problem(
    title,
    'No active deployment has this key: it is unknown, revoked or expired, or its organization is suspended. This page is public, so it does not say which.',
    'Check the `status` of your deployments. A revoked or expired deployment cannot be reactivated: create a new one and paste its snippet.',
  )
}

function checkOrigin(text: string): Finding {
  const title = 'The origin is well-formed'
  const origin = normalizeOrigin(text)
  if (origin) return ok(title, `Browsers send it as \`${origin}\`.`)
  const meant = normalizeOrigin(URL.parse(text)?.origin ?? '')
  return problem(
    title,
    text === '' ? 'No origin was given.' : 'This is not an origin.',
    meant
      ? `An origin ends before the path: did you mean \`${meant}\`?`
      : 'Enter `https://host` or `https://host:port`, with an international domain name in its `xn--` form. Pages opened from a file have no origin and cannot be allowed.',
  )
}

function checkAllowed(text: string, verdict: Verdict | null): Finding {
  const title = 'The origin is allowed'
  const origin = normalizeOrigin(text)
  if (!origin) return unknown(title, 'Not checked, because the origin is not well-formed.')
  if (verdict === null || verdict === 'not_live') {
    return unknown(title, 'Not checked, because no active deployment has the key.')
  }
  if (verdict === 'allowed') {
    return ok(title, 'It is in the list of the deployment, and the platform allows it.')
  }
  return problem(
    title,
    `The service refuses pages of \`${origin}\`.`,
    `Add \`${origin}\` to the \`allowed_origins\` of the deployment; origins match exactly, so \`www.\`, another scheme or another port is a different origin. If it is listed already, the operator must add it to \`SVC_WIDGET_ORIGINS\`.`,
  )
}

/** Whether visitors of the page can reach the service at its public URL. */
function checkAddress({ origin, publicUrl }: Asked): Finding {
  const title = 'Visitors can reach the address of the service'
  const service = new URL(publicUrl)
  const page = URL.parse(normalizeOrigin(origin) ?? '')
  if (page && isLoopback(service.hostname) && !isLoopback(page.hostname)) {
    return problem(
      title,
      `The public address of the service is \`${publicUrl}\`, which for each visitor is their own computer.`,
      'Set `SVC_PUBLIC_URL` to the address at which visitors reach the service.',
    )
  }
  if (
    page?.protocol === 'https:' &&
    service.protocol === 'http:' &&
    !isLoopback(service.hostname)
  ) {
    return problem(
      title,
      `Browsers block requests to \`${publicUrl}\` from a page loaded over https.`,
      'Serve the service over https and set `SVC_PUBLIC_URL` to that address.',
    )
  }
  return ok(title, `It is \`${publicUrl}\`.`)
}

function checkPolicy({ policy, origin, publicUrl }: Asked): Finding {
  const title = 'The Content-Security-Policy of the page allows the widget'
  if (policy === '') {
    return unknown(
      title,
      'Not checked. If the page has a Content-Security-Policy, paste it into the form above.',
    )
  }
  const service = new URL(publicUrl)
  const blocked = blockedBy(policy, service, normalizeOrigin(origin) ?? '')
  if (blocked.length === 0) return ok(title, 'It allows the script and its requests.')
  const names = blocked.map((name) => `\`${name}\``).join(' and ')
  return problem(
    title,
    `Its ${names} ${blocked.length === 1 ? 'blocks' : 'block'} the service.`,
    /'strict-dynamic'/i.test(policy)
      ? "With `'strict-dynamic'`, browsers ignore addresses in `script-src`: add the nonce of the page to the script tag."
      : `Add \`${service.origin}\` to ${names} of the page; if a directive is missing, start it with the sources of \`default-src\`.`,
  )
}

function ok(title: string, text: string): Finding {
  return { title, state: 'ok', text, advice: '' }
}

function unknown(title: string, text: string): Finding {
  return { title, state: 'unknown', text, advice: '' }
}

function problem(title: string, text: string, advice: string): Finding {
  return { title, state: 'problem', text, advice }
}
