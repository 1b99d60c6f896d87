import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import type { Engine, Key } from './engine.ts'

/** Code points of keys (WebDriver, “Keyboard actions”). */
const KEYS: Record<Key, string> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' }

/** Calls back when the next frame has been painted. */
const PAINT = 'requestAnimationFrame(() => requestAnimationFrame(() => arguments[0]()))'

interface Programs {
  /** WebKitWebDriver. */
  driver: string
  /** MiniBrowser, the window that it opens. */
  browser: string
}

/** Drives WebKitGTK by its WebDriver, on a display of its own (Xvfb). */
export async function startWebKit({ driver, browser }: Programs): Promise<Engine> {
  await using stack = new AsyncDisposableStack()
  const display = await startDisplay(stack)
  const port = await freePort()
  const home = await toolkitSettings(stack)
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', XDG_CONFIG_HOME: home }
  startProgram(stack, driver, [`--port=${port}`], env)
  const base = `http://127.0.0.1:${port}`
  await until(() => call(`${base}/status`, 'GET'))
  const { sessionId, capabilities } = (await call(`${base}/session`, 'POST', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
    },
  })) as Session
  const session = `${base}/session/${sessionId}`
  stack.defer(async () => {
    await call(session, 'DELETE')
  })
  return drive(session, { version: capabilities.browserVersion, owned: stack.move() })
}

interface Session {
  sessionId: string
  capabilities: { browserVersion: string }
}

interface Started {
  version: string
  owned: AsyncDisposableStack
}

function drive(session: string, { version, owned }: Started): Engine {
  const post = (path: string, body: object) => call(`${session}/${path}`, 'POST', body)
  const get = (path: string) => call(`${session}/${path}`, 'GET')
  const evaluate = (expression: string) =>
    post('execute/sync', { script: `return (${expression})`, args: [] })
  const act = (id: string, input: object, actions: object[]) =>
    post('actions', { actions: [{ id, ...input, actions }] })
  const point = (...actions: object[]) => act('mouse', { type: 'pointer' }, actions)

  async function type(text: string) {
    const strokes = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await act('keyboard', { type: 'key' }, strokes)
  }

  return {
    version,
    async visit(url) {
      await post('url', { url })
    },
    evaluate,
    async point(x, y) {
      const at = { x: Math.round(x), y: Math.round(y) }
      await point({ type: 'pointerMove', duration: 0, ...at })
    },
    async press() {
      await point({ type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 })
    },
    type,
    key: (name) => type(KEYS[name]),
    async resize(width, height) {
      const [outer, inner] = (await evaluate(
        '[[outerWidth, outerHeight], [innerWidth, innerHeight]]',
      )) as [[number, number], [number, number]]
      const frame = { width: width + outer[0] - inner[0], height: height + outer[1] - inner[1] }
      await post('window/rect', frame)
    },
    async picture() {
      // Without this the picture shows what was painted last.
      await post('execute/async', { script: PAINT, args: [] })
      return Buffer.from(String(await get('screenshot')), 'base64')
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Sends a WebDriver command and returns its value; throws what the driver refuses. */
async function call(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, body: body ? JSON.stringify(body) : null })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** A folder with settings of GTK: no animations, and a toolbar that fits a narrow window. */
async function toolkitSettings(stack: AsyncDisposableStack): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'svc-webkit-'))
  stack.defer(() => rm(home, { recursive: true }))
  const folder = join(home, 'gtk-3.0')
  await mkdir(folder)
  await writeFile(join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=false\n')
  await writeFile(join(folder, 'gtk.css'), '* { font-size: 1px; min-width: 0; padding: 0; }\n')
  return home
}

/** Starts Xvfb, which chooses a free display and writes its number to file descriptor 3. */
async function startDisplay(stack: AsyncDisposableStack): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp']
  const child = startProgram(stack, 'Xvfb', args, process.env)
  const [number] = (await once(child.stdio[3] as Readable, 'data')) as [Buffer]
  return `:${number.toString().trim()}`
}

function startProgram(
  stack: AsyncDisposableStack,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  stack.defer(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  })
  return child
}

async function until(succeeds: () => Promise<unknown>) {
  const deadline = performance.now() + 15_000
  for (;;) {
    try {
      return await succeeds()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(50)
    }
  }
}
