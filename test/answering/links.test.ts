import * as fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { checkAnswer } from '../../server/answering/cited/check-answer.ts'
import { createAllows, keepCitedLinks } from '../../server/answering/cited/links.ts'
import { CITED, LINK_CASES } from '../support/link-cases.ts'

test.each(LINK_CASES)('a link to %j: %s', (address, isAllowed) => {
  expect(createAllows(CITED)(address)).toBe(isAllowed)
})

const cited = [
  { url: 'https://acme.test/docs/plans#limits' },
  { url: 'https://help.test:8443/a?b=c' },
  { url: null },
]

const kept = [
  'See [Plans](https://acme.test/docs/plans) [1].',
  'See [Plans](https://acme.test/docs/plans#limits "The limits") [1].',
  'See [Plans](<https://acme.test/docs/plans/starter>) [1].',
  'See [Plans](https://acme.test/docs/plans/starter/#price) [1].',
  'See [Plans](HTTPS://ACME.test:443/docs/plans) [1].',
  'See [Help](https://help.test:8443/a?b=c) [2].',
  'See <https://acme.test/docs/plans> [1].',
  'See https://acme.test/docs/plans/starter. [1]',
  'See [Plans][p] [1].\n\n[p]: https://acme.test/docs/plans',
  'Call `https://evil.test/x` [1].',
  '```\n[a](https://evil.test)\n```\n[1]',
  'A list of `Array<string>`, a [task] and an array[0] [1].',
  'Array<string> and a < b > c &amp; d [1].',
  'Mail support@acme.test [1].',
  'Open **https://\\<your domain>/admin** [1].',
]

const taken: [rule: string, text: string, rest: string][] = [
  ['another site', 'See [it](https://evil.test/docs/plans).', 'See it.'],
  ['another page of the site', 'See [it](https://acme.test/docs/other).', 'See it.'],
  ['a page above', 'See [it](https://acme.test/docs/).', 'See it.'],
  ['a name that goes on', 'See [it](https://acme.test/docs/plans-of-evil).', 'See it.'],
  ['another query', 'See [it](https://acme.test/docs/plans?q=secret).', 'See it.'],
  ['a query below', 'See [it](https://acme.test/docs/plans/a?q=secret).', 'See it.'],
  ['another fragment', 'See [it](https://acme.test/docs/plans#secret).', 'See it.'],
  ['another scheme', 'See [it](http://acme.test/docs/plans).', 'See it.'],
  ['another port', 'See [it](https://acme.test:444/docs/plans).', 'See it.'],
  ['a longer host', 'See [it](https://acme.test.evil.test/docs/plans).', 'See it.'],
  ['another case of the path', 'See [it](https://acme.test/DOCS/plans).', 'See it.'],
  ['a name before the host', 'See [it](https://acme.test@evil.test/docs/plans).', 'See it.'],
  ['a name and password', 'See [it](https://a:b@acme.test/docs/plans).', 'See it.'],
  ['backslashes', 'See [it](https:\\\\\\\\evil.test).', 'See it.'],
  ['a backslash in the host', 'See [it](https://evil.test\\\\@acme.test/docs/plans).', 'See it.'],
  ['steps upwards', 'See [it](https://acme.test/docs/plans/../admin).', 'See it.'],
  ['encoded steps', 'See [it](https://acme.test/docs/plans/%2e%2e/admin).', 'See it.'],
  ['encoded slashes', 'See [it](https://acme.test/docs/plans/..%2f..%2fadmin).', 'See it.'],
  ['encoded backslashes', 'See [it](https://acme.test/docs/plans/..%5cadmin).', 'See it.'],
  ['an encoded host', 'See [it](https://%65vil.test/).', 'See it.'],
  ['no scheme', 'See [it](//evil.test/x).', 'See it.'],
  ['a path alone', 'See [it](/docs/plans).', 'See it.'],
  ['a script', 'See [it](javascript:alert%281%29).', 'See it.'],
  ['a script in capitals', 'See [it](JaVaScRiPt:alert%281%29).', 'See it.'],
  ['a script in entities', 'See [it](&#106;avascript&colon;alert%281%29).', 'See it.'],
  ['data', 'See [it](data:text/html,x).', 'See it.'],
  ['mail', 'See [it](mailto:a@evil.test?body=secret).', 'See it.'],
  ['an address in entities', 'See [it](https&#58;//evil.test).', 'See it.'],
  ['an address in angle brackets', 'See [it](<https://evil.test/a b>).', 'See it.'],
  ['a title', 'See [it](https://evil.test "A title").', 'See it.'],
  ['a text in bold', 'See [**it** now](https://evil.test).', 'See **it** now.'],
  ['a text in brackets', 'See [[it]](https://evil.test).', 'See [it].'],
  ['a link in a link', 'See [[it](https://evil.test)](//evil.test/2).', 'See it.'],
  ['an empty text', 'See [](https://evil.test).', 'See .'],
  ['an autolink', 'See <https://evil.test/x>.', 'See `https://evil.test/x`.'],
  ['an autolink of mail', 'See <mailto:a@evil.test>.', 'See `mailto:a@evil.test`.'],
  ['an address as text', 'See https://evil.test/x.', 'See `https://evil.test/x`.'],
  ['one without a scheme', 'See www.evil.test/x.', 'See `www.evil.test/x`.'],
  ['one in brackets', 'See (HTTPS://evil.test/x).', 'See (`HTTPS://evil.test/x`).'],
  ['one in a table', 'a | https://evil.test/x|b', 'a | `https://evil.test/x`|b'],
  ['one in entities', 'https&colon;//evil.test', '`https://evil.test`'],
  ['a reference', 'See [it][e].\n\n[e]: https://evil.test', 'See it.\n\n'],
  ['a short reference', 'See [it].\n\n[it]: //evil.test', 'See it.\n\n'],
  ['a marker as a reference', 'It is so [1].\n\n> [1]: //evil.test', 'It is so [1].\n\n> [1]'],
  ['an image', 'See ![it](https://acme.test/docs/plans).', 'See .'],
  ['an image with brackets', 'See ![a [b] c](https://evil.test/?q).', 'See .'],
  ['an image by reference', 'See ![it][e].\n\n[e]: //evil.test', 'See .\n\n'],
  ['an image in a link', 'See [![it](//evil.test/a)](//evil.test/b).', 'See .'],
  ['an image between', 'See [a]![x](y)(//evil.test).', 'See [a] (//evil.test).'],
  ['an HTML link', 'See <a href="//evil.test">it</a>.', 'See it.'],
  ['an HTML image', 'See <img src=//evil.test>.', 'See .'],
]

