import { expect, test } from 'vitest'
import { answer, answerFrom, passage, run, textOf } from './model.ts'

test('the section that answers is quoted whole with the number of its passage', async () => {
  const text = await answer(
    'What does a library card cost?',
    'The desk is on the ground floor. Ask there for help with the printers.',
    'A library card costs 15 euros a year. The garden has three old trees.',
  )

  expect(text).toBe('A library card costs 15 euros a year. The garden has three old trees. [2]')
})

test('no text when no passage supports the question', async () => {
  const events = await run({
    question: 'Who won the championship?',
    passages: [passage('A library card costs 15 euros a year.', 0)],
  })

  expect(events).toEqual([
    expect.objectContaining({ type: 'finish', reason: 'stop', output_tokens: 0 }),
  ])
})

test('a heading is what is asked for, whatever stands in brackets behind it', async () => {
  const explained = 'Mooring rings (cleats, bollards or posts of iron)'

  const text = await answerFrom('mooring rings', [
    { ...passage('Mooring rings are painted in spring.', 0), headings: ['Mooring'] },
    { ...passage('Mooring rings are free for an hour.', 1), headings: [explained] },
  ])

  expect(text).toMatch(/^Mooring rings are free/)
})

test('the section whose heading asks the question answers it, whatever its words are', async () => {
  const text = textOf(
    await run({
      question: 'How do I monitor the service?',
      passages: [
        {
          number: 1,
          title: 'Hosting',
          headings: ['How do I back up the service?'],
          text: 'To back up the service, stop the service and copy its folder.',
        },
        {
          number: 2,
          title: 'Hosting',
          headings: ['How do I monitor the service?'],
          text: 'Let Prometheus read `/metrics`. It needs no credential.',
        },
      ],
    }),
  )

  expect(text).toBe('Let Prometheus read `/metrics`. It needs no credential. [2]')
})

test('of headings with the same content words, the one that is the question wins', async () => {
  const text = textOf(
    await run({
      question: 'Who is Harbor for?',
      passages: [
        {
          number: 1,
          title: 'Harbor',
          headings: ['What is Harbor?'],
          text: 'Harbor is a service for marinas.',
        },
        {
          number: 2,
          title: 'Harbor',
          headings: ['Who is Harbor for?'],
          text: 'Teams of two or more get the most from Harbor.',
        },
      ],
    }),
  )

  expect(text).toMatch(/^.*Teams of two or more get the most from Harbor\. \[2\]/s)
})

test('a passage that was found to fit much better answers, though another repeats more words', async () => {
  const text = textOf(
    await run({
      question: 'How do I get a guest berth?',
      passages: [
        {
          number: 1,
          score: 0.8,
          title: 'Visitors',
          headings: ['Does the harbour keep berths for guests?'],
          text: 'Guests ask for one on channel 12 before they enter.',
        },
        {
          number: 2,
          score: 0.4,
          title: 'Rules',
          headings: ['Contracts'],
          text: 'Members get the contract of a guest berth at the office.',
        },
      ],
    }),
  )

  expect(text).toContain('Guests ask for one on channel 12 before they enter. [1]')
  expect(text).not.toContain('[2]')
})

test('of pages that fit as well, the one that was found first answers', async () => {
  const told = (number: number, page: string, text: string) => ({
    number,
    score: number === 1 ? 0.5 : 0.49,
    title: page,
    url: `https://harbor.example/${page}#${number}`,
    headings: [page],
    text,
  })
  const text = textOf(
    await run({
      question: 'How long is a guest berth kept?',
      passages: [
        told(1, 'stays', 'A guest berth is kept until the owner of the berth is back.'),
        told(2, 'races', 'A guest berth is kept for 3 boats of each race, with its lamp.'),
      ],
    }),
  )

  expect(text).toMatch(/^A guest berth is kept until the owner of the berth is back\. \[1\]/)
})

