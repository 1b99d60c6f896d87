import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCitations, renumber } from '../../server/answering/cited/citations.ts'
import { markersIn } from '../../server/text/markers.ts'

function cite(
  pieces: string[],
  count = 5,
  forms: 'bracketed' | 'any' = 'bracketed',
): { text: string; order: number[]; deltas: string[] } {
  const citations = createCitations(count, forms)
  const deltas = pieces.map((piece) => citations.push(piece).text)
  deltas.push(citations.end().text)
  return { text: deltas.join(''), order: [...citations.order], deltas }
}

const cases: [rule: string, input: string, output: string, order: number[]][] = [
  ['ordinals follow first citation', 'A [3]. B [1]. C [3].', 'A [1]. B [2]. C [1].', [3, 1]],
  ['a group becomes single markers', 'A [4, 2].', 'A [1][2].', [4, 2]],
  ['neighbours stay neighbours', 'A [1][2].', 'A [1][2].', [1, 2]],
  ['a range names each of its passages', 'A [2-4].', 'A [1][2][3].', [2, 3, 4]],
  ['full-width brackets and digits are markers', 'A【２】。', 'A[1]。', [2]],
  ['a source note inside a marker is dropped', 'A 【3†source】.', 'A [1].', [3]],
  ['named markers are markers', 'A [source 2].', 'A [1].', [2]],
  ['footnote marks are markers', 'A[^2].', 'A[1].', [2]],
  ['escaped brackets are markers', 'A \\[2\\].', 'A [1].', [2]],
  ['a marker of no passage goes with its space', 'A [99]. B [0].', 'A. B.', []],
  ['of a group only real passages stay', 'A [99, 2, 7].', 'A [1].', [2]],
  ['a removed marker leaves no indent', '[99] A [1].\n[88]  B.', 'A [1].\nB.', [1]],
  ['a link on a marker is dropped', 'A [1](https://evil.test/x) b.', 'A [1] b.', [1]],
  ['a bracketed aside after a marker stays', 'A [1](see also) b.', 'A [1](see also) b.', [1]],
  [
    'links with words stay',
    'See [the guide](https://a.test/x).',
    'See [the guide](https://a.test/x).',
    [],
  ],
  ['task lists stay', '- [ ] a\n- [x] b [1]', '- [ ] a\n- [x] b [1]', [1]],
  ['no line becomes a link definition', '[2]: The limit is 20.', '[1] The limit is 20.', [2]],
  ['a colon inside a line stays', 'As said in [2]: yes.', 'As said in [1]: yes.', [2]],
  ['inline code keeps its brackets', 'Use `a[3]` [2].', 'Use `a[3]` [1].', [2]],
  ['double backticks too', 'Use ``a`[3]`` [2].', 'Use ``a`[3]`` [1].', [2]],
  ['an unclosed backtick is no code', 'Use ` then [2].', 'Use ` then [1].', [2]],
  ['code does not pass a paragraph', 'A ` b [2]\n\nC ` d [1]', 'A ` b [1]\n\nC ` d [2]', [2, 1]],
  ['an escaped backtick begins no code', 'A \\` b [2] `', 'A \\` b [1] `', [2]],
  [
    'fenced code keeps its brackets',
    'A [2]:\n```js\nx[3]\n```\nB [3].',
    'A [1]:\n```js\nx[3]\n```\nB [2].',
    [2, 3],
  ],
  ['tilde fences too', '~~~\n[3]\n```\n[4]\n~~~\n[4]', '~~~\n[3]\n```\n[4]\n~~~\n[1]', [4]],
  [
    'fences in lists too',
    '1. ```\n   a[9]\n   ```\n2. b [5]',
    '1. ```\n   a[9]\n   ```\n2. b [1]',
    [5],
  ],
  ['an unclosed fence is code to the end', '```\na[1]\n[2]', '```\na[1]\n[2]', []],
  ['three backticks in a line are inline code', '```a[1]``` b [2]', '```a[1]``` b [1]', [2]],
  ['a marker cut off at the end is dropped', 'A [1]. B [2', 'A [1]. B', [1]],
  ['a named marker cut off too', 'A [1]. B [sources 2', 'A [1]. B', [1]],
  ['its name alone too', 'A [1]. B [sour', 'A [1]. B', [1]],
  ['a source note cut off too', 'A [1]. B 【2†sou', 'A [1]. B', [1]],
  ['an open bracket with words stays', 'A [see', 'A [see', []],
  ['a removed marker closes up no other', 'A [1 [99]] b.', 'A [1 …] b.', []],
  ['a huge number is no passage', 'A [99999999999999].', 'A.', []],
  ['images go', 'A ![alt](https://evil.test/?q=1) b [1].', 'A b [1].', [1]],
  ['an exclamation mark before a marker stays', 'Great![2] A!', 'Great![1] A!', [2]],
  ['an unfinished image is text', 'A ![alt](https', 'A ![alt](https', []],
  ['white space at both ends goes', ' \n A [1]. \n\n', 'A [1].', [1]],
  ['control and override characters go', 'A\u0000\u202e\r\n[1]', 'A\n[1]', [1]],
]

