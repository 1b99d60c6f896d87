import { expect, test } from 'vitest'
import { websiteAddress } from '../../console/add-knowledge.ts'
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

test.each([
  ['docs.example.com', 'https://docs.example.com/'],
  [' http://example.com/help ', 'http://example.com/help'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
  ['localhost', 'https://localhost/'],
  ['not an address', null],
  ['word', null],
  ['', null],
])('the address of a website is read as it was meant: %j', (entry, address) => {
  expect(websiteAddress(entry)?.href ?? null).toBe(address)
})
