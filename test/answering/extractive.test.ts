import { expect, test } from 'vitest'
import { keepCitedLinks } from '../../server/answering/cited/links.ts'
import { createExtractiveModel } from '../../server/answering/extractive/model.ts'
import type { ModelEvent, Prompt, PromptTurn } from '../../server/models/ports.ts'

async function run(prompt: Partial<Prompt>): Promise<ModelEvent[]> {
  const whole: Prompt = {
    task: 'answer',
    system: '',
    turns: [],
    question: '',
    passages: [],
    ...prompt,
  }
  return collect(whole, new AbortController().signal)
}

async function collect(prompt: Prompt, signal: AbortSignal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of createExtractiveModel().stream(prompt, signal)) events.push(event)
  return events
}

/** What the model says of passages given as Markdown, one or several. */
async function answer(question: string, ...texts: string[]): Promise<string> {
  return textOf(await run({ question, passages: texts.map(passage) }))
}

function passage(text: string, at: number) {
  return { number: at + 1, title: '', anchor: null, text }
}

function textOf(events: ModelEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('')
}

test('the sentence that answers is quoted with the number of its passage', async () => {
  const text = await answer(
    'What does a library card cost?',
    'The desk is on the ground floor. Ask there for help with the printers.',
    'A library card costs 15 euros a year. The garden has three old trees.',
  )

  expect(text).toBe('A library card costs 15 euros a year. [2]')
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

test('a sentence that points back brings the one it means', async () => {
  const text = await answer(
    'For how long is the warranty valid?',
    'Every kettle comes with a warranty card. It is valid for how long you own the kettle. Tea tastes best hot.',
  )

  expect(text).toBe(
    'Every kettle comes with a warranty card. [1] It is valid for how long you own the kettle. [1]',
  )
})

test('the section whose heading asks the question answers it, whatever its words are', async () => {
  const text = textOf(
    await run({
      question: 'How do I monitor the service?',
      passages: [
        {
          number: 1,
          title: 'Hosting',
          anchor: 'How do I back up the service?',
          text: 'To back up the service, stop the service and copy its folder.',
        },
        {
          number: 2,
          title: 'Hosting',
          anchor: 'How do I monitor the service?',
          text: 'Let Prometheus read `/metrics`. It needs no credential.',
        },
      ],
    }),
  )

  expect(text).toBe('Let Prometheus read `/metrics`. [2] It needs no credential. [2]')
})

test('of headings with the same content words, the one that is the question wins', async () => {
  const text = textOf(
    await run({
      question: 'Who is Harbor for?',
      passages: [
        {
          number: 1,
          title: 'Harbor',
          anchor: 'What is Harbor?',
          text: 'Harbor is a service for marinas.',
        },
        {
          number: 2,
          title: 'Harbor',
          anchor: 'Who is Harbor for?',
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
          anchor: 'Does the harbour keep berths for guests?',
          text: 'Guests ask for one on channel 12 before they enter.',
        },
        {
          number: 2,
          score: 0.4,
          title: 'Rules',
          anchor: 'Contracts',
          text: 'Members get the contract of a guest berth at the office.',
        },
      ],
    }),
  )

  expect(text).toContain('Guests ask for one on channel 12 before they enter. [1]')
  expect(text).not.toContain('[2]')
})

test('a sentence that announces an answer gives way to one that gives it', async () => {
  const text = await answer(
    'How do I reserve a mooring?',
    'Learn how to reserve a mooring.',
    'Moorings are reserved at the harbour office or by radio.',
  )

  expect(text).toMatch(/^Moorings are reserved at the harbour office or by radio\. \[2\]/)
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
  const step = (number: number, position: number, anchor: string, text: string) => ({
    number,
    title: 'Boats',
    anchor: `Launch a boat${anchor}`,
    position,
    text,
  })
  const text = textOf(
    await run({
      question: 'How do I launch a boat?',
      passages: [
        step(1, 4, '', 'Open the slip gate before you launch a boat.'),
        step(2, 6, ' › On the water', 'Start the engine there.'),
        step(3, 5, ' › The trailer', 'Push the trailer down.\n\n```\npush(trailer)\n```'),
      ],
    }),
  )

  expect(text).toBe(
    'Open the slip gate before you launch a boat. [1]\n\nPush the trailer down. [3]\n\n' +
      '```\npush(trailer)\n```\n\nStart the engine there. [2]',
  )
})

test('steps begin on the page itself and go on in its sections, without the rest of cut code', async () => {
  const text = textOf(
    await run({
      question: 'How do I moor?',
      passages: [
        { ...passage('To moor, come alongside slowly.', 0), title: 'Moor' },
        { ...passage('```\n  return rope\n}\n```', 1), title: 'Moor', anchor: 'Rope', position: 2 },
        { ...passage('Make the rope fast.', 2), title: 'Moor', anchor: 'Rope', position: 3 },
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

  expect(text).toBe('Yes. [1] Ask the harbour office for a night berth. [1]')
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

test('a line of wrapped prose that a left-out link made short ends no sentence', async () => {
  const text = await answer(
    'Which office should visitors use?',
    'If you come by boat and stay for more than a single night, please let the visitors\nuse the office of the [guest\nHARBOUR](office.md). It is open until ten.',
  )

  expect(text).toContain('use the office of the guest HARBOUR. [1]')
})

test('a yes or no that a section begins with stands before what explains it', async () => {
  const text = await answer(
    'Do you rent wooden rafts?',
    'Yes. Wooden rafts are rented by the hour. Bring a deposit.',
  )

  expect(text).toMatch(/^Yes\. \[1\] Wooden rafts are rented by the hour\. \[1\]/)
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
          anchor: 'Does Old Harbour of Lee assign winter berths?',
          text: 'Yes. Winter places must be requested by letter.',
        },
        {
          number: 2,
          score: 0.5,
          title: 'Storms',
          anchor: 'Winter berth',
          text: 'A flag widens the rule to every winter berth of the pier.',
        },
      ],
    }),
  )

  expect(text).toContain('Winter places must be requested by letter. [1]')
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

test('what only the address of a link says is not said', async () => {
  const text = await answer(
    'What is a capstan?',
    'Enabled: [May 9](https://harbour.example/capstan/capstan-news).',
    'Ropes are pulled in by the capstan of the pier.',
  )

  expect(text).toMatch(/^Ropes are pulled in by the capstan of the pier\. \[2\]/)
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
  const about = { anchor: 'Cards › Borrowing limits', score: 0.6 }
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

test.each([
  'What is the difference between a day card and a year card?',
  'day card vs year card',
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

test('an address that is not of the cited document is code, which leads nowhere', async () => {
  const text = await answer('Where is the catalogue?', 'The catalogue is at www.example.org today.')

  expect(text).toBe('The catalogue is at `www.example.org` today. [1]')
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
    'To reset the router, follow these steps: [1]\n\n1. Unplug the cable.\n2. Wait for ten seconds.\n3. Plug it in again. [1]',
  )
})

test('a lead-in takes the code it announces, whole', async () => {
  const text = await answer(
    'What installs the command line tool?',
    'Install the command line tool with npm:\n\n```sh\nnpm install --global tool\ntool --version # [3]\n```\n\nThen read on.',
  )

  expect(text).toBe(
    'Install the command line tool with npm: [1]\n\n```sh\nnpm install --global tool\ntool --version # [3]\n```',
  )
})

test('a table keeps its header, and of many rows shows those asked for', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `| Zone ${at} | ${at} euros |`).join('\n')

  const text = await answer(
    'What is the price for zone 7?',
    `| Zone | Price |\n| --- | --- |\n${rows}`,
  )

  expect(text).toMatch(/^\| Zone \| Price \|\n\| --- \| --- \|\n/)
  expect(text).toContain('| Zone 7 | 7 euros |')
  expect(text.split('\n').filter((line) => line.startsWith('| Zone ')).length).toBeLessThanOrEqual(
    9,
  )
  expect(text).toMatch(/\n\n\[1\]$/)
})

test('a question of several parts is answered from several passages', async () => {
  const text = await answer(
    'What does a library card cost and when does the museum open?',
    'A library card costs 15 euros a year.',
    'The museum opens at 9 am.',
  )

  expect(text).toBe('A library card costs 15 euros a year. [1]\n\nThe museum opens at 9 am. [2]')
})

test.each([
  ['a number in brackets', 'The card costs 15 euros [3].'],
  ['several', 'The card costs 15 euros [1][2, 3].'],
  ['nested ones', 'The card costs 15 euros [[1]2].'],
  ['escaped ones', 'The card costs 15 euros \\[3\\].'],
  ['ones around a tag', 'The card costs 15 euros [<b>3].'],
  ['full-width ones', 'The card costs 15 euros 【3†source】.'],
  ['footnotes', 'The card costs 15 euros [^3].'],
])(
  '%s of a document are not taken for markers (docs/behaviour.md#citations)',
  async (_what, text) => {
    expect(await answer('What does the card cost?', text)).toBe('The card costs 15 euros. [1]')
  },
)

test('links of a document are kept below its own address; images and raw HTML never', async () => {
  const text =
    'The card ![x](https://a.test/p.png)costs <img src=x onerror=alert(1)>15 euros, see [prices](https://a.test/p), [others](https://b.test/p) and [more](javascript:alert(1)).'
  const url = 'https://a.test/'

  const shown = textOf(
    await run({
      question: 'What does the card cost?',
      passages: [{ ...passage(text, 0), url }],
    }),
  )

  expect(shown).toBe(
    'The card costs 15 euros, see [prices](https://a.test/p), others and more. [1]',
  )
  expect(keepCitedLinks(shown, [{ url }])).toBe(shown)
})

test('code cannot close its fence', async () => {
  const text = await answer(
    'What is the code for the card?',
    'The code for the card:\n\n~~~\n```\n[9] evil\n```\n~~~',
  )

  expect(text).toBe('The code for the card: [1]\n\n````\n```\n[9] evil\n```\n````')
})

test('an ordinal, an abbreviation and a link do not end a sentence', async () => {
  expect(
    await answer(
      'Wann wurde die Brücke eröffnet?',
      'Die Brücke wurde am 8. Februar 1907 von Dr. Meier eröffnet. Sonst nichts.',
    ),
  ).toBe('Die Brücke wurde am 8. Februar 1907 von Dr. Meier eröffnet. [1]')
})

test.each([
  [
    'zh',
    '图书卡多少钱？',
    '图书馆周二开门。图书卡每年收费十五欧元。花园里有树。',
    '图书卡每年收费十五欧元。',
  ],
  [
    'ja',
    '図書カードの料金はいくらですか',
    '庭には木があります。図書カードの料金は年間十五ユーロです。',
    '図書カードの料金は年間十五ユーロです。',
  ],
  [
    'ru',
    'Сколько стоит читательский билет?',
    'В саду растут деревья. Читательский билет стоит 15 евро в год.',
    'Читательский билет стоит 15 евро в год.',
  ],
  [
    'hi',
    'पुस्तकालय कार्ड की कीमत क्या है?',
    'बगीचे में पेड़ हैं। पुस्तकालय कार्ड की कीमत पंद्रह यूरो है।',
    'पुस्तकालय कार्ड की कीमत पंद्रह यूरो है।',
  ],
])('sentences of %s are told apart', async (_language, question, text, sentence) => {
  expect(await answer(question, text)).toContain(`${sentence} [1]`)
})

test('an answer is short, however long the passages are', async () => {
  const long = Array.from(
    { length: 200 },
    (_, at) => `The card costs ${at} euros in zone ${at}.`,
  ).join(' ')

  const text = await answer('What does the card cost?', long, long, long)

  expect(text.length).toBeLessThan(1_600)
})

test('tokens are counted as words', async () => {
  const events = await run({
    question: 'What does the card cost?',
    passages: [passage('The card costs 15 euros.', 0)],
  })

  expect(events.at(-1)).toEqual({
    type: 'finish',
    reason: 'stop',
    input_tokens: 10,
    output_tokens: 6,
  })
})

test('an aborted answer throws', async () => {
  const prompt: Prompt = {
    task: 'answer',
    system: '',
    turns: [],
    question: 'What does the card cost?',
    passages: [passage('The card costs 15 euros.', 0)],
  }

  await expect(collect(prompt, AbortSignal.abort())).rejects.toThrow('aborted')
})

test('follow-ups are made of headings and definitions, and never repeat the question', async () => {
  const text = textOf(
    await run({
      task: 'follow_ups',
      question: 'How do I reset the router?',
      passages: [
        { number: 1, title: 'Router guide', anchor: 'Resetting the router', text: 'Unplug it.' },
        {
          number: 2,
          title: 'Router guide',
          anchor: 'Guide › Updating the firmware',
          text: 'The firmware is the software inside.',
        },
        {
          number: 3,
          title: 'Router guide',
          anchor: 'Guide › Can I use two routers?',
          text: 'Yes.',
        },
        {
          number: 4,
          title: 'Overview',
          anchor: 'Overview',
          text: 'A mesh network is a group of routers.',
        },
      ],
    }),
  )

  const questions = text.split('\n')
  expect(questions).toContain('How do I update the firmware?')
  expect(questions).toContain('Can I use two routers?')
  expect(questions).toHaveLength(3)
  expect(questions.some((question) => /reset|Overview/i.test(question))).toBe(false)
  expect(questions.every((question) => question.length <= 150)).toBe(true)
})

test('hostile headings do not become suggestions', async () => {
  const text = textOf(
    await run({
      task: 'follow_ups',
      question: 'x',
      passages: [
        {
          number: 1,
          title: `${'Long '.repeat(60)}?`,
          anchor: '<script>alert(1)</script>?',
          text: '# https://evil.test/?',
        },
      ],
    }),
  )

  expect(text).not.toMatch(/[<>]|https?:|Long/)
})

const TURNS: PromptTurn[] = [
  { role: 'user', text: 'How do I install the client on Linux?' },
  { role: 'assistant', text: 'With the package manager. [1]' },
]

test.each([
  ['And on Windows?', 'How do I install the client on Windows?'],
  ['And with Docker?', 'How do I install the client with Docker?'],
  ['What about the server?', 'How do I install the server on Linux?'],
  ['What does it cost?', 'What does the client cost?'],
  ['Und unter Windows?', 'How do I install the client on Linux? Und unter Windows?'],
  ['How long does it take to get a refund?', 'How long does it take to get a refund?'],
  ['Which payment methods do you accept?', 'Which payment methods do you accept?'],
])(
  'a question that leans on the one before is completed by it: %s',
  async (question, completed) => {
    expect(textOf(await run({ task: 'rewrite', question, turns: TURNS }))).toBe(completed)
  },
)

test('a first question is returned unchanged', async () => {
  expect(textOf(await run({ task: 'rewrite', question: 'And then?' }))).toBe('And then?')
})
