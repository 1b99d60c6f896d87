import type { PaletteColor } from '../server/branding/widget-theme.ts'
import type { SparseAppearance } from '../server/contract/appearance.ts'
import type { SparseBrand } from '../server/contract/branding.ts'
import { bootstrap, tellOwner, watchPolicy } from './bootstrap.ts'
import { failedText } from './failed.ts'
import styles from './launcher.css?inline'
import { createLook, createSheet, type Look } from './look.ts'
import type { mountPanel, PanelHandle } from './panel.tsx'
import { attempt, visitName } from './visitor.ts'

/** Platform colours of the button, inserted by the build. */
declare const BUTTON_PALETTE: readonly PaletteColor[]

/** Loads the panel's module; the script tag and the bundler package do so differently. */
export type FetchPanel = (base: string) => Promise<{ mountPanel: typeof mountPanel }>

export type Verb = 'open' | 'close' | 'toggle' | 'ask' | 'forget'
export type Launcher = ReturnType<typeof createLauncher>

/** Brand and look of a widget that the service has accepted on this page. */
interface Accepted {
  brand: SparseBrand
  look: Look
  /** Requests the bootstrap again, unless this page did. */
  refresh: () => void
}

/**
 * The small part that every page loads: requests the bootstrap, renders the button, and loads the
 * panel on hover, focus or click. `host` is the element, `root` its empty shadow root.
 */
export function createLauncher(host: HTMLElement, root: ShadowRoot, fetchPanel: FetchPanel) {
  const base = (host.getAttribute('base-url') ?? location.origin).replace(/\/+$/, '')
  const widgetKey = host.getAttribute('widget-key') ?? ''
  const inline = host.hasAttribute('inline')
  const lifecycle = new AbortController()
  const { signal } = lifecycle
  const blocked = watchPolicy(base, signal)
  const button = document.createElement('button')
  let panel: Promise<PanelHandle> | undefined
  const ready = begin()

  async function begin(): Promise<Accepted | undefined> {
    const answer = await bootstrap({ base, widgetKey, blocked, signal })
    if (!answer || signal.aborted) return
    const { brand, appearance } = answer.bootstrap
    adopt(appearance)
    const accepted = { brand, look: createLook(host, brand.theme), refresh: answer.refresh }
    root.adoptedStyleSheets = [createSheet(styles), accepted.look.sheet]
    accepted.look.setColors(BUTTON_PALETTE)
    watchColorScheme(accepted.look.applyColorScheme)
    if (!inline) drawButton(accepted)
    emit('ready')
    const isOpen = attempt(() => sessionStorage.getItem(visitName(widgetKey)))
    if (inline || isOpen || host.hasAttribute('open')) run(accepted, 'show')
    watchPage(accepted)
    return accepted
  }

  /** Sets what the owner chose as attributes; those of the tag win. */
  function adopt(appearance: SparseAppearance = {}) {
    for (const [field, value] of Object.entries(appearance)) {
      const name = field.replace('_', '-')
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      if (!host.hasAttribute(name)) host.setAttribute(name, text)
    }
  }

  function emit(type: string, detail: object = {}) {
    host.dispatchEvent(new CustomEvent(`svc:${type}`, { detail, bubbles: true, composed: true }))
  }

  function watchColorScheme(apply: () => void) {
    apply()
    const observer = new MutationObserver(apply)
    for (const element of [document.documentElement, host]) {
      observer.observe(element, { attributeFilter: ['data-svc-theme', 'theme'] })
    }
    signal.addEventListener('abort', () => observer.disconnect())
  }

  function drawButton(accepted: Accepted) {
    button.className = button.part.value = 'launcher'
    button.ariaHasPopup = 'dialog'
    button.ariaExpanded = 'false'
    button.textContent = host.getAttribute('launcher-label')
    if (!button.textContent) button.ariaLabel = accepted.brand.identity?.productName ?? 'Assistant'
    button.addEventListener('click', () => {
      // A second click while the panel is on its way would close it.
      if (button.ariaBusy !== 'true') run(accepted, 'toggle')
    })
    for (const intent of ['pointerenter', 'focus']) {
      button.addEventListener(intent, () => loadPanel(accepted).catch(ignore))
    }
    root.append(button)
    raise(accepted)
  }

  /** Puts the button into the top layer, above whatever the page stacks, moves or clips. */
  function raise({ look }: Accepted) {
    button.setAttribute('popover', 'manual')
    button.togglePopover(true)
    const { currentCSSZoom: zoom = 1 } = host as { currentCSSZoom?: number }
    if (zoom !== 1) look.set({ zoom: `${1 / zoom}` }, 'important')
  }

  /** Asks what elements of the page ask, and fills the field with what its address asks. */
  function watchPage(accepted: Accepted) {
    document.addEventListener(
      'click',
      (event) => {
        const asking = (event.target as Element).closest?.('[data-svc-ask]')
        if (!asking) return
        event.preventDefault()
        run(accepted, 'ask', asking.getAttribute('data-svc-ask') ?? '')
      },
      { signal },
    )
    const draft = new URLSearchParams(location.search).get('svc-ask')
    if (draft) run(accepted, 'fill', draft)
  }

  /** Loads the panel once; after a failure the next click tries again. */
  function loadPanel(accepted: Accepted): Promise<PanelHandle> {
    panel ??= mount(accepted).catch((error: unknown) => {
      panel = undefined
      throw error
    })
    return panel
  }

  async function mount(accepted: Accepted): Promise<PanelHandle> {
    const { mountPanel } = await fetchPanel(base)
    return mountPanel(root, { ...accepted, base, widgetKey, inline, host, emit, signal })
  }

  async function run(accepted: Accepted, verb: Verb | 'show' | 'fill', text = '') {
    button.ariaBusy = 'true'
    button.removeAttribute('title')
    const loaded = await loadPanel(accepted).catch(failed)
    button.ariaBusy = 'false'
    await loaded?.[verb](text)
  }

  async function failed() {
    if (signal.aborted) return
    button.title = failedText(host)
    tellOwner({ base, widgetKey }, await blocked())
  }

  return {
    /** Runs a verb once the panel is loaded; does nothing when the page may not show the widget. */
    async call(verb: Verb, text?: string) {
      const accepted = await ready
      if (accepted) await run(accepted, verb, text)
    },

    /** Raises button and panel again: browsers lower what is moved within the page. */
    async moved() {
      if (button.isConnected) button.togglePopover(true)
      const mounted = await panel?.catch(ignore)
      mounted?.moved()
    },

    /** Releases everything and empties the shadow root. */
    dispose() {
      lifecycle.abort()
      button.remove()
      root.adoptedStyleSheets = []
    },
  }
}

function ignore() {}
