import { expect, test } from 'vitest'
import { answer, answerFrom, passage, run, textOf } from './model.ts'

test.each([
  ['Each room holds twelve people. ', 'It is lent for three hours.'],
  ['Each room holds twelve people. ', 'That’s lent for three hours.'],
  ['Each room holds twelve people. ', "They're lent for three hours."],
  ['Jeder Raum fasst zwölf Leute. ', 'Er wird für drei Stunden verliehen.'],
  ['Chaque salle tient douze personnes. ', "C'est prêté pour trois heures."],
])(
  'a run that begins by pointing back begins with what is meant: %s%s',
  async (meant, pointing) => {
    const question = pointing.replace(/^\S+ (.*)\.$/, '$1?')

    const text = await answer(question, `${long('Chairs')} ${meant}${pointing} ${long('Tables')}`)

    expect(text.startsWith(`${meant}${pointing} Tables`)).toBe(true)
  },
)

test('of entries with a dash after their names only the one is shown that is asked for', async () => {
  const entries = [
    'New Mooring (command `moor`) – adds a mooring on this side. It is lit at night.',
    'Rename Mooring – changes the sign of the mooring.',
    'Close Mooring – takes the mooring off the plan.',
  ]

  expect(await answer('How do I rename a mooring?', entries.join('\n\n'))).toBe(`${entries[1]} [1]`)
  expect(await answer('How do I add a new mooring?', entries.join('\n\n'))).toBe(
    `${entries[0]} [1]`,
  )
  expect(await answer('How do I rename a mooring?', entries.slice(0, 2).join('\n\n'))).toContain(
    'adds a mooring',
  )
})

test('a list of pages is no answer, neither alone nor behind the sentence above it', async () => {
  const text = await answer(
    'What is a mooring?',
    'A mooring is a place where a boat is made fast.\n\n- Moorings — Learn about every mooring. — /moorings\n- Mooring fees — What a mooring costs — /moorings/fees',
  )

  expect(text).toBe('A mooring is a place where a boat is made fast. [1]')
})

test('an answer begins with the part of a section that does not go on from another', async () => {
  const text = textOf(
    await run({
      question: 'How do I set up a mooring line?',
      passages: [
        { ...passage('Lastly, a mooring line is set up by the skipper.', 0), position: 1 },
        { ...passage('The crew sets up a mooring line on both sides.', 1), position: 0 },
      ],
    }),
  )

  expect(text).toMatch(/^The crew sets up a mooring line on both sides\. \[2\]/)
})

test('steps go on in the sections below that of the first, in the order of the document', async () => {
  const step = (number: number, position: number, below: string[], text: string) => ({
    number,
    title: 'Boats',
    headings: ['Launch a boat', ...below],
    position,
    text,
  })
  const text = textOf(
    await run({
      question: 'How do I launch a boat?',
      passages: [
        step(1, 4, [], 'Open the slip gate before you launch a boat.'),
        step(2, 6, ['On the water'], 'Start the engine there.'),
        step(3, 5, ['The trailer'], 'Push the trailer down.\n\n```\npush(trailer)\n```'),
      ],
    }),
  )

  expect(text).toBe(
    'Open the slip gate before you launch a boat. [1]\n\nPush the trailer down. [3]\n\n' +
      '```\npush(trailer)\n```\n\nStart the engine there. [2]',
  )
})

test.each([
  ['below it', 'Moorings', 'Moorings › On the pier'],
  ['after it in its chapter', 'Harbour › Moorings', 'Harbour › Examples'],
])('a task by name is told by its section and the first steps %s', async (_, here, beside) => {
  const passages = [
    {
      ...passage('A mooring for the night is rented by the metre.', 0),
      headings: here.split(' › '),
      position: 1,
    },
    {
      ...passage('Rent a mooring for the night:\n\n```\nmoor --rent\n```\n\nIt is lit.', 1),
      headings: beside.split(' › '),
      position: 3,
    },
    {
      ...passage('Rent a mooring for the night, too:\n\n```\nmoor --sell\n```', 2),
      headings: ['Prices', 'Examples'],
      position: 4,
    },
  ].map((each) => ({ ...each, title: 'Port' }))
  const told = 'A mooring for the night is rented by the metre. [1]'
  const steps = 'Rent a mooring for the night: [2]\n\n```\nmoor --rent\n```'

  expect(await answerFrom('rent a mooring for the night', passages)).toBe(`${told}\n\n${steps}`)
  expect(await answerFrom('How do I rent a mooring for the night?', passages)).toContain(steps)
  expect(await answerFrom('Is a mooring rented for the night?', passages)).toBe(told)
})