describe('links of an answer (docs/behaviour.md#checks-of-an-answer)', () => {
  test.each(kept)('to what it cites stay: %s', (text) => {
    expect(keepCitedLinks(text, cited)).toBe(text)
  })

  test.each(taken)('to anything else do not: %s', (_rule, text, rest) => {
    expect(keepCitedLinks(text, cited)).toBe(rest)
    expect(targetsIn(rest)).toEqual([])
  })

  test.each([
    ['within one another', `${'['.repeat(9)}it${'](//evil.test)'.repeat(9)}`],
    [
      'in thousands',
      'See [it](//evil.test) and https://evil.test and www.evil.test. '.repeat(6000),
    ],
  ])('to anything else do not, %s', (_rule, text) => {
    const rest = keepCitedLinks(text, cited)

    expect(targetsIn(rest.slice(0, 2000))).toEqual([])
    expect(rest).toContain('it')
  })

  test('are taken from a sentence that is supported, which stays', () => {
    const passage = {
      title: 'Plans',
      url: 'https://acme.test/plans',
      anchor: null,
      text: 'The plan has 20 GB, see [Prices](https://acme.test/prices) or https://acme.test/faq.',
    }
    const text = 'The plan has 20 GB, see [Prices](https://acme.test/prices?q=secret) [1].'
    const quoted = `${passage.text} [1]`

    const check = (answer: string) =>
      checkAnswer({
        text: answer,
        passages: [passage],
        question: 'How much?',
        writer: 'configured',
      }).text
    expect(check(text)).toBe('The plan has 20 GB, see Prices [1].')
    expect(check(quoted)).toBe('The plan has 20 GB, see Prices or `https://acme.test/faq`. [1]')
  })

  const parts = fc.constantFrom(
    ...'[]()!<>`\\"\' \n:*_&;a1/',
    '](',
    '][',
    ']:',
    '](//evil.test)',
    'https://evil.test/',
    'https://acme.test/docs/plans',
    'www.',
    'javascript:',
    '&colon;',
    '[a]: ',
    '[1]',
    '![',
    '<a href=',
    '\n\n',
    '> ',
  )
  test('however they are spelt', () => {
    const allows = createAllows(cited.flatMap(({ url }) => url ?? []))
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (pieces) => {
        const rest = keepCitedLinks(pieces.join(''), cited)
        expect(targetsIn(rest).filter((target) => !allows(target))).toEqual([])
      }),
      { numRuns: 5000, seed: 1 },
    )
  })
})

/** Where a reader of GitHub's Markdown would lead or load from; addresses of mail stand as text. */
function targetsIn(markdown: string): string[] {
  const root = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  })
  const targets: string[] = []
  const waiting: Nodes[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      targets.push(node.url)
    }
    if ('children' in node) waiting.push(...node.children)
  }
  return targets
}
