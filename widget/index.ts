import { defineSvcChat, type SvcChatElement } from './element.ts'
import type { Verb } from './launcher.ts'
import { warn } from './warn.ts'

/** Path of the built panel below the service's `/svc/`. */
declare const PANEL_FILE: string

type Call = [verb: Verb, text?: string] | [on: 'on', event: string, handler: EventListener]

interface Svc {
  (...call: Call): void
  /** Queue of a stub: calls that the page made before this script arrived. */
  q?: Iterable<Call>
  loaded?: true
}

declare global {
  interface Window {
    svc?: Svc
  }
}

/** Entry of the script tag: accepts calls at once, and adds the element when the page is idle. */
function start(script: HTMLScriptElement) {
  const element = createElement(script)
  const begun = begin(element)
  const svc: Svc = (...call) => {
    if (call[0] === 'on') element.addEventListener(call[1], call[2])
    else void begun.then(() => element.call(...call))
  }
  svc.loaded = true
  const waiting = window.svc?.q ?? []
  window.svc = svc
  for (const call of waiting) svc(...call)
}

async function begin(element: SvcChatElement) {
  await pageIdle()
  defineSvcChat(fetchPanel)
  document.body.append(element)
  keepOnPage(element)
}

/**
 * Appends the element again when the page replaces its content or its body, as client-side routers
 * do. Stops when the page removes the element by itself, until it is added again.
 */
function keepOnPage(element: SvcChatElement) {
  const observer = new MutationObserver((records) => {
    const swapped = records.some(
      ({ removedNodes: nodes }) =>
        (nodes.length > 1 || nodes[0] !== element) &&
        [...nodes].some((node) => node.contains(element)),
    )
    if (!element.isConnected && swapped) document.body.append(element)
    if (element.isConnected) watch()
    else observer.disconnect()
  })
  const watch = () => {
    observer.observe(document.documentElement, { childList: true })
    observer.observe(document.body, { childList: true })
  }
  watch()
  element.addEventListener('svc:ready', watch)
}

/**
 * Imports the panel that this script was built with. Fetches it first, because browsers remember a
 * failed import and never request that module again; the import then comes from the cache.
 */
async function fetchPanel(base: string) {
  const address = `${base}/svc/${PANEL_FILE}`
  const { ok } = await fetch(address)
  if (!ok) throw address
  return import(/* @vite-ignore */ address)
}

/** Resolves in the first idle period after the page's `load` event. */
function pageIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    const idle = () =>
      window.requestIdleCallback?.(resolve, { timeout: 2000 }) ?? setTimeout(resolve, 200)
    if (document.readyState === 'complete') idle()
    else addEventListener('load', idle, { once: true })
  })
}

/** `data-x` of the tag is `x` of the element. */
function createElement(script: HTMLScriptElement): SvcChatElement {
  const element = document.createElement('svc-chat')
  for (const { name, value } of script.attributes) {
    if (name.startsWith('data-')) element.setAttribute(name.slice(5), value)
  }
  element.setAttribute('base-url', script.src.replace(/\/svc\/widget[./].*$/, ''))
  return element
}

// Module scripts and some script loaders run it without `currentScript`.
const script = document.currentScript ?? document.querySelector('[data-widget-key]')
if (window.svc?.loaded) warn('SVC105', 'this script is on the page twice.')
else if (script) start(script as HTMLScriptElement)