test('a subject told in hardly a sentence is told by the next section below it, too', async () => {
  const passages = [
    passage('Berth booking needs a card.', 0),
    passage('Berth booking begins on the pier. Tell your name there.', 1),
    passage('Berth booking in other ports begins on their own pier.', 2),
  ].map((each, at) => ({
    ...each,
    title: 'Port',
    headings: [['Berths'], ['Berths', 'Guests'], ['Ships']][at] ?? [],
    position: at + 1,
  }))
  const told = 'Berth booking needs a card. [1]'
  const more = 'Berth booking begins on the pier. Tell your name there. [2]'

  expect(await answerFrom('berth booking', passages)).toBe(`${told}\n\n${more}`)
  expect(await answerFrom('Who needs berth booking?', passages)).toBe(told)
})

test('steps begin on the page itself and go on in its sections, without the rest of cut code', async () => {
  const text = textOf(
    await run({
      question: 'How do I moor?',
      passages: [
        { ...passage('To moor, come alongside slowly.', 0), title: 'Moor' },
        {
          ...passage('```\n  return rope\n}\n```', 1),
          title: 'Moor',
          headings: ['Rope'],
          position: 2,
        },
        { ...passage('Make the rope fast.', 2), title: 'Moor', headings: ['Rope'], position: 3 },
      ],
    }),
  )

  expect(text).toBe('To moor, come alongside slowly. [1]\n\nMake the rope fast. [3]')
})

test('a sentence right below code that tells how to do something brings the code', async () => {
  const text = await answer(
    'How do I stop the winch with the button?',
    'Show one:\n\n```\n<Button onPress={halt} />\n```\n\nWhen the button is pressed, the winch will stop.',
  )

  expect(text).toContain('<Button onPress={halt} />')
})

test('after a yes or no, other passages are silent', async () => {
  const text = await answer(
    'Can I get a night berth?',
    '## Can I get a night berth?\n\nYes. Ask the harbour office for a night berth.',
    'Setting can=night gives a berth for the night:\n\n```\ncan=night\n```',
  )

  expect(text).toBe('Yes. Ask the harbour office for a night berth. [1]')
})

test('a yes or no stands where the heading of its section asks the question', async () => {
  const text = await answer(
    'Do you rent wooden rafts?',
    '## Do you rent wooden rafts?\n\nYes. Wooden rafts are rented by the hour.',
  )

  expect(text).toBe('Yes. Wooden rafts are rented by the hour. [1]')
})

test.each([
  ['Yes. Wooden rafts are rented by the hour.', 'Wooden rafts are rented by the hour. [1]'],
  ['Yes, wooden rafts are rented by the hour.', 'Wooden rafts are rented by the hour. [1]'],
  ['No, not today. Wooden rafts are rented.', 'Wooden rafts are rented. [1]'],
  ['Yes and no. Wooden rafts are rented.', 'Wooden rafts are rented. [1]'],
  ['Yes, if wooden rafts are dry.', 'Yes, if wooden rafts are dry. [1]'],
])('a yes or no to another question is left out: %s', async (section, shown) => {
  const text = await answer('Do you rent wooden rafts?', `## Is it open in winter?\n\n${section}`)

  expect(text).toBe(shown)
})

test.each([
  ['**Answer:** Wooden rafts are rented by the hour.', 'Wooden rafts are rented by the hour. [1]'],
  ['A: Wooden rafts are rented by the hour.', 'Wooden rafts are rented by the hour. [1]'],
  ['Antwort: Wooden rafts are rented by the hour.', 'Wooden rafts are rented by the hour. [1]'],
  ['**Answer: Wooden** rafts are rented.', '**Wooden** rafts are rented. [1]'],
  ['**Answer**: Wooden rafts are rented.', 'Wooden rafts are rented. [1]'],
  ['**Answer:** No. Wooden rafts are rented out.', 'Wooden rafts are rented out. [1]'],
  ['Answer: Nothing. Wooden rafts are rented out.', 'Wooden rafts are rented out. [1]'],
])('a reply that means nothing without its question is left out: %s', async (section, shown) => {
  const text = await answer('Do you rent wooden rafts?', `## What did I do wrong?\n\n${section}`)

  expect(text).toBe(shown)
})

