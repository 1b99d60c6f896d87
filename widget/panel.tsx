import { signal as createSignal } from '@preact/signals-core'
import { render } from 'preact'
import type { PaletteColor } from '../server/branding/widget-theme.ts'
import type { SparseBrand } from '../server/contract/branding.ts'
import { createApi, loadStreamReader } from './api.ts'
import { checkAttributes, readAttribute } from './attributes.ts'
import { createChat } from './chat.ts'
import { Panel } from './components/Panel.tsx'
import type { Previewed } from './components/panel-props.ts'
import { createExtras } from './extras.ts'
import { parseJson } from './json.ts'
import { createSheet, type Look } from './look.ts'
import { hasPlace, placeOf, scrollToPlace, storedPlace, storePlace } from './place.ts'
import { acceptable } from './send.ts'
import { type Strings, stringsFor } from './strings.ts'
import styles from './styles.css?inline'
import { createThrottle } from './throttle.ts'
import turnStyles from './turn.css?inline'
import { createVisitorMemory, visitName } from './visitor.ts'

/** Platform colours, and a CSS rule with the other theme properties, inserted by the build. */
declare const PALETTE: readonly PaletteColor[]
declare const SHAPE_RULE: string

export interface PanelOptions {
  base: string
  widgetKey: string
  brand: SparseBrand
  inline: boolean
  host: HTMLElement
  /** Dispatches `svc:<type>` on the element. */
  emit: (type: string, detail?: object) => void
  look: Look
  /** Aborted when the element leaves the page. */
  signal: AbortSignal
  /** Called when the visitor opens the panel, to learn of changes for the next page. */
  refresh: () => void
}

export type PanelHandle = Awaited<ReturnType<typeof mountPanel>>

/** In a window this small the panel is modal and covers the page. */
const SMALL = '(max-width:480px),(max-height:480px)'

/**
 * Renders the panel, closed, into the shadow root and restores the visitor's conversation. It is an
 * empty frame until its language is loaded. Removes it and ends its requests when `signal` aborts;
 * throws when `signal` is aborted already.
 */
