import { expect, test } from 'vitest'
import { withoutCourtesies } from '../../../server/answering/manners/courtesies.ts'

test.each([
  ['Hi! Which models are there? Thanks!', 'Which models are there?'],
  ['Thanks.\n\nHow do I cancel?', 'How do I cancel?'],
  ['Hello there. My order is late. Can you help me?', 'My order is late.'],
  ['Danke! Wie lange dauert das?', 'Wie lange dauert das?'],
  ['Never mind that. Is it open?', 'Is it open?'],
  ['Hello! Just curious - is it open? Thanks!', 'Just curious – is it open?'],
])('of “%s” what asks is left', (message, question) => {
  expect(withoutCourtesies(message)).toBe(question)
})

test.each([
  'How do I say hello in Welsh?',
  'Hi! Thanks!',
  'Can I talk to a person? My card was stolen.',
  'My card was stolen. What now?',
])('“%s” stays as it is', (message) => {
  expect(withoutCourtesies(message)).toBe(message)
})
