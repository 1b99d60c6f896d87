import { expect, test } from 'vitest'
import type { PassageBlock } from '../../server/text/structure.ts'
import { windowsOf } from '../../server/text/windows.ts'

/** A passage of blocks, each below the one before. */
function passage(...parts: [kind: PassageBlock['kind'], text: string][]) {
  let text = ''
  const blocks = parts.map(([kind, part]): PassageBlock => {
    const start = text.length
    text += `${part}\n\n`
    return { kind, start, end: start + part.length }
  })
  return { title: 'Lockers', headings: ['Fees'], text, blocks }
}

test('a window is two sentences below the nearest heading, and begins with the last of the one before', () => {
  const windows = windowsOf(
    passage(['paragraph', 'A day costs one euro. A week costs four. Pay *first*.']),
  )

  expect(windows).toEqual([
    'Fees\nA day costs one euro.\nA week costs four.',
    'Fees\nA week costs four.\nPay first .',
  ])
})

test('items and rows are sentences, and a window ends where a heading follows', () => {
  const windows = windowsOf(
    passage(
      ['bullets', '- small: 1 €\n- large: 2 €'],
      ['heading', '## Refunds'],
      ['table', '| Day | Share |\n| --- | --- |\n| first | all |'],
    ),
  )

  expect(windows).toEqual(['Fees\nsmall: 1 €\nlarge: 2 €', 'Refunds\nDay Share\nfirst all'])
})

test('a passage without a heading has its title, and one without blocks is a paragraph', () => {
  const text = 'Open at nine.'

  expect(windowsOf({ title: 'Hours', headings: [], text, blocks: [] })).toEqual([
    'Hours\nOpen at nine.',
  ])
  expect(windowsOf({ title: 'Hours', headings: [], text: '', blocks: [] })).toEqual(['Hours'])
})

test('a long passage has wider windows, never more than 24, up to its end', () => {
  const sentences = Array.from({ length: 90 }, (_, at) => `Rule number ${at} holds.`)

  const windows = windowsOf(passage(['paragraph', sentences.join(' ')]))

  expect(windows.length).toBeLessThanOrEqual(24)
  expect(windows.at(-1)).toContain('Rule number 89 holds.')
})

test('hostile texts cost linear time', () => {
  const parts = ['a. ', '[x](', '| ', '<a ', '- ', '. ', '*_`']
  for (const part of parts) {
    const text = part.repeat(200_000 / part.length)
    const began = performance.now()
    const windows = windowsOf({ title: '', headings: [], text, blocks: [] })

    expect(windows.join('').length).toBeLessThan(500_000)
    expect(performance.now() - began).toBeLessThan(2000)
  }
})
