import { expect, test } from 'vitest'
import { thesaurusLanguages, thesaurusOf } from '../../server/text/thesaurus.ts'
import { isStopWord, wordsOf } from '../../server/text/words.ts'
import { type Library, ORGANIZATION, openLibrary, type Page } from './library.ts'

const HANDBOOK: Page[] = [
  { title: 'Pay', passages: [{ text: 'The stipend is paid on the last day of the month.' }] },
  { title: 'Time off', passages: [{ text: 'Everybody has thirty days of annual leave.' }] },
  { title: 'Canteen', passages: [{ text: 'Lunch is served from noon to two in the canteen.' }] },
  { title: 'Parking', passages: [{ text: 'Park your bicycle behind the house.' }] },
]

async function openHandbook() {
  const library = await openLibrary()
  const collection = await library.add('Handbook', HANDBOOK)
  return { ...library, collection }
}

async function save(store: Library['store'], collection: string, groups: string[][]) {
  const revision = (await store.synonyms.find(ORGANIZATION, collection))?.revision ?? 0
  await store.synonyms.save(ORGANIZATION, collection, { revision, groups })
}

test('synonyms count from the next question on, and no longer once they are removed', async () => {
  const { store, collection, ask } = await openHandbook()
  const titles = async () => {
    const { passages, confidence } = await ask('When do I get my wages?', [collection])
    return { first: passages[0]?.title, confidence }
  }
  const before = await titles()
  await save(store, collection, [['wages', 'stipend']])
  const saved = await titles()
  await save(store, collection, [])

  expect(before.first).not.toBe('Pay')
  expect(saved.first).toBe('Pay')
  expect(saved.confidence).toBeGreaterThan(before.confidence + 0.2)
  expect(await titles()).toEqual(before)
})

test('an entry may be of several words, all of which a question must have', async () => {
  const { store, collection, ask } = await openHandbook()
  await save(store, collection, [
    ['vacation', 'annual leave'],
    ['sick leave', 'canteen'],
  ])

  const asked = await ask('How much vacation?', [collection])
  const other = await ask('How much annual leave?', [collection])

  expect(asked.passages[0]?.title).toBe('Time off')
  expect(other.question.terms).toContain('vacat')
  expect(other.question.terms).not.toContain('canteen')
})

test('a passage with the word itself comes before one with a synonym of it', async () => {
  const library = await openLibrary()
  const collection = await library.add('Handbook', [
    { title: 'One', passages: [{ text: 'The stipend is paid monthly by the office.' }] },
    { title: 'Two', passages: [{ text: 'The wages are paid monthly by the office.' }] },
    ...HANDBOOK.slice(1),
  ])
  await save(library.store, collection, [['wages', 'stipend']])

  const { passages } = await library.ask('How are wages paid?', [collection])

  expect(passages.slice(0, 2).map(({ title }) => title)).toEqual(['Two', 'One'])
})

test('synonyms of another collection do not count', async () => {
  const { store, collection, ask, add } = await openHandbook()
  const other = await add('Other', HANDBOOK.slice(3))
  await save(store, other, [['wages', 'stipend']])

  const { question } = await ask('When do I get my wages?', [collection])

  expect(question.terms).not.toContain('stipend')
})

const HELP: Page[] = [
  { title: 'Notifications', passages: [{ text: 'Disable them in the settings of your account.' }] },
  { title: 'Tarife', passages: [{ text: 'Der Preis steht in der Tabelle auf der ersten Seite.' }] },
  {
    title: 'Contrat',
    passages: [{ text: 'Il faut résilier trois mois avant la fin de l’année.' }],
  },
  { title: 'Aparatos', passages: [{ text: 'El teléfono se apaga con el botón de la derecha.' }] },
  { title: 'Pages', passages: [{ text: 'The page of the calendar shows the first day.' }] },
]

test.each([
  ['How do I turn off these messages?', 'Notifications'],
  ['Wie hoch ist die Gebühr?', 'Tarife'],
  ['Comment puis-je annuler ?', 'Contrat'],
  ['¿Dónde está el botón del celular?', 'Aparatos'],
])('common words of support find each other without any group: %s', async (question, title) => {
  const library = await openLibrary()
  const collection = await library.add('Help', HELP)

  const { passages } = await library.ask(question, [collection])

  expect(passages[0]?.title).toBe(title)
})

test('a verb with a particle means something else without it', async () => {
  const library = await openLibrary()
  const collection = await library.add('Help', HELP)

  const { question } = await library.ask('When is it my turn?', [collection])

  expect(question.terms).not.toContain('disabl')
})

test('a related word counts less, the more passages hold it', async () => {
  const library = await openLibrary()
  const common = HANDBOOK.map(({ title }) => ({
    title,
    passages: [{ text: `Remove it: ${title}.` }],
  }))
  const collection = await library.add('Help', [
    ...common,
    { title: 'Disposal', passages: [{ text: 'Uninstall it when it is old.' }] },
    { title: 'Rid', passages: [{ text: 'The rid is closed.' }] },
  ])

  const { passages } = await library.ask('How do I get rid of it?', [collection])

  expect(passages[0]?.title).toBe('Rid')
  expect(passages[1]?.title).toBe('Disposal')
})

test('a word that was written counts more than a related one', async () => {
  const library = await openLibrary()
  const collection = await library.add('Help', [
    { title: 'One', passages: [{ text: 'The fee is paid monthly by the office.' }] },
    { title: 'Two', passages: [{ text: 'The price is paid monthly by the office.' }] },
    ...HELP,
  ])

  const { passages } = await library.ask('How is the price paid?', [collection])

  expect(passages.slice(0, 2).map(({ title }) => title)).toEqual(['Two', 'One'])
})

test('a phrase of the thesaurus is looked for by what documents say for it', async () => {
  const library = await openLibrary()
  const collection = await library.add('Help', HELP)

  const said = await library.ask('How do I get rid of these messages?', [collection])
  const other = await library.ask('Who took a rid on of these messages?', [collection])

  expect(said.question.terms).toContain('remov')
  expect(other.question.terms).not.toContain('remov')
})

test.each(thesaurusLanguages)(
  'the thesaurus in %s has groups of different entries, each with a content word',
  (language) => {
    const groups = thesaurusOf(language)
    const isContent = (text: string) => wordsOf(text).some((word) => !isStopWord(word, language))
    const entries = groups.flatMap(({ said, meant }) => [...said, ...meant])

    expect(groups.length).toBeGreaterThanOrEqual(150)
    expect(groups.filter(({ said, meant }) => new Set([...said, ...meant]).size < 2)).toEqual([])
    expect(entries.filter((entry) => !isContent(entry))).toEqual([])
  },
)
