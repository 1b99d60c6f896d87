import type { PinnedScript } from '../assets.ts'
import { escapeHtml } from '../escape-html.ts'
import { htmlPage } from '../html-page.ts'
import { type Finding, isWidgetKey } from './findings.ts'

interface Shown {
  /** Untrusted input, as it was sent. */
  key: string
  origin: string
  policy: string
  /** `base_url`, without a slash at its end. */
  publicUrl: string
  pinnedScript: PinnedScript | null
  found: Finding[]
  scriptPath: string
}

/** Renders the check page with its style inline; it loads only its own script. */
export function renderCheck(shown: Shown) {
  const { key, origin, policy, publicUrl, pinnedScript, found, scriptPath } = shown
  const asked = [key, origin, policy].some(Boolean)
  // The tag to paste must not contain text that somebody put into a link to this page.
  const knownKey = isWidgetKey(key) ? key : ''
  const shownKey = knownKey || 'svc_wk_…'
  const integrity = pinnedScript?.integrity ?? ''
  return htmlPage({
    title: 'Widget check',
    style: checkStyle,
    body: `<main>
<h1>Why is the widget not showing?</h1>
<form method="get">
<label>Widget key <input name="key" value="${knownKey}" placeholder="svc_wk_…" autocomplete="off" spellcheck="false"></label>
<label>Origin of the page <input name="origin" value="${escapeHtml(origin)}" placeholder="https://www.example.com" autocomplete="off" spellcheck="false"></label>
<label>Content-Security-Policy of the page, if it has one <textarea name="policy" rows="3" spellcheck="false">${escapeHtml(policy)}</textarea></label>
<button>Check</button>
</form>
${asked ? `<h2>Checks by the service</h2>\n<ul>${found.map((finding) => renderFinding(finding)).join('\n')}</ul>` : ''}
<h2>Checks by this browser</h2>
<ul>
${renderFinding({ ...waiting, title: 'The script can be fetched' }, 'script')}
${renderFinding({ ...waiting, title: 'The API can be reached' }, 'api')}
</ul>
<h2>What the page needs</h2>
<p>The script tag, before <code>&lt;/body&gt;</code>:</p>
${code(`<script async src="${publicUrl}/svc/widget.js" data-widget-key="${shownKey}"></script>`)}
${pinnedScript ? pinnedSnippet(publicUrl, pinnedScript, shownKey) : ''}
<p>If the page has a Content-Security-Policy, two of its directives must allow the service; a missing directive falls back to <code>default-src</code>:</p>
${code(policyFor(new URL(publicUrl).origin))}
<p>A brand with images also needs their addresses in <code>img-src</code>. The widget needs no inline styles or scripts and works with Trusted Types. When the policy blocks the widget, the browser's console shows <code>SVC103</code> with the name of the directive.</p>
<p>If every check is OK and a page is still refused, see the deployment's refusals: <code>GET /widget-deployments/{deployment_id}/refusals</code> lists each refused origin of the last 24 hours with the reason.</p>
</main>
<script src="${scriptPath}" data-base="${escapeHtml(publicUrl)}" data-integrity="${integrity}"></script>`,
  })
}

const waiting: Finding = {
  title: '',
  state: 'unknown',
  text: 'Not checked yet. This check needs JavaScript.',
  advice: '',
}

const WORDS = { ok: 'OK', problem: 'Problem', unknown: 'Not checked' }

function renderFinding({ title, state, text, advice }: Finding, id?: string) {
  const named = id === undefined ? '' : ` id="${id}"`
  return `<li${named} data-state="${state}"><i>${WORDS[state]}</i><b>${escapeHtml(title)}</b>
<span class="text">${inline(text)}</span>${advice && `<p>${inline(advice)}</p>`}</li>`
}

function pinnedSnippet(publicUrl: string, { path, integrity }: PinnedScript, key: string): string {
  const tag = `<script async src="${publicUrl}${path}" integrity="${integrity}" crossorigin="anonymous" data-widget-key="${key}"></script>`
  return `<p>Or pin the current version: the browser then refuses any other script. The pinned version stays in use when the service is upgraded; come back here for a new tag when you want the new version.</p>\n${code(tag)}`
}

function policyFor(origin: string): string {
  return `script-src ${origin};\nconnect-src ${origin};`
}

function code(text: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`
}

function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export const checkStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1a1d21, #e8eaed);
  --muted: light-dark(#565d66, #a6adb7);
  --line: light-dark(#dfe3e8, #343a42);
  --ground: light-dark(#ffffff, #15181c);
  --sunken: light-dark(#f5f6f8, #1d2126);
  --accent: light-dark(#1c3fc4, #9db1ff);
  --ok: light-dark(#116b39, #7fd6a2);
  --problem: light-dark(#a3231b, #ff9c93);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif }
main { max-inline-size: 46rem; margin-inline: auto; padding: 2rem 1.25rem 4rem }
h1 { font-size: 1.6rem; line-height: 1.25 }
h2 { margin-block: 2.25rem 0.75rem; font-size: 1.15rem }
form { display: grid; gap: 0.75rem }
label { display: grid; gap: 0.25rem; font-size: 0.9rem; font-weight: 600 }
input, textarea, button { padding: 0.5rem 0.75rem; border: 1px solid var(--muted); border-radius: 0.375rem; background: var(--ground); color: inherit; font: 1rem ui-monospace, monospace }
button { justify-self: start; border-color: transparent; background: var(--accent); color: var(--ground); font: 600 1rem system-ui, sans-serif; cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
ul { margin: 0; padding: 0; list-style: none }
li { display: grid; grid-template-columns: 1fr auto; gap: 0.125rem 1rem; padding: 0.75rem 0; border-block-start: 1px solid var(--line) }
li b { font-weight: 600 }
li :is(.text, p) { grid-column: 1; margin: 0 }
.text { color: var(--muted) }
i { grid-area: 1 / 2; align-self: start; padding: 0.05rem 0.6rem; border-radius: 1rem; background: var(--sunken); color: var(--muted); font: 600 0.85rem/1.7 system-ui, sans-serif }
[data-state="ok"] i { color: var(--ok) }
[data-state="problem"] i { background: var(--problem); color: var(--ground) }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875em }
code { overflow-wrap: anywhere }
pre { margin: 0.5rem 0 1rem; padding: 0.75rem; border-radius: 0.375rem; background: var(--sunken); white-space: pre-wrap }
`