test('a sentence that announces an answer gives way to one that gives it', async () => {
  const text = await answer(
    'How do I reserve a mooring?',
    'Learn how to reserve a mooring.',
    'Moorings are reserved at the harbour office or by radio.',
  )

  expect(text).toMatch(/^Moorings are reserved at the harbour office or by radio\. \[2\]/)
})

test('an item answers by itself: a list does not win by holding a little of everything', async () => {
  const text = await answer(
    'How long may guests stay at the pier?',
    'Some of our rules:\n\n- Guests pay at the office.\n- Dogs may be as long as a metre.\n- They stay on board.\n- The pier is lit.',
    'At the pier guests may stay for three days.',
  )

  expect(text).toMatch(/^At the pier guests may stay for three days\. \[2\]/)
})

test('the sentence that answers comes first, from whichever passage it is', async () => {
  const text = await answer(
    'What does a berth with electricity cost in cold winters, with water, heating and light?',
    'Water, heating and light come with every berth.',
    'A berth with electricity costs 15 euros in cold winters.',
  )

  expect(text).toMatch(/^A berth with electricity costs 15 euros in cold winters\. \[2\].+\[1\]$/s)
})

test('a question in the documentation that asks the same with more words is the one asked', async () => {
  const text = textOf(
    await run({
      question: 'How do I get a winter berth?',
      passages: [
        {
          number: 1,
          score: 0.6,
          title: 'Questions',
          headings: ['Does Old Harbour of Lee assign winter berths?'],
          text: 'Yes. Winter places must be requested by letter.',
        },
        {
          number: 2,
          score: 0.5,
          title: 'Storms',
          headings: ['Winter berth'],
          text: 'A flag widens the rule to every winter berth of the pier.',
        },
      ],
    }),
  )

  expect(text).toContain('Winter places must be requested by letter. [1]')
})

test('what something is, is not told by the lead-in to an example', async () => {
  const text = await answer(
    'What is a bilge pump?',
    'Set the bilge pump:\n\n```\npump.set(1)\n```',
    'Water is moved out of the hull with a bilge pump.',
  )

  expect(text).toMatch(/^Water is moved out of the hull with a bilge pump\. \[2\]/)
})

test('what something is, is told by a sentence and not by a list or code', async () => {
  const text = await answer(
    'What is a bilge pump?',
    '- **bilge pump** (required)\n- **bilge pump fuse** (required)',
    'Water is moved out of the hull with a bilge pump.',
  )

  expect(text).toMatch(/^Water is moved out of the hull with a bilge pump\. \[2\]/)
})

test('what something is, is told by the sentence that defines it', async () => {
  const text = await answer(
    'What is a mooring?',
    'A mooring can be booked online. The price of a mooring depends on its length.',
    'Boats need a place. A mooring is a place where a boat is made fast.',
  )

  expect(text).toContain('A mooring is a place where a boat is made fast. [2]')
})

test('the page on what is asked answers before pages on other things that mention it', async () => {
  const about = { headings: ['Cards', 'Borrowing limits'], score: 0.6 }
  const text = textOf(
    await run({
      question: 'What are the borrowing limits?',
      passages: [
        {
          ...passage('The borrowing limits of the music room are three records.', 0),
          ...about,
          title: 'Music room',
        },
        {
          ...passage('The borrowing limits of each card are ten books.', 1),
          ...about,
          title: 'Borrowing',
        },
      ],
    }),
  )

  expect(text).toMatch(/^The borrowing limits of each card are ten books\. \[2\]/)
})

test.each([
  ['What is a lending agent?', 'Lending agents are people who choose books for others.'],
  ['What is an RFID?', 'Radio-frequency identification (RFID) finds lost books.'],
  ['What is the index?', 'The index lets readers find a book by its title.'],
  ['What is Dewey?', 'The Dewey system is an order of books by subject.'],
  ['What is a shelf?', 'A revolving library shelf is one that turns.'],
  [
    'What is shelf reading?',
    'Once a month the books are put in order, which is called "shelf reading".',
  ],
])('%s is told by a definition in other words', async (question, definition) => {
  const text = await answer(
    question,
    'A shelf and a lending agent need shelf reading, as every lending agent of a shelf with Dewey, an RFID and an index knows.',
    definition,
  )

  expect(text.startsWith(definition)).toBe(true)
})

