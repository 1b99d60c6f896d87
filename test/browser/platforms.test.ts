/**
 * The widget on pages as common platforms make them: where their scripts stand, how tag managers
 * and optimizers insert a tag, and how routers change a page (demo-site/knowledge/platforms.md).
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import { answered, widgetKey } from '../support/widget-server.ts'

const documentation = readFileSync(
  join(import.meta.dirname, '../../demo-site/knowledge/platforms.md'),
  'utf8',
)
const KEY = `data-widget-key="${widgetKey}"`

const widget = useWidget()
const { open, ask, shown } = widget
let page: Page
/** Address of the widget's script. */
let src: string
/** The website, and the platform that makes its pages. */
let site: Server
let url: string
let shownPlatform: Pick<Platform, 'html' | 'policy'>

beforeAll(async () => {
  site = createServer((_request, response) => {
    const { html, policy } = shownPlatform
    response.setHeader('Content-Type', 'text/html')
    if (policy) response.setHeader('Content-Security-Policy', policy())
    response.end(`<!doctype html>${html()}`)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => {
  site.closeAllConnections()
  site.close()
})

beforeEach(() => {
  page = widget.page
  src = `${widget.server.base}/svc/widget.js`
  widget.server.state.script = answered('Thirty days.')
})

interface Platform {
  name: string
  html: () => string
  /** Goes to another page as the platform's router does; by default with a new load. */
  goOn?: (root: Element | null) => void
  /** Selector of the element that `goOn` is given. */
  root?: string
  policy?: () => string
  warnings?: string[]
}

const platforms: Platform[] = [
  {
    name: 'WordPress, enqueued with a version',
    html: () => `<head><title>Shop</title></head><body class="home wp-embed-responsive">
      <div class="wp-site-blocks"><main><h1>Shop</h1></main></div>
      <script>window.wpEmoji = {}</script>
      <script src="${src}?ver=1.0" id="assistant-js" async data-wp-strategy="async" ${KEY}></script>`,
  },
  {
    name: 'WordPress, delayed by an optimizer until the first key or pointer',
    html: () => `<body class="home"><main><h1>Shop</h1></main>
      <script type="rocketlazyloadscript" data-rocket-src="${src}" async ${KEY}></script>
      <script>
        addEventListener('load', () => setTimeout(() => {
          for (const old of document.querySelectorAll('[type=rocketlazyloadscript]')) {
            const script = document.createElement('script')
            for (const { name, value } of old.attributes) {
              if (name !== 'type') script.setAttribute(name.replace('data-rocket-', ''), value)
            }
            old.replaceWith(script)
          }
        }))
      </script>`,
  },
  {
    name: 'Shopify, whose theme replaces sections',
    html: () => `<body class="gradient"><div id="shopify-section-header" class="shopify-section"></div>
      <main id="MainContent"><div class="shopify-section"><h1>Shop</h1></div></main>
      <script async src="${src}" ${KEY}></script>`,
    root: '.shopify-section:has(h1)',
    goOn: (root) => root?.replaceChildren('Another page'),
  },
  {
    name: 'Docusaurus, with the tag in the head',
    html: () => `<html lang="en" class="docs-wrapper plugin-docs" data-has-hydrated="false"><head>
      <script src="${src}" async ${KEY}></script></head>
      <body><div id="__docusaurus"><main><h1>Docs</h1></main></div>`,
    root: '#__docusaurus',
    goOn: (root) => {
      history.pushState(null, '', '/second')
      root?.replaceChildren('Another page')
    },
  },
  {
    name: 'MkDocs, whose theme loads pages instantly',
    html: () => `<body dir="ltr" data-md-color-scheme="default">
      <div class="md-container" data-md-component="container"><main><h1>Docs</h1></main></div>
      <script id="__config" type="application/json">{"features": ["navigation.instant"]}</script>
      <script async src="${src}" ${KEY}></script>`,
    root: '[data-md-component=container]',
    goOn: (root) => {
      history.pushState(null, '', '/second')
      const next = document.createElement('div')
      next.textContent = 'Another page'
      root?.replaceWith(next)
    },
  },
  {
    name: 'React, whose strict mode runs an effect twice',
    html: () => `<body><div id="root"></div><script>
        const effect = () => {
          const script = document.createElement('script')
          script.async = true
          script.src = '${src}'
          script.dataset.widgetKey = '${widgetKey}'
          document.head.append(script)
          return () => script.remove()
        }
        effect()()
        effect()
      </script>`,
    root: '#root',
    goOn: (root) => root?.replaceChildren('Another page'),
    warnings: ['SVC105'],
  },
  {
    name: 'Next.js, whose <Script> inserts the tag after hydration',
    html: () => `<body><main><h1>Home</h1></main><script>
        addEventListener('DOMContentLoaded', () => {
          const script = document.createElement('script')
          script.src = '${src}'
          script.setAttribute('data-widget-key', '${widgetKey}')
          script.setAttribute('data-nscript', 'afterInteractive')
          document.body.appendChild(script)
        })
      </script>`,
    root: 'main',
    goOn: (root) => root?.replaceChildren('Another page'),
  },
  {
    name: 'Webflow, with custom code after its own scripts',
    html: () => `<html data-wf-page="1" data-wf-site="2" class="w-mod-js"><body><h1>Site</h1>
      <script>window.Webflow = []</script>
      <script async src="${src}" ${KEY}></script>`,
  },
  {
    name: 'Google Tag Manager, under a policy with strict-dynamic',
    policy: () =>
      `script-src 'nonce-abc' 'strict-dynamic'; connect-src ${widget.server.base}; object-src 'none'`,
    html: () => `<body><h1>Site</h1><script nonce="abc">
        // Of a tag, it keeps type, id, charset, text and src.
        const script = document.createElement('script')
        script.async = false
        script.text = ${JSON.stringify(codeForTagManager())}
        script.setAttribute('nonce', 'abc')
        document.body.insertBefore(script, null)
      </script>`,
  },
  {
    name: 'a bundler that turns the tag into a module, without currentScript',
    html: () => `<body><h1>Site</h1><script type="module" src="${src}" ${KEY}></script>`,
  },
  {
    name: 'a router that replaces the body and runs its scripts again',
    html: () => `<body><h1>Site</h1><script async src="${src}" ${KEY}></script>`,
    root: 'body',
    goOn: (root) => {
      const body = document.createElement('body')
      const script = document.createElement('script')
      for (const { name, value } of root?.querySelector('script[src]')?.attributes ?? []) {
        script.setAttribute(name, value)
      }
      body.append('Another page', script)
      root?.replaceWith(body)
    },
    warnings: ['SVC105'],
  },
]

describe('shows one widget, which keeps its conversation from page to page', () => {
  test.each(platforms.map((platform) => [platform.name, platform] as const))(
    '%s',
    async (...row) => {
      const [, platform] = row
      shownPlatform = platform
      await page.goto(url)
      await page.locator('.launcher').waitFor()
      await open()
      await ask('How long?')
      await shown('Thirty days.')

      await goOn(platform)

      await shown('Thirty days.')
      expect(await page.locator('svc-chat').count()).toBe(1)
      expect(await page.locator('dialog').isVisible()).toBe(true)
      // Once for the launcher, and once for the panel.
      expect(bootstraps()).toBe(2)
      await expect
        .poll(() => widget.logged.map((line) => line.slice(0, 6)))
        .toEqual(platform.warnings ?? [])
    },
  )
})

test('a tag manager that drops data attributes is told to the owner, who sees an empty key', async () => {
  widget.server.state.refuseBootstrap = 401
  shownPlatform = { html: () => `<body><h1>Site</h1><script async src="${src}"></script>` }
  await page.goto(url)

  await expect.poll(widget.warnings).toEqual([expect.stringMatching(/^SVC101: .*key=&origin=/)])
  expect(await page.locator('.launcher').count()).toBe(0)
})

async function goOn({ goOn: change, root }: Platform) {
  if (!change) return page.goto(`${url}/second`)
  await page.locator(root ?? 'html').evaluate(change)
  return page.getByText('Another page').waitFor()
}

/** The code that the documentation gives for Google Tag Manager, for this service. */
function codeForTagManager(): string {
  const section = documentation.split('with Google Tag Manager?')[1] ?? ''
  const [, code = ''] = /```html\n<script>\n(.*?)<\/script>/s.exec(section) ?? []
  return code
    .replace('https://assistant.example.com', widget.server.base)
    .replace('svc_wk_…', widgetKey)
}

function bootstraps(): number {
  return widget.server.requests.filter(({ path }) => path.includes('/bootstrap?')).length
}
