import { expect, test } from 'vitest'
import { answerFrom } from './model.ts'

const overview = {
  number: 1,
  title: 'Lexicon',
  url: 'https://docs.test/lexicon',
  headings: ['Lexicon', 'Berth'],
  text: 'A berth is the place where a boat lies. Berths are managed in the berth dialog.',
  score: 0.46,
}
const dialog = {
  number: 2,
  title: 'Berth dialog',
  url: 'https://docs.test/berths',
  headings: ['Berth dialog'],
  text: 'The dialog is used to edit and manage the berths of a harbor.\nThe berth number is limited to 60.',
  score: 0.39,
}

test.each(['how many berths can a harbor have at most', 'How many berths may I add?'])(
  'who asks for a limit is told the sentence with its number: %s',
  async (question) => {
    expect(await answerFrom(question, [overview, dialog])).toMatch(/^[^]*limited to 60\.? \[2\]/)
  },
)

test('who asks for no limit is told what something is', async () => {
  expect(await answerFrom('What is a berth?', [overview, dialog])).toMatch(/^A berth is the place/)
})
