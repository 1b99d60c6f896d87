import { normalizeOrigin } from '../../contract/deployment.ts'
import { isLoopback } from '../../contract/loopback.ts'
import type { Verdict } from '../widget-access.ts'
import { blockedBy } from './policy.ts'

/** One thing that was checked. Texts are plain, with code between backticks. */
export interface Finding {
  title: string
  state: 'ok' | 'problem' | 'unknown'
  text: string
  /** What to change; empty where nothing is wrong. */
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

/** Everything that can be said without a browser. `verdict` is null when the key was not looked up. */
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

/** The prefix and at least 32 characters after it (completions 1). */
export function isWidgetKey(text: string): boolean {
  return /^svc_wk_[A-Za-z0-9_-]{32,200}$/.test(text)
}

/** Says what is wrong with the spelling of a key, and repeats nothing that might be a secret. */
function checkKey(key: string): Finding {
  const title = 'The key is written as widget keys are'
  if (isWidgetKey(key)) return ok(title, 'It is `svc_wk_` and at least 32 characters.')
  if (key.startsWith('svc_sk_')) {
    return problem(
      title,
      'This is an API key, which is secret.',
      'Revoke it at once, because it now stands in addresses and logs, and put the `widget_key` of a widget deployment into the page.',
    )
  }
  return problem(
    title,
    key === '' ? 'No key was given.' : 'This is not a widget key.',
    'Copy the `snippet` of the widget deployment; its `data-widget-key` is `svc_wk_` and at least 32 letters, digits, `_` or `-`.',
  )
}

function checkDeployment(verdict: Verdict | null): Finding {
  const title = 'A live widget deployment has the key'
  if (verdict === null) return unknown(title, 'Not checked, because the key is not one.')
  if (verdict !== 'not_live') return ok(title, 'The deployment is active.')
  return problem(
    title,
    'No live deployment has this key: it is unknown, revoked or expired, or its organization is suspended. This public page may not say which.',
    'Look at the `status` of your deployments. A revoked or expired one cannot be revived: create another and paste its snippet.',
  )
}

function checkOrigin(text: string): Finding {
  const title = 'The origin is written as browsers send it'
  const origin = normalizeOrigin(text)
  if (origin) return ok(title, `Pages say they come from \`${origin}\`.`)
  const meant = normalizeOrigin(URL.parse(text)?.origin ?? '')
  return problem(
    title,
    text === '' ? 'No origin was given.' : 'This is not an origin.',
    meant
      ? `An origin ends before the path: did you mean \`${meant}\`?`
      : 'Write `https://host` or `https://host:port`, with an international name in its `xn--` form. Pages opened from a file have no origin and cannot be allowed.',
  )
}

function checkAllowed(text: string, verdict: Verdict | null): Finding {
  const title = 'The origin is allowed'
  const origin = normalizeOrigin(text)
  if (!origin) return unknown(title, 'Not checked, because the origin is not one.')
  if (verdict === null || verdict === 'not_live') {
    return unknown(title, 'Not checked, because no live deployment has the key.')
  }
  if (verdict === 'allowed') {
    return ok(title, 'It stands in the list of the deployment and in that of the platform.')
  }
  return problem(
    title,
    `The service refuses pages of \`${origin}\`.`,
    `Add \`${origin}\` to the \`allowed_origins\` of the deployment; the match is exact, so \`www.\`, another scheme and another port are other origins. If it stands there, the operator must add it to \`SVC_WIDGET_ORIGINS\`.`,
  )
}

/** The service's own address must be one that the visitors of such a page can use. */
function checkAddress({ origin, publicUrl }: Asked): Finding {
  const title = 'Visitors can use the address of the service'
  const service = new URL(publicUrl)
  const page = URL.parse(normalizeOrigin(origin) ?? '')
  if (page && isLoopback(service.hostname) && !isLoopback(page.hostname)) {
    return problem(
      title,
      `The service calls itself \`${publicUrl}\`, which is each visitor's own computer.`,
      'Set `SVC_PUBLIC_URL` to the address under which visitors reach the service.',
    )
  }
  if (
    page?.protocol === 'https:' &&
    service.protocol === 'http:' &&
    !isLoopback(service.hostname)
  ) {
    return problem(
      title,
      `Browsers block \`${publicUrl}\` on a page that came over https.`,
      'Serve the service over https and set `SVC_PUBLIC_URL` to that address.',
    )
  }
  return ok(title, `It is \`${publicUrl}\`.`)
}

function checkPolicy({ policy, origin, publicUrl }: Asked): Finding {
  const title = 'The policy of the page lets the widget in'
  if (policy === '') {
    return unknown(
      title,
      'Not checked. If the page has a Content-Security-Policy, paste it into the form above.',
    )
  }
  const service = new URL(publicUrl)
  const blocked = blockedBy(policy, service, normalizeOrigin(origin) ?? '')
  if (blocked.length === 0) return ok(title, 'It lets the script and its requests through.')
  const names = blocked.map((name) => `\`${name}\``).join(' and ')
  return problem(
    title,
    `Its ${names} ${blocked.length === 1 ? 'leaves' : 'leave'} the service out.`,
    /'strict-dynamic'/i.test(policy)
      ? "With `'strict-dynamic'` no address counts for scripts: give the tag the nonce of the page."
      : `Add \`${service.origin}\` to ${names} of the page; where one is missing, begin it with what \`default-src\` says.`,
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
