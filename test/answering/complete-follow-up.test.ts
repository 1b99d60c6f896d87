import { expect, test } from 'vitest'
import { completeFollowUp } from '../../server/answering/extractive/complete-follow-up.ts'
import type { PromptTurn } from '../../server/models/ports.ts'

const turns: PromptTurn[] = [
  { role: 'user', text: 'How do I cancel my subscription?' },
  { role: 'assistant', text: 'In the settings [1].' },
]

test.each(['opening hours', 'Shipping costs', 'SSO?', 'delete account', 'Versandkosten', '返金'])(
  'a short question with a subject of its own stays as it is: %s',
  (question) => {
    expect(completeFollowUp(question, turns)).toBe(question)
  },
)

test.each(['why?', 'How long?', 'on Windows?', 'more details please', 'warum', 'wie lange?'])(
  'a question that begins in the middle is completed: %s',
  (question) => {
    expect(completeFollowUp(question, turns)).toContain('cancel my subscription')
  },
)

test.each(['How much does it cost', 'how much does it cost?!', 'What can it not do?'])(
  'a question about what no earlier one names stays as it is: %s',
  (question) => {
    const first: PromptTurn = { role: 'user', text: 'How much does it cost?' }

    expect(completeFollowUp(question, [first])).toBe(question)
  },
)

test('a question that was asked before is completed as it was then', () => {
  const later: PromptTurn[] = [
    { role: 'user', text: 'why?' },
    { role: 'user', text: 'How do I reach the support?' },
  ]

  expect(completeFollowUp('Why?', [...turns, ...later])).toContain('cancel my subscription')
})
