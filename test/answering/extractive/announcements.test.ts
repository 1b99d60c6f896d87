import { expect, test } from 'vitest'
import { answer, answerFrom, passage } from './model.ts'

test.each([
  'Clear the winch with the following.',
  'Clear the winch as follows.',
  'To clear the winch, pull the lever like this:',
  'You can clear the winch, for example:',
  'Die Winde (clear winch) wird wie folgt bedient.',
  'On peut « clear winch » comme suit.',
  'Se puede «clear winch» como sigue.',
])('a sentence that announces code comes with it: %s', async (announcement) => {
  const code = '```sh\nwinch --clear\n```'

  const text = await answer(
    'clear winch',
    `${long('Chairs')} ${announcement}\n\n${code}\n\n${long('Tables')}`,
  )

  expect(text).toContain(`${announcement} [1]\n\n${code}`)
})

test('a table comes with the sentence that announces it', async () => {
  const table = '| Rope | Length |\n| --- | --- |\n| Hemp | 20 m |'

  expect(
    await answer('Which rope is for the mooring?', `${RULE} as follows.\n\n${table}`),
  ).toContain('| Rope | Length |')
})
const RULE = 'The rope for the mooring is chosen'

test('the code that a passage announces at its end is taken from the next one', async () => {
  const headings = ['Winch']
  const text = await answerFrom('How do I clear the winch?', [
    { ...passage('Clear the winch with the following.', 0), headings, position: 3 },
    { ...passage('```\nwinch --clear\n```', 1), headings, position: 4 },
  ])

  expect(text).toContain('Clear the winch with the following. [1]\n\n```\nwinch --clear\n```')
})

test.each([
  'To learn more about the winch, check out these resources:\n\n- [The winch](https://a.test/w)',
  'If you would like to read more about the winch, you can do so here:\n\nhttps://a.test/winch',
  'You can oil the winch by the following.',
])('an announcement of what is not shown is no part of an answer: %s', async (announcement) => {
  const fact = 'Oil the winch each spring.'

  expect(await answer('When do I oil the winch?', `${fact}\n\n${announcement}`)).toBe(`${fact} [1]`)
})

test.each([
  'Details see here.',
  'For the winch, look here.',
  'You can find more about the winch here.',
  'Mehr zur Winde (winch) finden Sie hier.',
  'The section Deck describes how to clear the winch.',
  'More information on clearing the winch is provided in Section 4.',
  'How to clear the winch is explained in more detail in chapter 7.',
  '↑ Back to Top',
  '(back to top)',
  'Was this page about the winch helpful?',
  'Next: The winch',
  'Nach oben',
])(
  'what only leads elsewhere in the page or the website is no part of an answer: %s',
  async (leading) => {
    const fact = 'Oil the winch each spring.'

    expect(await answer('When do I oil the winch?', `${fact}\n\n${leading}`)).toBe(`${fact} [1]`)
    expect(await answer('When do I oil the winch?', `${fact} ${leading}`)).toContain(fact)
  },
)

test('an announcement alone answers nothing', async () => {
  expect(await answer('How do I oil the winch?', 'Oil the winch as follows.')).toBe('')
})

test('a list of links that its lead-in announces is shown', async () => {
  const text = await answer(
    'Where do I report a stolen boat?',
    'Report a stolen boat to the police. Here are the addresses for reports:\n\n' +
      '- [North harbour](https://a.test/n)\n- [South harbour](https://a.test/s)',
  )

  expect(text).toContain('- North harbour [1]\n- South harbour [1]')
})

test('a list is not cut after its lead-in', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `- Boat ${at}`)

  const text = await answer('Which boat 7 is lent?', `These boats are lent:\n\n${names.join('\n')}`)

  expect(text).toBe(
    ['These boats are lent: [1]\n', ...names.map((name) => `${name} [1]`)].join('\n'),
  )
})