test('a definition answers before sentences that name the thing more often', async () => {
  const text = await answer(
    'What is a winch?',
    'Grease the winch. A winch that squeaks is a winch without grease. Winches are sold in pairs.',
    'Before you sail, look around. A winch is a drum that pulls in a rope. It has a handle.',
  )

  expect(text).toBe('A winch is a drum that pulls in a rope. It has a handle. [2]')
})

test('a note with its label in bold is no entry of a glossary: what is below is told, too', async () => {
  const text = await answer(
    'How long does the winch need to start?',
    '**Note:** The winch needs a minute to start.\n\nLeave the lever alone until then.',
  )

  expect(text).toMatch(/^\*\*Note:\*\* The winch .* \[1\]\n\nLeave the lever/)
})

test('of a glossary and of a list the entry answers', async () => {
  const glossary =
    '**Cleat** A fitting for ropes.\n\n**Winch** A drum that pulls in a rope.\n\n**Yard** A spar.'
  const list = '- **Cleat**: a fitting for ropes\n- **Winch**: a drum that pulls in a rope'

  expect(await answer('What is a winch?', glossary)).toBe(
    '**Winch** A drum that pulls in a rope. [1]',
  )
  expect(await answer('What is a winch?', list)).toBe(
    '- **Winch**: a drum that pulls in a rope [1]',
  )
})

test('two things are compared by a list that tells of each', async () => {
  const text = await answer(
    'What is the difference between a cleat and a winch?',
    'A cleat is screwed to the deck. The winch stands beside it.',
    '- **Cleat**: holds a rope\n- **Yard**: carries a sail\n- **Winch**: pulls in a rope',
  )

  expect(text).toBe('- **Cleat**: holds a rope [2]\n- **Winch**: pulls in a rope [2]')
})

test('of a question in two parts, each is answered by what it asks itself', async () => {
  const text = await answer(
    'What is a winch and how do I grease one?',
    'A winch is a drum that pulls in a rope.',
    'Winches, more winches and again winches are in stock.',
    'Grease drums with a brush.',
  )

  expect(text).toContain('A winch is a drum that pulls in a rope. [1]')
  expect(text).toContain('Grease drums with a brush. [3]')
  expect(text).not.toContain('[2]')
})

test('who runs something is told by the sentence that says by whom', async () => {
  const text = await answer(
    'Who runs Harbor?',
    'Harbor runs on two machines. Harbor runs at night, too.',
    'Harbor is an open register of berths. It is a service provided by the Quay Foundation.',
  )

  expect(text).toContain('It is a service provided by the Quay Foundation. [2]')
  expect(text).not.toContain('[1]')
})

test('what something does is told by a sentence about it rather than by its table of options', async () => {
  const options =
    '| Option | Meaning |\n| --- | --- |\n| `--list` | show what the capstan pulls |\n| `--dry` | the capstan pulls nothing |'

  const text = await answer('What does the capstan do?', options, 'The capstan pulls in ropes.')

  expect(text).toMatch(/^The capstan pulls in ropes\. \[2\]/)
})

test('a log of changes gives way, unless the question asks for changes', async () => {
  const passages = [
    { ...passage('The capstan is oiled with the new pump.', 0), headings: ['Changelog', '1.4.0'] },
    { ...passage('Oil a capstan twice a year.', 1), headings: ['Care'] },
  ]

  expect(await answerFrom('How is a capstan oiled?', passages)).toMatch(/^Oil .+ \[2\]/)
  expect(await answerFrom('What changed for the capstan?', passages)).toMatch(/^The .+ \[1\]/)
})

