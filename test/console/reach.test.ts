import { expect, test } from 'vitest'
import { obstacleOf } from '../../console/reach.ts'

const LOCAL = 'http://127.0.0.1:8787'

test.each([
  ['on one computer', LOCAL, ['http://localhost:3000'], LOCAL, null],
  ['for a website on the internet', LOCAL, [LOCAL, 'https://www.example.com'], LOCAL, 'local'],
  [
    'opened from elsewhere',
    LOCAL,
    ['https://www.example.com'],
    'http://10.0.0.2:8787',
    'elsewhere',
  ],
  ['without TLS', 'http://help.example.com', ['https://www.example.com'], LOCAL, 'insecure'],
  ['with TLS', 'https://help.example.com', ['https://www.example.com'], LOCAL, null],
  ['of an intranet', 'http://help.intern', ['http://wiki.intern'], 'http://help.intern', null],
] as const)('a tag %s', (_, script, origins, page, obstacle) => {
  const found = obstacleOf(new URL(`${script}/svc/widget.js`), [...origins], new URL(page))

  expect(found).toBe(obstacle)
})
