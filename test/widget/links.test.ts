import { expect } from 'chai'
import type { Citation } from '../../server/contract/conversation.ts'
import { linkTarget, passageAddress, passageLink } from '../../widget/links.ts'
import { CITED, LINK_CASES } from '../support/link-cases.ts'

describe('links in an answer', () => {
  const citations = CITED.map((url) => citation({ url }))

  it('lead to what is cited alone, by the rule of the server', () => {
    for (const [url, isAllowed] of LINK_CASES) {
      expect(linkTarget(url, citations), url).to.equal(isAllowed ? new URL(url).href : null)
    }
  })

  it('lead nowhere without citations', () => {
    expect(linkTarget('https://acme.test/', [citation({ url: null })])).to.equal(null)
  })
})

describe('links in a passage', () => {
  const cases: [url: string, isKept: boolean][] = [
    ['https://elsewhere.test/a?b#c', true],
    ['http://docs.test/b', true],
    ['http://elsewhere.test/', false],
    ['https://docs.test@elsewhere.test/', false],
    ['javascript:alert(1)', false],
    ['mailto:a@docs.test', false],
    ['/b', false],
  ]

  it('lead to secure pages and to the site of their document', () => {
    for (const [url, isKept] of cases) {
      expect(passageLink(url, 'http://docs.test/a'), url).to.equal(isKept ? url : null)
    }
  })
})

describe('the address of a passage', () => {
  const url = 'https://docs.test/terms'

  it('has the fragment of its heading', () => {
    const cited = citation({ url: `${url}#returns`, snippet: 'Return it within 30 days.' })

    expect(passageAddress(cited)?.href).to.equal(`${url}#returns`)
  })

  it('has a text fragment of its first whole words when it has no heading', () => {
    const long = `…Return-free items, as ${'many words '.repeat(20)}`
    const [, words = ''] = passageAddress(citation({ url, snippet: long }))?.hash.split('=') ?? []

    expect(words).to.match(/^Return%2Dfree%20items%2C%20as%20many/)
    expect(long).to.contain(decodeURIComponent(`${words}%20`))
    expect(decodeURIComponent(words).length).to.be.within(70, 85)
  })

  const around = { marker: 0, prefix: 'All is said before. ', suffix: ' Then comes the rest.' }

  it('leads to the quotation below its heading', () => {
    const quote = { ...around, exact: 'Return-free items, and more & more.' }

    expect(passageAddress(citation({ url: `${url}#returns` }), quote)?.hash).to.equal(
      '#returns:~:text=Return%2Dfree%20items%2C%20and%20more%20%26%20more.',
    )
    expect(passageAddress(citation({ url: `${url}#:~:text=Earlier` }), quote)?.hash).to.match(
      /^#:~:text=Return/,
    )
  })

  it('tells the place of a few words by the word before and behind', () => {
    const quote = { ...around, exact: 'Thirty days' }

    expect(passageAddress(citation({ url }), quote)?.hash).to.equal(
      '#:~:text=before.-,Thirty%20days,-Then',
    )
  })

  it('names a long quotation by its first and last words', () => {
    const exact = `It begins like this ${'and goes on '.repeat(9)}until it is over.`
    const quote = { marker: 0, exact, prefix: '', suffix: '' }

    expect(passageAddress(citation({ url }), quote)?.hash).to.equal(
      '#:~:text=It%20begins%20like%20this,until%20it%20is%20over.',
    )
  })

  it('names several items by words of the first and the last', () => {
    const exact = 'Open the lock. Pull the rope. Close the gate.'
    const quote = { marker: 0, exact, prefix: '', suffix: '' }
    const [, ends] = passageAddress(citation({ url }), quote)?.hash.split('=') ?? []

    expect(ends).to.equal('Open%20the%20lock.,Close%20the%20gate.')
  })

  it('is that of the document without heading and snippet', () => {
    expect(passageAddress(citation({ url, snippet: null }))?.href).to.equal(url)
    expect(passageAddress(citation({ url: null, snippet: 'Words.' }))).to.equal(null)
  })
})

function citation(fields: Partial<Citation>): Citation {
  const none = { title: '', url: null, snippet: null, anchor: null, score: null, quotes: [] }
  return { source_id: 's', ordinal: 1, ...none, ...fields }
}