test('a list that is too long to be shown whole loses its lead-in', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `- Skiff${at}`)

  const text = await answer('Is skiff7 lent?', `These boats are lent:\n\n${names.join('\n')}`)

  expect(text).toBe('- Skiff7 [1]')
})

test('code is shown with the sentence above it', async () => {
  const text = await answer(
    'How do I haltWinch?',
    `${long('Chairs')}\n\nPull the red lever.\n\n\`\`\`\nhaltWinch()\n\`\`\`\n\nAfter that, haltWinch has stopped it. ${long('Tables')}`,
  )

  expect(text).toContain('Pull the red lever. [1]\n\n```\nhaltWinch()\n```')
})

test.each([
  ['the beginning', '', `function haul() {\n${'  pull(rope)\n'.repeat(40)}`],
  ['the end', '  pull(rope)\n}\nhaul()', ''],
  ['an end without indentation', '})\nhaul()', ''],
])('%s of a block of code that was cut is not shown', async (_, first, last) => {
  const fenced = (code: string) => (code === '' ? '' : `\`\`\`js\n${code}\n\`\`\``)
  const fact = 'Call haul to pull the rope.'

  const text = await answer(
    'How do I haul the rope?',
    [fenced(first), fact, last && `Use this code for haul:\n\n${fenced(last)}`].join('\n\n'),
  )

  expect(text).toBe(`${fact} [1]`)
})

test.each([
  ['blanks', '   rope requisite group=wheel'],
  ['a tab', '\trope requisite group=wheel'],
  ['blanks, and goes on without', '  # Ropes:\nrope requisite group=wheel'],
])('announced code whose first line begins with %s is shown', async (_, code) => {
  const text = await answer(
    'How do I protect the rope?',
    `To protect the rope, add a line to the log:\n\n\`\`\`\n${code}\n\`\`\`\n\nThis keeps others off the rope.`,
  )

  expect(text).toContain(`add a line to the log: [1]\n\n\`\`\`\n${code}\n\`\`\``)
})

test('code with which a section begins is shown, though all its lines are indented', async () => {
  const text = await answer('How do I haul the rope?', '```\n  haul(rope)\n  stow(rope)\n```')

  expect(text).toContain('  haul(rope)\n  stow(rope)')
})

test('long code is shown where it is whole', async () => {
  const code = `function haul() { // don't (\n${'  pull("(rope")\n'.repeat(40)}}`

  const text = await answer('How do I haul?', `Call haul like this:\n\n\`\`\`js\n${code}\n\`\`\``)

  expect(text).toContain(code)
})

test('a sentence that points to code above or a table below is shown with it', async () => {
  const above = await answer(
    'Who guards the password?',
    `Set a name as follows.\n\n\`\`\`\nname=anna\n\`\`\`\n\n${long('Chairs')}\n\nThe password in the above example is guarded by the skipper.`,
  )
  const below = await answer(
    'Who guards the password?',
    `The skipper guards the password in the table below. ${long('Chairs')}\n\n| Name | Password |\n| --- | --- |\n| anna | x1 |`,
  )

  expect(above).toContain('Set a name as follows. [1]\n\n```\nname=anna\n```')
  expect(below).toContain('| Name | Password |')
})

test.each([
  [
    'A berth costs 20 euros, as shown in the table below, but not in May.',
    'A berth costs 20 euros, but not in May. [1]',
  ],
  ['A berth costs 20 euros, as shown in the table below.', 'A berth costs 20 euros. [1]'],
  ['The berth in the example above costs 20 euros.', ''],
  ['The berth of the following example costs 20 euros.', ''],
  ['A berth (see Paying in cash below) costs 20 euros.', 'A berth costs 20 euros. [1]'],
])('a sentence does not point to what is not shown: %s', async (sentence, shown) => {
  expect(await answer('What does a berth cost?', sentence)).toBe(shown)
})

/** A section of more than 170 words, whose every sentence begins with a word. */
function long(word: string): string {
  return Array.from({ length: 30 }, (_, at) => `${word} are put in row number ${at}.`).join(' ')
}
