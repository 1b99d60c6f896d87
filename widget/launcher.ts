import type { SparseBrand } from '../server/contract/branding.ts'
import { bootstrap, warn, watchPolicy } from './bootstrap.ts'
import styles from './launcher.css?inline'
import type { mountPanel, PanelHandle } from './panel.tsx'
import { appearanceOf, applyTheme } from './theme.ts'

/** Fetches the panel's module, which is somewhere else for a script tag than for a bundler. */
export type FetchPanel = (base: string) => Promise<{ mountPanel: typeof mountPanel }>

export type Launcher = ReturnType<typeof createLauncher>

/**
 * The small part that every page loads: it proves that the page may show the widget, draws the
 * button, and fetches the panel when a visitor first reaches for it. `host` is the element, `root`
 * its empty shadow root.
 */
export function createLauncher(host: HTMLElement, root: ShadowRoot, fetchPanel: FetchPanel) {
  const base = (host.getAttribute('base-url') ?? location.origin).replace(/\/+$/, '')
  const widgetKey = host.getAttribute('widget-key') ?? ''
  const inline = host.hasAttribute('inline')
  const life = new AbortController()
  const blocked = watchPolicy(base, life.signal)
  const theme = new CSSStyleSheet()
  let brand: SparseBrand = {}
  let button: HTMLButtonElement | null = null
  let panel: Promise<PanelHandle> | null = null
  const ready = begin()

  async function begin() {
    const allowed = await bootstrap({ base, widgetKey, blocked, signal: life.signal })
    if (!allowed || life.signal.aborted) return false
    brand = allowed
    root.adoptedStyleSheets = [sheet(styles), theme]
    refreshTheme()
    watchPageTheme()
    if (!inline) button = drawButton()
    tell('ready')
    if (inline || host.hasAttribute('open')) {
      void loadPanel().then((shown) => shown.open({ focus: false }), failed)
    }
    return true
  }

  function tell(type: string, detail: object = {}) {
    host.dispatchEvent(new CustomEvent(`svc:${type}`, { detail, bubbles: true, composed: true }))
  }

  function refreshTheme() {
    applyTheme(theme, brand, appearanceOf(host, brand))
  }

  function watchPageTheme() {
    const observer = new MutationObserver(refreshTheme)
    const attributeFilter = ['data-svc-theme', 'theme']
    observer.observe(document.documentElement, { attributeFilter })
    observer.observe(host, { attributeFilter })
    life.signal.addEventListener('abort', () => observer.disconnect())
  }

  function drawButton(): HTMLButtonElement {
    const drawn = document.createElement('button')
    drawn.type = 'button'
    drawn.className = 'launcher'
    drawn.setAttribute('aria-haspopup', 'dialog')
    drawn.setAttribute('aria-expanded', 'false')
    drawn.setAttribute('aria-label', brand.identity?.productName ?? 'Assistant')
    drawn.append(
      icon('closed', 'M21 11.5a8 8 0 0 1-11.7 7.1L4 20l1.4-4.8A8 8 0 1 1 21 11.5M9 10h7M9 13.5h4'),
      icon('opened', 'M6 9.5l6 6 6-6'),
    )
    drawn.addEventListener('click', () => void toggle())
    for (const intent of ['pointerenter', 'focus', 'touchstart']) {
      drawn.addEventListener(intent, () => void loadPanel().catch(ignore), { passive: true })
    }
    root.append(drawn)
    return drawn
  }

  /** Fetches the panel once; a failed attempt is forgotten, so that the next click tries again. */
  function loadPanel(): Promise<PanelHandle> {
    panel ??= mount().catch((error: unknown) => {
      panel = null
      throw error
    })
    return panel
  }

  async function mount(): Promise<PanelHandle> {
    const { mountPanel } = await fetchPanel(base)
    life.signal.throwIfAborted()
    return mountPanel(root, { base, widgetKey, brand, inline, host, tell, onToggle: shown })
  }

  function shown(open: boolean) {
    button?.setAttribute('aria-expanded', String(open))
    tell(open ? 'open' : 'close')
  }

  async function failed() {
    const directive = await blocked()
    warn(directive ? 'SVC103' : 'SVC101', directive ?? `no panel could be loaded from ${base}.`)
  }

  /** Runs on the panel as soon as there is one; never when the page may not show the widget. */
  async function withPanel(act: (panel: PanelHandle) => unknown) {
    if (!(await ready)) return
    await loadPanel().then(act, failed)
  }

  async function toggle() {
    await withPanel((panel) => (panel.isOpen() ? panel.close() : panel.open({ focus: true })))
  }

  return {
    toggle,
    open: () => withPanel((panel) => panel.open({ focus: true })),
    close: () => withPanel((panel) => panel.close()),
    forget: () => withPanel((panel) => panel.forget()),
    /** Opens the panel and asks, or only puts the cursor into the composer when there is no text. */
    ask: (text = '') => withPanel((panel) => panel.ask(text)),
    /** Ends everything and leaves the shadow root as it was. */
    leave() {
      life.abort()
      void panel?.then((mounted) => mounted.unmount(), ignore)
      button?.remove()
      root.adoptedStyleSheets = []
    },
  }
}

export function sheet(text: string): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync(text)
  return made
}

function icon(name: string, path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', name)
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

function ignore() {}
