import { expect, test } from 'vitest'
import { blocks, kinds, outline, read } from './read.ts'

test('AsciiDoc has the ids that its headings get when it is published', async () => {
  const source =
    '= Guide & more\nAnn <ann@x.test>\n:product: Desk\n\nAbout {product}.\n\n== First steps\n\nA\n\n[#own]\n=== Own\n\nB\n\n== First steps\n\nC\n'

  expect((await read('a.adoc', source)).title).toBe('Guide & more')
  expect(await outline('a.adoc', source)).toEqual([
    ['', null],
    ['First steps', '_first_steps'],
    ['First steps/Own', 'own'],
    ['First steps', '_first_steps_2'],
  ])
  expect(await blocks('a.adoc', source)).toEqual(['About Desk.', 'A', 'B', 'C'])
})

test('AsciiDoc follows the settings that a document makes for its ids', async () => {
  expect(await outline('a.adoc', ':idprefix:\n:idseparator: -\n\n== First steps\n\nA')).toEqual([
    ['First steps', 'first-steps'],
  ])
})

test('lists, tables, notes and terms of AsciiDoc are what they are', async () => {
  const source =
    '* One\n** Inner\n* Two\n\nWARNING: Hot.\n\n[NOTE]\n====\nFirst.\n\nSecond.\n====\n\n|===\n|A |B\n\n|1 |2\n|===\n\nterm:: what it is\n\nText.footnote:[Of interest.]\n\nPress kbd:[Ctrl+C].\n'

  expect(await kinds('a.adoc', source)).toEqual([
    ['bullets', '- One\n  - Inner\n- Two'],
    ['paragraph', '**Warning:** Hot.'],
    ['paragraph', '**Note:** First.'],
    ['paragraph', 'Second.'],
    ['table', '| A | B |\n| --- | --- |\n| 1 | 2 |'],
    ['definition', '- **term**: what it is'],
    ['paragraph', 'Text.'],
    ['paragraph', 'Press `Ctrl`+`C`.'],
    ['paragraph', '1. Of interest.'],
  ])
})

test('code of AsciiDoc keeps what elsewhere is a sign', async () => {
  const source = 'See {nowhere}.\n\n----\n[tabs]\n====\n{nowhere}\n====\n----\n'

  expect(await blocks('a.adoc', source)).toEqual([
    'See .',
    '```\n[tabs]\n====\n{nowhere}\n====\n```',
  ])
})

test('AsciiDoc includes nothing, whatever it asks for', async () => {
  const source =
    ':allow-uri-read:\n:safe: unsafe\n\nBefore.\n\ninclude::/etc/passwd[]\n\ninclude::http://127.0.0.1:1/a[]\n\nAfter.\n'

  expect(await blocks('a.adoc', source)).toEqual(['Before.', 'After.'])
})

test('attributes of AsciiDoc that repeat each other stay small', async () => {
  const attributes = Array.from({ length: 20 }, (_, at) => `:a${at + 1}: ${`{a${at}}`.repeat(10)}`)
  const source = `:a0: lol\n${attributes.join('\n')}\n\nText {a20}.\n`

  expect((await blocks('a.adoc', source)).join('').length).toBeLessThan(10_000)
})
