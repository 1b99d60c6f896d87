/**
 * Runs before the real widget in the sandboxed frame of the preview, in place of the network and of
 * the page's storage: the frame has neither, and asks the console that holds it.
 */
import type { SvcChatElement } from '../../widget/element.ts'
import './frame.css'
import { createConversation } from './conversation.ts'
import type { FromFrame, Shown, ToFrame } from './messages.ts'

const root = document.documentElement
let bootstrap: object = {}
let begin = () => {}
const begun = new Promise<void>((resolve) => {
  begin = resolve
})

const tell = (message: FromFrame) => parent.postMessage(message, location.origin)
const conversation = createConversation(tell)
const stored = createStorage()
Object.defineProperty(window, 'localStorage', { value: stored })
Object.defineProperty(window, 'sessionStorage', { value: createStorage() })

window.fetch = async (input, init) => {
  const { pathname } = new URL(String(input))
  const [, path] = pathname.split('/svc/api/v1/widget/')
  // The panel's file is imported after it; the browser loads it then.
  if (path === undefined) return new Response(null)
  if (path !== 'bootstrap') return conversation.answer(path, init)
  await begun
  return Response.json(bootstrap)
}

addEventListener('message', ({ source, origin, data }: MessageEvent<ToFrame>) => {
  if (source !== parent || origin !== location.origin) return
  if (data.type === 'events') conversation.take(data)
  else if (data.type === 'ask') void widget()?.call('ask', data.text)
  else show(data.shown)
})

const widget = () => document.querySelector<SvcChatElement>('svc-chat')

function show({ brand, appearance, theme, dir }: Shown) {
  bootstrap = { status: 'active', brand, appearance }
  root.dir = dir
  root.lang = dir === 'rtl' ? 'ar' : 'en'
  root.style.colorScheme = root.dataset.svcTheme = theme
  for (const key of stored.keys()) if (key.endsWith(':bootstrap')) stored.removeItem(key)
  widget()?.replaceWith(newWidget())
  begin()
}

/** The widget takes its look from the bootstrap once, so another look is another widget. */
function newWidget(): HTMLElement {
  const element = document.createElement('svc-chat')
  element.setAttribute('widget-key', 'preview')
  element.setAttribute('base-url', location.origin)
  element.setAttribute('open', '')
  return element
}

/** A sandboxed page has no storage of its own. */
function createStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => values.set(name, value),
    removeItem: (name: string) => values.delete(name),
    keys: () => [...values.keys()],
  }
}

/** A widget that opens by itself takes the focus from whatever the reader is at. */
addEventListener('svc:open', () => {
  const focused = widget()?.shadowRoot?.activeElement
  if (focused instanceof HTMLElement) focused.blur()
  tell({ type: 'drawn' })
})
tell({ type: 'ready' })
