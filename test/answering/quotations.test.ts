import { expect, test } from 'vitest'
import { checkAnswer } from '../../server/answering/cited/check-answer.ts'
import { plainText } from '../../server/text/markdown.ts'
import { markersIn } from '../../server/text/markers.ts'
import { passage, run, textOf } from './extractive/model.ts'
import { facts, finish, read, scripted, setUp, sourcesOf } from './setup.ts'

/** The quotations of a configured model's answer, by marker. */
function quotesOf(text: string, ...texts: string[]): string[][] {
  const passages = texts.map((each) => ({ title: 'Guide', url: null, anchor: null, text: each }))
  return byMarker(checkAnswer({ text, passages, question: 'Harbour?', writer: 'configured' }))
}

/** The quotations of the built-in model's answer to a question, by marker. */
async function builtin(question: string, ...texts: string[]) {
  const events = await run({ question, passages: texts.map(passage) })
  const last = events.at(-1)
  const quoted = last?.type === 'finish' ? last.quoted : undefined
  const passages = texts.map((text) => ({ title: '', url: null, anchor: null, text }))
  const answer = { text: textOf(events), passages, question, writer: 'builtin' as const, quoted }
  const checked = checkAnswer(answer)
  return { text: checked.text, quotes: byMarker(checked), checked }
}

function byMarker({ text, citations }: ReturnType<typeof checkAnswer>): string[][] {
  const all = citations.flatMap(({ quotes }) => quotes)
  return markersIn(text).map((_, at) =>
    all.filter(({ marker }) => marker === at).map(({ exact }) => exact),
  )
}

test('the built-in model quotes its sentence as a reader sees it', async () => {
  const { quotes, checked } = await builtin(
    'What does a mooring cost?',
    'Dogs are welcome.\n\n## Fees\n\nA **mooring** costs [15\neuros](https://harbour.test/fees) per `night`.\n\n## Showers\n\nShowers are free.',
  )

  expect(quotes).toEqual([['A mooring costs 15 euros per night.']])
  expect(checked.citations[0]?.quotes).toEqual([
    {
      marker: 0,
      exact: 'A mooring costs 15 euros per night.',
      prefix: 'Dogs are welcome. Fees ',
      suffix: ' Showers Showers are free.',
    },
  ])
})

test('each step of the built-in model has its own quotation, also of equal words', async () => {
  const steps = '1. Open the lock.\n2. Pull the rope.\n3. Open the lock.\n4. Close the gate.'
  const { quotes, checked } = await builtin(
    'How do I enter the harbour with a boat?',
    `## Enter the harbour with a boat\n\nTo enter the harbour with a boat:\n\n${steps}`,
  )

  expect(quotes.slice(-4)).toEqual([
    ['Open the lock.'],
    ['Pull the rope.'],
    ['Open the lock.'],
    ['Close the gate.'],
  ])
  const prefixes = checked.citations[0]?.quotes.slice(-4).map(({ prefix }) => prefix)
  expect(prefixes?.[2]).toMatch(/Pull the rope\. $/)
})

test('a row of a table is quoted with its cells joined by blanks', async () => {
  const { quotes } = await builtin(
    'What does berth B cost?',
    '| Berth | Price |\n|---|---|\n| Berth A | 10 € |\n| Berth B | **20** € |\n| Berth C | 30 € |',
  )

  expect(quotes).toEqual([['Berth B 20 €']])
})

test('code with a marker below it is quoted, with single blanks', async () => {
  const { quotes } = await builtin(
    'Which command opens the lock?',
    '```sh\nlock open \\\n  --gate north\n```',
  )

  for (const exact of quotes.flat()) expect(exact).toBe('lock open \\ --gate north')
})

test('every quotation is a part of its passage with what stands around it', async () => {
  const [rain, ropes] = ['Rain falls on the quay. '.repeat(40), 'Ropes hang there. '.repeat(40)]
  const text = `# Rain\n\n${rain}\n\n# Ferry\n\nThe *ferry* leaves at nine.\n\n# Ropes\n\n${ropes}`
  const { checked } = await builtin('When does the ferry leave?', text)

  for (const { prefix, exact, suffix } of checked.citations.flatMap(({ quotes }) => quotes)) {
    expect(plainText(text)).toContain(prefix + exact + suffix)
    expect(exact).toContain('The ferry leaves at nine.')
    expect(prefix.length).toBeLessThanOrEqual(200)
    expect(suffix.length).toBeLessThanOrEqual(200)
  }
})

test('a sentence of two passages has a quotation of each', () => {
  const quotes = quotesOf(
    'The pier opens at six [1] and mooring costs 15 euros a night [2].',
    'Dogs are welcome. The pier opens at six every morning.',
    'Mooring costs 15 euros a night. Showers are free.',
  )

  expect(quotes).toEqual([
    ['The pier opens at six every morning.'],
    ['Mooring costs 15 euros a night.'],
  ])
})

test('a marker that stands for two places of a passage has two quotations', () => {
  const quotes = quotesOf(
    'The pier opens at six. Mooring costs 15 euros a night [1].',
    'The pier opens at six. Dogs are welcome on the northern side. Mooring costs 15 euros a night.',
  )

  expect(quotes).toEqual([['The pier opens at six.', 'Mooring costs 15 euros a night.']])
})

test('a paraphrase has the one sentence that says so', () => {
  const quotes = quotesOf(
    'For 15 euros you can moor your boat until the next morning [1].',
    'The pier opens at six. Boats may moor for one night for 15 euros. Dogs are welcome.',
  )

  expect(quotes).toEqual([['Boats may moor for one night for 15 euros.']])
})

test('a sentence that sums up a list has its items', () => {
  const quotes = quotesOf(
    'To enter, radio the master, wait for green and report at the kiosk [1].',
    'Pilots go home at six.\n\n1. Radio the master.\n2. Wait for green.\n3. Report at the kiosk.',
  )

  expect(quotes).toEqual([['Radio the master. Wait for green. Report at the kiosk.']])
})

test('one word in common is no support', () => {
  const quotes = quotesOf(
    'Otherwise look through the logs for the berth [1].',
    'The number of your berth is on the mast. The pilots assign numbers in the morning.',
  )

  expect(quotes).toEqual([[]])
})

test('where no place is sure there is no quotation', () => {
  const quotes = quotesOf(
    'Всё остаётся как раньше и ничего не нужно менять [1].',
    'The pier opens at six. Boats may moor for one night. Dogs are welcome.',
  )

  expect(quotes).toEqual([[]])
})

test('markers in code are not counted', () => {
  const quotes = quotesOf(
    'Read `ropes[1]` first: the pier opens at six [1].',
    'Read `ropes[1]` first. The pier opens at six.',
  )

  expect(quotes).toHaveLength(1)
  expect(quotes[0]?.join(' ')).toContain('The pier opens at six.')
})

test('a sentence that is removed takes its quotations along', async () => {
  const removed = 'Backups are kept for 90 days [2]. '
  const { model } = scripted([removed, 'The Starter plan includes 20 GB of storage [1].', finish])
  const { stream } = await setUp({ model })
  const events = await read(await stream())

  const replaced = events.find(({ type }) => type === 'answer.replaced')
  expect(replaced?.data).toEqual({ text: 'The Starter plan includes 20 GB of storage [1].' })
  expect(sourcesOf(events)).toMatchObject([
    { ordinal: 1, quotes: [{ marker: 0, exact: facts[0], prefix: '', suffix: '' }] },
  ])
})
