import { expect, test } from 'vitest'
import { typedOrigin } from '../../console/origins.ts'

test.each([
  ['www.example.com', 'https://www.example.com', 'https://example.com'],
  [' https://Example.com/ ', 'https://example.com', 'https://www.example.com'],
  ['docs.example.com', 'https://docs.example.com', null],
  ['http://localhost:3000', 'http://localhost:3000', null],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', null],
])('%s is understood as %s', (typed, origin, twin) => {
  expect(typedOrigin(typed)).toEqual({ origin, twin, isCut: false, isInsecure: false })
})

test('what is cut off and what is not encrypted is said', () => {
  expect(typedOrigin('http://example.com/shop?x=1')).toMatchObject({
    origin: 'http://example.com',
    isCut: true,
    isInsecure: true,
  })
})

test.each(['', 'example', 'two words', 'mailto:ann@example.com'])('%j is no website', (typed) => {
  expect(typedOrigin(typed)).toBeNull()
})
