import { expect, test } from 'vitest'
import { problemOf } from '../../console/form.ts'
import { clientRoutes, fieldRules } from '../../server/contract/client.ts'

test.each([
  ['', { required: true }, 'missing'],
  ['', {}, null],
  ['x'.repeat(9), { minLength: 10 }, 'tooShort'],
  // Ten code points in twenty code units.
  ['🐙'.repeat(10), { minLength: 10, maxLength: 10 }, null],
  // A letter and its accent are one character.
  ['e\u0301'.repeat(10), { maxLength: 10 }, null],
  ['x'.repeat(11), { maxLength: 10 }, 'tooLong'],
] as const)('an entry is checked as the service does: %j, %j', (text, rule, kind) => {
  expect(problemOf(text, rule)?.kind ?? null).toBe(kind)
})

test("the rules of fields come from the contract's bodies", () => {
  expect(fieldRules(['acceptInvitation'])['acceptInvitation']).toEqual({
    token: { required: true, maxLength: 200 },
    name: { minLength: 1, maxLength: 200 },
    password: { required: true, minLength: 10, maxLength: 1000 },
  })
})

test('the console calls its own operations and those of the API, but no route of the widget', () => {
  const routes = clientRoutes()

  expect(routes['signIn']).toEqual(['post', '/session'])
  expect(routes['getSource']).toEqual(['get', '/v1/knowledge/sources/{source_id}'])
  expect(routes).not.toHaveProperty('widgetBootstrap')
})