export async function mountPanel(root: ShadowRoot, options: PanelOptions) {
  const { base, widgetKey, brand, inline, host, emit, look, signal, refresh } = options
  signal.throwIfAborted()
  checkAttributes(host)
  root.adoptedStyleSheets.unshift(createSheet(SHAPE_RULE + styles + turnStyles))
  look.setColors(PALETTE)
  const { typography, shape } = brand.theme ?? {}
  const properties = Object.entries({ ...typography, ...shape }).map(([key, value]) => [
    `--svc-${key}`,
    `${value}`,
  ])
  look.set(Object.fromEntries(properties))
  const launcher = root.querySelector<HTMLElement>('.launcher')
  const container = document.createElement('div')
  if (!inline) container.setAttribute('popover', 'manual')
  root.prepend(container)

  const memory = createVisitorMemory(widgetKey)
  const nextFrame = createThrottle()
  const api = createApi({ base, widgetKey, memory, fetch, setTimeout, nextFrame })
  const chat = createChat({ api, memory, emit })
  let isOpen = false
  /** Whether the visitor has opened the chat; before, nothing is stored in the page. */
  let isUsed = hasPlace(widgetKey)
  /** Whether another tab has changed the conversation since this one showed it. */
  let isStale = false
  let focusedBefore: HTMLElement | null
  const preview = createSignal<Previewed | null>(null)
  const extras = createExtras((css) => root.adoptedStyleSheets.push(createSheet(css)))
  const menu = createSignal(false)
  const frame = { inline, preview, menu, onClose: close }
  render(<Panel {...frame} />, container)
  const ready = stringsFor(host).then(fill)
  const restored = chat.restore()
  addEventListener('online', chat.resume, { signal })
  addEventListener('storage', onStorage, { signal })
  addEventListener('pagehide', keepPlace, { signal })
  addEventListener('pagehide', chat.leavePage, { signal })
  document.addEventListener('visibilitychange', catchUp, { signal })
  visualViewport?.addEventListener('resize', fitAboveKeyboard, { signal })
  container.addEventListener('input', prepare, { once: true })
  container.addEventListener('click', tellSource)
  signal.addEventListener('abort', () => {
    chat.unmount()
    render(null, container)
    container.remove()
  })

  function fill(strings: Strings) {
    if (signal.aborted) return
    const name = brand.identity?.productName ?? strings.assistant
    if (launcher?.ariaLabel) launcher.ariaLabel = name
    const greeting = host.getAttribute('greeting') ?? strings.greeting
    const suggestions = parseSuggestions(host.getAttribute('suggestions'))
    const privacyUrl = readAttribute(host, 'privacy-url')
    const content = {
      ...frame,
      chat,
      extras,
      brand,
      strings,
      name,
      greeting,
      suggestions,
      privacyUrl,
    }
    render(<Panel {...frame} content={content} />, container)
  }

  /** Stores in the page from now on: the visitor uses the chat. */
  function use() {
    isUsed = true
    refresh()
  }

  /** Loads what the first answer needs while its question is typed. */
  function prepare() {
    if (!isUsed) use()
    loadStreamReader().catch(ignore)
    extras.load()
  }

  /** Tells the page which source of an answer was opened. */
  function tellSource({ target }: Event) {
    const link = (target as Element).closest<HTMLAnchorElement>('.turn a, .preview a')
    if (link) emit('source', { url: link.href })
  }

  /** Insets the panel by the height of a screen keyboard, which overlays the page. */
  function fitAboveKeyboard() {
    const { height, offsetTop, scale } = visualViewport as VisualViewport
    const below = scale > 1 ? 0 : Math.max(0, innerHeight - height - offsetTop)
    look.set({ '--keyboard-inset': `${offsetTop}px 0 ${below}px` })
  }

  function onStorage({ key }: StorageEvent) {
    isStale ||= key === visitName(widgetKey)
    catchUp()
  }

  /** Shows what other tabs have asked; only while it is seen, as it takes a request. */
  function catchUp() {
    if (!isStale || !isOpen || document.hidden) return
    isStale = false
    void chat.follow()
  }

  function keepPlace() {
    const scroller = root.querySelector('.scroller')
    if (inline || !scroller || !isUsed) return
    const place = chat.following.peek() === 'end' ? null : placeOf(scroller)
    storePlace(widgetKey, isOpen ? place : '')
  }

  /** Scrolls to where the page before was left. */
  async function returnToPlace() {
    const place = storedPlace(widgetKey)
    await Promise.all([ready, restored])
    const scroller = root.querySelector('.scroller')
    if (place === null || !scroller || signal.aborted) return
    chat.following.value = 'below'
    await new Promise(requestAnimationFrame)
    scrollToPlace(scroller, place)
  }

  const dialog = root.querySelector('dialog')

  function toggled(open: boolean) {
    isOpen = open
    if (launcher) launcher.ariaExpanded = `${open}`
    emit(open ? 'open' : 'close')
  }

  /**
   * Opens without taking the focus, for pages that open the panel by themselves. A hidden widget
   * stays closed: a modal dialog that is not rendered would still block the page.
   */
  function show() {
    if (host.hidden || isOpen) return
    focusedBefore = (root.activeElement ?? document.activeElement) as HTMLElement | null
    raise()
    toggled(true)
    catchUp()
  }

  /** Shows the panel in the top layer: above the launcher and whatever the page stacks. */
  function raise() {
    if (matchMedia(SMALL).matches) return dialog?.showModal()
    // The box around the dialog, as a dialog would take the focus.
    if (!inline) container.togglePopover(true)
    dialog?.toggleAttribute('open', true)
  }

  async function open() {
    if (!isOpen) use()
    show()
    await ready
    // The keyboard of a phone would cover the greeting and the questions.
    const first = matchMedia('(pointer:coarse)').matches ? '.content' : 'textarea'
    root.querySelector<HTMLElement>(first)?.focus({ preventScroll: true })
  }

  function close() {
    if (!isOpen || inline) return
    toggled(false)
    dialog?.close()
    container.togglePopover(false)
    // The focus stays on the launcher when the earlier element is gone or there was none.
    for (const back of [launcher, focusedBefore]) back?.focus({ preventScroll: true })
  }

  void returnToPlace()
  // Render in one task and open in the next, so that neither blocks the page for long.
  await new Promise((resolve) => setTimeout(resolve))
  return {
    show,
    open,
    close,
    toggle: () => (isOpen ? close() : open()),

    /** Raises a panel that was moved; its transcript lost its place, and goes to its end. */
    moved() {
      dialog?.close()
      if (isOpen) raise()
      root.querySelector('.scroller')?.scrollTo(0, 1e9)
    },

    /** Opens the panel and asks; without text it only focuses the composer. */
    ask(text: string) {
      void open()
      menu.value = false
      return chat.ask(text)
    },

    /** Opens the panel with a question in its field, which the visitor may send. */
    fill(text: string) {
      chat.draft.value ||= acceptable(text)
      show()
    },

    forget: chat.forget,
  }
}

/** Parses the starter questions, a JSON array; malformed JSON yields none. */
function parseSuggestions(text: string | null): string[] {
  return [parseJson(text) ?? []].flat().slice(0, 6).map(String)
}

function ignore() {}