test('a reply in a word stands where the heading of its section asks the question', async () => {
  const text = await answer(
    'What do I pay for wooden rafts?',
    '## What do I pay for wooden rafts?\n\nAnswer: Nothing. Wooden rafts are lent.',
  )

  expect(text).toBe('Nothing. Wooden rafts are lent. [1]')
})

test('the notice at the head of a page is shown to whoever asks for it alone', async () => {
  const page =
    'Permission is granted to copy this guide.\n\n2023/02/18\n\nWooden rafts are rented by the hour.'

  expect(await answer('What are wooden rafts?', page)).toBe(
    'Wooden rafts are rented by the hour. [1]',
  )
  expect(await answer('May I copy this guide?', page)).toContain('Permission is granted')
})

test('a reply in a word is left out below a question that asks more', async () => {
  const text = await answer(
    'wooden rafts',
    '## I rented wooden rafts. What did I do wrong?\n\nAnswer: Nothing. Wooden rafts are heavy.',
  )

  expect(text).toBe('Wooden rafts are heavy. [1]')
})

test('the second half of a question takes what it speaks of from the first', async () => {
  const text = await answer(
    'What is a rowlock and which boats need it?',
    'Which boats do you have? All boats need care.',
    'A rowlock is a fork that holds an oar.',
    'Dinghies are the boats that need a rowlock.',
  )

  expect(text).toContain('A rowlock is a fork that holds an oar. [2]')
  expect(text).toContain('Dinghies are the boats that need a rowlock. [3]')
})

test.each([
  'What is the difference between a day card and a year card?',
  'day card vs year card',
  'differnce between a day card and a year card',
  'day card or year card, whats the diference?',
  'How does a day card compare to a year card?',
])('%s: both are told', async (question) => {
  const text = await answer(
    question,
    'The desk changes a day card into a year card. Day card and year card look different.',
    'A day card is valid until the evening. It costs one euro.',
    '- **Year card**: valid for a year.\n- **Family card**: valid for four people.',
  )

  expect(text).toContain('A day card is valid until the evening.')
  expect(text).toContain('**Year card**: valid for a year.')
})

test('what two things differ in is told by the text that compares them, where there is one', async () => {
  const text = await answer(
    'What is the difference between a day card and a year card?',
    'A day card is valid until the evening.',
    'The difference between a day card and a year card is its colour.',
  )

  expect(text).toMatch(/^The difference between a day card and a year card is its colour\. \[2\]/)
})

test('the marker of code stands on the sentence of its section, not alone below it', async () => {
  const text = await answer(
    'How do I call restoreBackup?',
    'Backups are restored from a program.\n\n- It needs a key.\n\n```ts\nrestoreBackup(key)\n```',
  )

  expect(text).toContain('Backups are restored from a program. [1]')
  expect(text).toContain('restoreBackup(key)')
  expect(text).not.toMatch(/^\[1\]$/m)
})

test('a procedure is quoted with its whole list of steps', async () => {
  const text = await answer(
    'How do I reset the router?',
    'To reset the router, follow these steps:\n\n1. Unplug the cable.\n2. Wait for ten seconds.\n3. Plug it in again.\n\nThe lamp turns green.',
  )

  expect(text).toBe(
    'To reset the router, follow these steps: [1]\n\n1. Unplug the cable. [1]\n2. Wait for ten seconds. [1]\n3. Plug it in again. [1]\n\nThe lamp turns green. [1]',
  )
})

test('a section is shown with the code that its lead-in announces, whole', async () => {
  const text = await answer(
    'What installs the command line tool?',
    'Install the command line tool with npm:\n\n```sh\nnpm install --global tool\ntool --version # [3]\n```\n\nThen call it.',
  )

  expect(text).toBe(
    'Install the command line tool with npm: [1]\n\n```sh\nnpm install --global tool\ntool --version # [3]\n```\n\nThen call it. [1]',
  )
})

const ZONES = `| Zone | Price |\n| --- | --- |\n${Array.from({ length: 20 }, (_, at) => `| Zone ${at} | ${at} euros |`).join('\n')}`

test('the row of a table that answers is written as columns with their values', async () => {
  expect(await answer('What is the price for zone 7?', ZONES)).toBe(
    '- Zone: Zone 7; Price: 7 euros [1]',
  )
})

