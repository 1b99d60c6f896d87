import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../../test/support/engines/engine.ts'
import { passageAddress } from '../../widget/links.ts'
import { type Finding, judge, notRun } from '../table.ts'

/** The end of a page, as a generator writes it, and a quotation there as a reader sees it. */
const pages: Record<string, { html: string; exact: string }> = {
  VitePress: {
    html: '<h2 id="fees" tabindex="-1">Fees <a class="header-anchor" href="#fees" aria-label="Permalink">&#8203;</a></h2><p>A <strong>mooring</strong> costs <code>15</code> euros per night, and <a href="/x">showers</a> are free.</p>',
    exact: 'A mooring costs 15 euros per night, and showers are free.',
  },
  Docusaurus: {
    html: '<h2 class="anchor" id="fees">Fees<a href="#fees" class="hash-link" aria-label="Direct link to Fees">​</a></h2><ul><li>Open the lock.</li><li>Pull the <em>long</em> rope until the gate moves.</li><li>Close the gate.</li></ul>',
    exact: 'Open the lock. Pull the long rope until the gate moves. Close the gate.',
  },
  MkDocs: {
    html: '<h2 id="fees">Fees<a class="headerlink" href="#fees" title="Permanent link">&para;</a></h2><div class="md-typeset__table"><table><tr><th>Berth</th><th>Price</th></tr><tr><td>The berths at the northern pier</td><td>20 euros for each night</td></tr></table></div>',
    exact: 'The berths at the northern pier 20 euros for each night',
  },
  Sphinx: {
    html: '<section id="fees"><h2>Fees<a class="headerlink" href="#fees" title="Link to this heading">#</a></h2><p>Set <code class="docutils literal notranslate"><span class="pre">berth</span> <span class="pre">price</span></code> first.</p></section>',
    exact: 'Set berth price first.',
  },
}

/** A page on which a browser that follows text fragments finds the words. */
const PLAIN = { html: '<p>Plain words of their own.</p>', exact: 'Plain words of their own.' }

const FILLER = '<p style="height: 3000px">Much is said before it.</p>'
const LOAD_MS = 1000

/** Whether a link of the card leads a browser to the quotation, on pages of four generators. */
export async function findPlaces(engine: Engine): Promise<Finding[]> {
  const server = createServer(({ url = '' }, response) => {
    const [, name = '', isLink] = /^\/(\w+)(\/link)?/.exec(url) ?? []
    const { html, exact } = pages[name] ?? PLAIN
    const quote = { marker: 0, exact, prefix: 'Fees ', suffix: '' }
    const address = passageAddress({ url: `${base()}/${name}`, snippet: null }, quote)
    const link = `<a href="${address?.href}" style="position: fixed; inset: 0">There</a>`
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>A</title>${isLink ? link : FILLER + html + FILLER}`)
  })
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const findings: Finding[] = []
  try {
    const follows = (await scrolledBy(engine, `${base()}/Plain/link`)) > 0
    for (const name of Object.keys(pages)) {
      const title = `leads to a quotation in a page of ${name}`
      const y = follows ? await scrolledBy(engine, `${base()}/${name}/link`) : 0
      const faults = y > 1000 && y < 3200 ? [] : [`the page is scrolled to ${y}`]
      findings.push(follows ? judge(title, faults) : notRun(title, 'it follows no text fragments'))
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
  return findings
}

/** How far down a page is after a click, as browsers follow text fragments for people alone. */
async function scrolledBy(engine: Engine, link: string): Promise<number> {
  await engine.visit(link)
  await engine.point(100, 100)
  await engine.press()
  await pause(LOAD_MS)
  return Number(await engine.evaluate('scrollY'))
}
