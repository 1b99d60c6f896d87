import { expect } from 'chai'
import { defineSvcChat, type SvcChatElement } from '../../widget/element.ts'

const brand = { identity: { productName: 'Harbor Help' } }
const realFetch = window.fetch
const realWarn = console.warn

/** Requests of the element, and console lines. */
let requests: { url: string; key: string | null }[]
let warnings: string[]
/** Calls on the fake panel. */
let acts: string[]
let fetches: number
/** Delays the panel's module. */
let arrival: Promise<unknown>

before(() => {
  defineSvcChat(async () => {
    fetches += 1
    const act = (verb: string) => (text: unknown) =>
      void acts.push(typeof text === 'string' ? `${verb} ${text}`.trim() : verb)
    const verbs = ['show', 'open', 'close', 'toggle', 'ask', 'forget', 'moved'] as const
    const handle = Object.fromEntries(verbs.map((verb) => [verb, act(verb)]))
    await arrival
    return {
      async mountPanel(_root, { signal }) {
        signal.throwIfAborted()
        signal.addEventListener('abort', act('end'))
        return handle as never
      },
    }
  })
})
beforeEach(() => {
  requests = []
  warnings = []
  acts = []
  fetches = 0
  arrival = Promise.resolve()
  localStorage.clear()
  answerWith(() => Response.json({ status: 'active', brand }))
  console.warn = (text: string) => void warnings.push(text)
})
afterEach(async () => {
  for (const element of document.querySelectorAll('svc-chat')) element.remove()
  await settled()
  window.fetch = realFetch
  console.warn = realWarn
})

describe('<svc-chat> (docs/behaviour.md#the-widget-in-a-page)', () => {
  it('requests the bootstrap with its key and no cookie', async () => {
    await place('widget-key="svc_wk_1" base-url="https://help.example/"')

    expect(requests.map(({ key }) => key)).to.deep.equal(['svc_wk_1'])
    expect(requests[0]?.url).to.match(
      /^https:\/\/help\.example\/svc\/api\/v1\/widget\/bootstrap\?v=\d+\.\d+\.\d+$/,
    )
  })

  it('draws a button labelled with the product name, and fetches nothing more', async () => {
    const element = await place()

    expect(button(element)?.ariaLabel).to.equal('Harbor Help')
    expect(button(element)?.ariaExpanded).to.equal('false')
    expect(fetches).to.equal(0)
  })

  for (const intent of ['pointerenter', 'focus', 'click']) {
    it(`fetches the panel at ${intent}, once`, async () => {
      const element = await place()

      button(element)?.dispatchEvent(new Event(intent))
      button(element)?.dispatchEvent(new Event(intent))
      await settled()
      expect(fetches).to.equal(1)
    })
  }

  it('runs calls of a script as soon as it is accepted', async () => {
    const element = create()
    document.body.append(element)

    await element.call('ask', 'How do I cancel?')
    expect(acts).to.deep.equal(['ask How do I cancel?'])
  })

  it('shows the panel at once and without a button when it is inline', async () => {
    const element = await place('inline')
    await settled()

    expect(button(element)).to.equal(null)
    expect(acts).to.deep.equal(['show'])
  })

  it('renders nothing on a refused page, with one console line: SVC101', async () => {
    answerWith(() => new Response('{}', { status: 403 }))
    const element = create('base-url="https://help.example" widget-key="svc_wk_1"')
    document.body.append(element)

    await element.call('open')
    expect(element.shadowRoot?.childElementCount).to.equal(0)
    expect(acts).to.deep.equal([])
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.match(/^SVC101: .*help\.example\/svc\/widget\/check\?key=svc_wk_1/)
  })

  it('logs nothing about a panel that arrives after it was removed', async () => {
    const element = await place()
    arrival = settled()

    button(element)?.click()
    element.remove()
    await settled()
    await settled()
    expect(fetches).to.equal(1)
    expect(acts).to.deep.equal([])
    expect(warnings).to.deep.equal([])
  })

  it('is the same element after it was moved', async () => {
    const element = await place()

    document.body.append(document.createElement('main'))
    document.querySelector('main')?.append(element)
    await settled()
    expect(requests).to.have.length(1)
    expect(button(element)).to.not.equal(null)
    document.querySelector('main')?.remove()
  })

  it('is emptied when it is removed, and starts again when it is put back', async () => {
    const element = await place()
    await element.call('open')

    element.remove()
    await settled()
    expect(acts).to.deep.equal(['open', 'end'])
    expect(element.shadowRoot?.childElementCount).to.equal(0)
    expect(element.shadowRoot?.adoptedStyleSheets).to.deep.equal([])

    await ready(element, () => document.body.append(element))
    expect(requests).to.have.length(2)
    expect(button(element)).to.not.equal(null)
  })

  it('is defined once, however often that is asked for', () => {
    const defined = customElements.get('svc-chat')

    defineSvcChat(() => Promise.reject(new Error('not this one')))
    expect(customElements.get('svc-chat')).to.equal(defined)
  })
})

function answerWith(respond: () => Response) {
  window.fetch = async (url, { headers, credentials } = {}) => {
    expect(credentials).to.equal('omit')
    requests.push({ url: `${url}`, key: new Headers(headers).get('X-SVC-Widget-Key') })
    return respond()
  }
}

function create(attributes = ''): SvcChatElement {
  const template = document.createElement('template')
  template.innerHTML = `<svc-chat ${attributes}></svc-chat>`
  return document.importNode(template.content, true).querySelector('svc-chat') as SvcChatElement
}

/** Adds an element and waits for `svc:ready`. */
async function place(attributes?: string): Promise<SvcChatElement> {
  const element = create(attributes)
  await ready(element, () => document.body.append(element))
  return element
}

function ready(element: HTMLElement, act: () => void): Promise<unknown> {
  return new Promise((resolve) => {
    element.addEventListener('svc:ready', resolve, { once: true })
    act()
  })
}

/** Resolves after all tasks that are already queued. */
function settled(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve))
}

function button(element: HTMLElement) {
  return element.shadowRoot?.querySelector<HTMLButtonElement>('.launcher') ?? null
}
