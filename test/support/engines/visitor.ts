import { setTimeout as delay } from 'node:timers/promises'
import { misfits } from '../widget-geometry.ts'
import type { WidgetServer } from '../widget-server.ts'
import type { Engine } from './engine.ts'

const TIMEOUT_MS = 8000

type Args = (string | number)[]
/** Runs in the page, with the shadow root of the widget. */
type Read<Result, Rest extends Args> = (root: ShadowRoot, ...rest: Rest) => Result

interface Point {
  x: number
  y: number
}

/** Somebody on a website with the widget, whose elements are named by selectors. */
export type Visitor = ReturnType<typeof createVisitor>

/** Every action waits for what it needs, and throws when it does not come in time. */
export function createVisitor(engine: Engine, server: WidgetServer) {
  function read<Result, Rest extends Args>(look: Read<Result, Rest>, ...rest: Rest) {
    const args = ['document.querySelector("svc-chat")?.shadowRoot', ...rest.map(quoted)]
    return engine.evaluate(`(${look})(${args.join()})`) as Promise<Result>
  }

  /** Waits until `look` returns a true value. */
  async function until<Rest extends Args>(
    expected: string,
    look: Read<boolean | undefined, Rest>,
    ...rest: Rest
  ) {
    await poll(expected, async () => (await read(look, ...rest)) || undefined)
  }

  const sees = (selector: string, text = '') =>
    until(`sees ${selector} ${text}`, isVisible, selector, text)

  /** Moves the pointer to an element once it stays in its place. */
  async function hover(selector: string, text = '') {
    let before: Point | null = null
    const at = await poll(`can reach ${selector} ${text}`, async () => {
      const now = await read(reach, selector, text)
      const still = now !== null && now.x === before?.x && now.y === before.y
      before = now
      return still ? now : undefined
    })
    await engine.point(at.x, at.y)
  }

  async function click(selector: string, text = '') {
    await hover(selector, text)
    await engine.press()
  }

  async function open() {
    await engine.visit(server.url)
    await click('.launcher')
    await hasFocus('textarea')
  }

  async function ask(text: string) {
    await click('.composer textarea')
    await engine.type(text)
    await engine.key('Enter')
  }

  const hasFocus = (selector: string) =>
    until(
      `${selector} has the focus`,
      (root, selector) => {
        return root.activeElement?.matches(selector)
      },
      selector,
    )

  return {
    server,
    read,
    until,
    sees,
    hover,
    click,
    open,
    ask,
    hasFocus,
    type: engine.type,
    key: engine.key,

    async resize(width: number, height: number) {
      await engine.resize(width, height)
      await poll(`the window is ${width} by ${height}`, async () => {
        const size = await engine.evaluate('[innerWidth, innerHeight].join(" ")')
        return size === `${width} ${height}` || undefined
      })
    },

    reload: () => engine.visit(server.url),

    misses: (selector: string) =>
      until(`${selector} is gone`, (root, selector) => !root.querySelector(selector), selector),

    /** Opens the panel, asks, and waits for the whole answer. */
    async openAndAsk(text: string) {
      await open()
      await ask(text)
      await sees('.actions')
    },

    /** Waits until the service has got a request that `matches`. */
    async sent(expected: string, matches: (request: WidgetServer['requests'][number]) => boolean) {
      await poll(expected, async () => server.requests.some(matches) || undefined)
    },

    /** Throws when the layout has a fault, or the page an error or a violation of its policy. */
    async isSound() {
      const faults = await engine.evaluate(`[...(${misfits})(), ...faults]`)
      if (String(faults)) throw new Error((faults as string[]).join('; '))
    },
  }
}

/** Polls until `look` returns a value. */
async function poll<Value>(
  expected: string,
  look: () => Promise<Value | undefined>,
): Promise<Value> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const value = await look()
    if (value !== undefined) return value
    if (performance.now() > deadline) throw new Error(`not so: ${expected.trim()}`)
    await delay(30)
  }
}

function quoted(value: string | number): string {
  return JSON.stringify(value)
}

/** Runs in the page: whether an element with this text is visible. */
function isVisible(root: ShadowRoot | undefined, selector: string, text: string): boolean {
  return [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].some(
    (element) => element.checkVisibility() && element.innerText.includes(text),
  )
}

/** Runs in the page: the middle of the first element with this text, once a click would meet it. */
function reach(root: ShadowRoot | undefined, selector: string, text: string): Point | null {
  const element = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
    ({ innerText, ariaLabel }) => `${innerText} ${ariaLabel}`.includes(text),
  )
  element?.scrollIntoView({ block: 'nearest' })
  const [box] = element?.getClientRects() ?? []
  if (!root || !element || !box) return null
  const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  return element.contains(root.elementFromPoint(point.x, point.y)) ? point : null
}