test('a table without names of columns stays a table', async () => {
  const table = '| | |\n| --- | --- |\n| Canoe | 5 euros |\n| Raft | 9 euros |'

  expect(await answer('What does a raft cost?', table)).toContain('| Raft | 9 euros [1] |')
})

test('a table stays a table, cut to twenty rows, where one is asked for', async () => {
  const text = await answer('Show me the table of prices for each zone', ZONES)

  expect(text).toMatch(/^\| Zone \| Price \|\n\| --- \| --- \|\n/)
  expect(text).toContain('| Zone 1 | 1 euros [1] |')
  expect(text.split('\n')).toHaveLength(22)
})

test('a table is whole where its heading asks the question, whatever words its rows hold', async () => {
  const text = await answer(
    'What do berths cost in each zone?',
    `## What do berths cost in each zone?\n\n${ZONES.replace('Zone 3 ', 'Zone 3 berths ')}`,
  )

  expect(text).toContain('| Zone 1 | 1 euros [1] |')
  expect(text.split('\n')).toHaveLength(22)
})

test('of a long section a contiguous run is shown, from the first sentence on what is asked', async () => {
  const text = await answer(
    'How long is a canoe lent?',
    `${long('Chairs')} A canoe is lent at the pier. Bring your card. It is back by six. ${long('Tables')}`,
  )

  expect(text).toMatch(
    /^A canoe is lent at the pier\. Bring your card\. It is back by six\. Tables/,
  )
  expect(text.split(' ').length).toBeLessThan(140)
})

test('a run begins with the paragraph of the lead-in to its list', async () => {
  const causes = ['They ended the old ferry', 'Quay', 'Guests', 'Pilot', 'Ice', 'Fog', 'Fares']
  const list = causes.map((each) => `- ${each}: ${long('Chairs').slice(0, 200)}`).join('\n')
  const said = 'The last boat sailed in June. The reasons are the following:'

  const text = await answer(
    'Why did they end the old ferry?',
    `${long('Tables')}\n\n${said}\n\n${list}`,
  )

  expect(text.startsWith(said)).toBe(true)
})

test('a run does not end with a lead-in without its list', async () => {
  const list = Array.from({ length: 60 }, (_, at) => `- Chair ${at} is for readers.`).join('\n')

  const text = await answer(
    'What does a canoe cost?',
    `A canoe costs three euros. ${long('Tables').slice(0, 300)}.\n\nThese chairs are new:\n\n${list}`,
  )

  expect(text).toMatch(/^A canoe costs three euros\./)
  expect(text).not.toMatch(/: \[1\]$/)
})

test('a document on the opposite procedure does not answer', async () => {
  const passages = [
    {
      ...passage('Stop the service, then restore the copy of its folder.', 0),
      headings: ['Restoring the service'],
    },
    {
      ...passage('Copy the folder while the service stands still.', 1),
      headings: ['Backing up the service'],
    },
  ]

  expect(await answerFrom('How do I back up the service?', passages)).toMatch(/^Copy .+ \[2\]$/)
  expect(await answerFrom('How do I back up the service?', passages.slice(0, 1))).toBe('')
})

test('a section that lacks the rarest word of the question, and most others, does not answer', async () => {
  const passages = [
    { ...passage('Cards are renewed at the desk.', 0), score: 0.9 },
    { ...passage('The lighthouse has a lamp.', 1), score: 0.1 },
    { ...passage('Cards are lost and cards are found.', 2), score: 0.1 },
  ]

  expect(await answerFrom('How is the lighthouse of cards painted in spring?', passages)).toBe('')
  expect(await answerFrom('How are cards renewed?', passages)).toContain('[1]')
})

test('a question of several parts is answered from several passages', async () => {
  const text = await answer(
    'What does a library card cost and when does the museum open?',
    'A library card costs 15 euros a year.',
    'The museum opens at 9 am.',
  )

  expect(text).toBe('A library card costs 15 euros a year. [1]\n\nThe museum opens at 9 am. [2]')
})

test('an answer is short, however long the passages are', async () => {
  const long = Array.from(
    { length: 200 },
    (_, at) => `The card costs ${at} euros in zone ${at}.`,
  ).join(' ')

  const text = await answer('What does the card cost?', long, long, long)

  expect(text.length).toBeLessThan(1_600)
})

/** A section of more than 170 words, whose every sentence begins with a word. */
function long(word: string): string {
  return Array.from({ length: 30 }, (_, at) => `${word} are put in row number ${at}.`).join(' ')
}