describe('citations', () => {
  test.each(cases)('%s (docs/behaviour.md#citations)', (_rule, input, output, order) => {
    expect(cite([input])).toMatchObject({ text: output, order })
    expect(cite(input.split(''))).toMatchObject({ text: output, order })
  })

  const looseCases: [input: string, output: string, order: number[]][] = [
    ['A [1].', 'A [1].', [1]],
    ['A [1, 2].', 'A [1][2].', [1, 2]],
    ['A [1-3].', 'A [1][2][3].', [1, 2, 3]],
    ['It has 20 GB (2).', 'It has 20 GB [1].', [2]],
    ['It has 20 GB. (2) It has users. (1)', 'It has 20 GB. [1] It has users. [2]', [2, 1]],
    ['Users (1)(3)\nand more', 'Users [1][2]\nand more', [1, 3]],
    ['A[^1].', 'A[1].', [1]],
    ['A [Doc 1].', 'A [1].', [1]],
    ['A [Source: 1].', 'A [1].', [1]],
    ['A [ref 1].', 'A [1].', [1]],
    ['A [cite:1].', 'A [1].', [1]],
    ['A [document #4] b.', 'A [1] b.', [4]],
    ['A (Passage 1) b.', 'A [1] b.', [1]],
    ['A (sources 1, 3).', 'A [1][2].', [1, 3]],
    ['A (see passage 2).', 'A [1].', [2]],
    ['A 【1†source.md】.', 'A [1].', [1]],
    ['Backups are kept¹ here.³', 'Backups are kept[1] here.[2]', [1, 3]],
    ['Backups are kept.¹,²', 'Backups are kept.[1][2]', [1, 2]],
    ['A [1]. B (Passa', 'A [1]. B (Passa', [1]],
    ['A [1]. B (Passage 2', 'A [1]. B', [1]],
    ['Choose a plan (7).', 'Choose a plan (7).', []],
    ['In short: (1) open it, (2) click.', 'In short: (1) open it, (2) click.', []],
    ['(1) Open it\n(2) Click', '(1) Open it\n(2) Click', []],
    ['Call f(1) or g(2).', 'Call f(1) or g(2).', []],
    ['Some 40 km² and x².', 'Some 40 km² and x².', []],
    ['A plan [1], of three tiers (3).', 'A plan [1], of three tiers (3).', [1]],
    ['Run `a (1)` (2).', 'Run `a (1)` [1].', [2]],
  ]
  test.each(looseCases)('as a model writes them: %s', (input, output, order) => {
    expect(cite([input], 5, 'any')).toMatchObject({ text: output, order })
    expect(cite(input.split(''), 5, 'any')).toMatchObject({ text: output, order })
  })

  test('a quotation keeps its round brackets and raised digits', () => {
    expect(cite(['Section four (1). See note² [3].']).text).toBe('Section four (1). See note² [1].')
  })

  const alphabet = fc.constantFrom(
    ...'![]1290, -`\n():.\\【】†^a>😀字',
    '```',
    '~~~',
    '\n\n',
    '[1]',
    '[2]',
    ' [99]',
    '[3](http://x)',
    'source ',
    ' (2)',
    '(passage ',
    'word²',
    '¹,',
    '* ',
  )

  test('how a text is cut changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(alphabet, { maxLength: 40 }).map((parts) => parts.join('')),
        fc.array(fc.nat(80), { maxLength: 8 }),
        (text, cuts) => {
          for (const forms of ['bracketed', 'any'] as const) {
            const { text: whole, order } = cite([text], 5, forms)

            expect(cite(splitAt(text, cuts), 5, forms)).toMatchObject({ text: whole, order })
            expect(cite(text.split(''), 5, forms)).toMatchObject({ text: whole, order })
          }
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('each source is announced with the delta that first cites it, and no delta splits a marker', () => {
    const prose = alphabet.filter((part) => !/[`~\\]/.test(part))
    fc.assert(
      fc.property(fc.array(prose, { maxLength: 40 }), (parts) => {
        const citations = createCitations(5, 'any')
        let text = ''
        for (const push of [
          ...parts.map((part) => () => citations.push(part)),
          () => citations.end(),
        ]) {
          const step = push()
          expect(step.text.isWellFormed()).toBe(true)
          expect(/\[\d+$/.test(text) && /^\d*\]/.test(step.text)).toBe(false)
          for (const number of step.cited) {
            expect(step.text).toContain(`[${citations.order.indexOf(number) + 1}]`)
          }
          text += step.text
          expect(markersIn(text).every(({ ordinal }) => ordinal <= citations.order.length)).toBe(
            true,
          )
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('an answer of its own making is left as it is', () => {
    const { text } = cite(['A [3], [1].\n\n- b [2]\n\n```\n[9]\n```\nC [1].'])

    expect(renumber(text, 3)).toEqual({ text, order: [1, 2, 3] })
  })

  test('half a character at the end of a delta waits for its other half', () => {
    const { deltas } = cite(['a \ud83d', '\ude00 b'])

    expect(deltas).toEqual(['a', ' 😀 b', ''])
  })

  test('hostile text costs linear time', () => {
    const started = performance.now()
    for (const unit of ['[', '`', '[1', '`a', '\\[', '[1](', '  ', '\n', '~~~', '>', '[1,']) {
      cite(unit.repeat(20_000).match(/[\s\S]{1,50}/g) ?? [])
    }

    expect(performance.now() - started).toBeLessThan(5000)
  })
})

function splitAt(text: string, cuts: number[]): string[] {
  const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
  return places.slice(1).map((end, at) => text.slice(places[at], end))
}