test('a numbered section is no log of changes', async () => {
  const passages = [
    { ...passage('Oil the capstan twice a year.', 0), headings: ['2. Deck', '2.4. Oil a capstan'] },
    { ...passage('A capstan is oiled by the crew.', 1), headings: ['3. Crew'] },
  ]

  expect(await answerFrom('How is a capstan oiled?', passages)).toMatch(/^Oil .+ \[1\]/)
})

test('a section of which nothing can be shown gives way to the next one', async () => {
  const passages = [
    { ...passage('Set the berth budget as shown below:', 0), headings: ['Set a berth budget'] },
    {
      ...passage('The berth budget is set by the treasurer in spring.', 1),
      headings: ['Treasurer'],
    },
  ]

  const text = await answerFrom('How do I set the berth budget?', passages)

  expect(text).toBe('The berth budget is set by the treasurer in spring. [2]')
})

test('a table without rows gives way to the next section', async () => {
  const passages = [
    { ...passage('| Berth fee | set here |\n| --- | --- |', 0), headings: ['Set a berth fee'] },
    { ...passage('The berth fee is set by the treasurer in spring.', 1), headings: ['Treasurer'] },
  ]

  const text = await answerFrom('How do I set the berth fee?', passages)

  expect(text).toBe('The berth fee is set by the treasurer in spring. [2]')
})

const BUTTONS = [
  '- Start – starts the winch.',
  '- Add To Queue – adds a rope to the queue of the winch.',
  '- Options: shows what else there is.',
]

test('of a list of entries only the one is shown that a question singles out', async () => {
  const text = await answer(
    'Is there a queue for ropes at the winch?',
    `Several buttons:\n\n${BUTTONS.join('\n')}`,
  )

  expect(text).toBe(`${BUTTONS[1]} [1]`)
})

test('a list of entries is whole below a sentence that says when it holds', async () => {
  const text = await answer(
    'Is there a queue for ropes at the winch?',
    `If the winch is on deck, it has these buttons:\n\n${BUTTONS.join('\n')}`,
  )

  for (const button of BUTTONS) expect(text).toContain(button)
})

test.each(['What can I do at the winch?', 'Which buttons are there for the winch and a queue?'])(
  'a list of entries is whole where none stands out, or where a list is asked for: %s',
  async (question) => {
    const text = await answer(question, `Several buttons of the winch:\n\n${BUTTONS.join('\n')}`)

    for (const button of BUTTONS) expect(text).toContain(button)
  },
)

test('who asks what a setting does is told its entry alone', async () => {
  const text = await answer(
    'What does the RopeLevel directive do?',
    '- **RopeHistory**: How many ropes are kept, whatever the RopeLevel.\n- **RopeLevel** none, **RopeLevel** all: Which ropes are counted.\n- **RopeTime**: When ropes are counted.',
  )

  expect(text).toBe('- **RopeLevel** none, **RopeLevel** all: Which ropes are counted. [1]')
})

test('a heading is what is asked for, whatever it has in parentheses', async () => {
  const text = textOf(
    await run({
      question: 'What does ropenets do?',
      passages: [
        {
          ...passage('Permit a boat that is moored to any of $ropenets.', 0),
          headings: ['permit_ropenets'],
        },
        {
          ...passage('The list of trusted piers, which may give ropes to others.', 1),
          headings: ['ropenets (default: see "rope -d" and its output)'],
        },
      ],
    }),
  )

  expect(text).toMatch(/^The list of trusted piers/)
})

test('a question of nothing but common words is answered below the heading that asks it', async () => {
  const text = await answer(
    'What can it not do?',
    '## What can it not do?\n\nSail against the wind.',
  )

  expect(text).toBe('Sail against the wind. [1]')
})

test('a question without a letter is not asked by a passage without a heading', async () => {
  expect(await answer('???', 'Winches are oiled once a year.')).toBe('')
})
