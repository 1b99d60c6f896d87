import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeFor, type Platform, platforms } from '../../console/platforms.ts'

const guide = readFileSync(
  join(import.meta.dirname, '../../demo-site/knowledge/platforms.md'),
  'utf8',
)
const tag = { src: 'https://assistant.example.com/svc/widget.js', key: 'svc_wk_…' }
const all = Object.keys(platforms) as Platform[]

/** Without indentation, which the guide has where the code stands in a list. */
const flat = (code: string) => code.replace(/\s+/g, ' ')

test.each(all)('the code for %s is the one of the guide', (platform) => {
  expect(flat(guide)).toContain(flat(codeFor(platform, tag)))
})

test.each(all)('the code for %s can pin the script', (platform) => {
  const code = codeFor(platform, { ...tag, integrity: 'sha384-abc' })

  expect(code).toContain('sha384-abc')
  expect(code).toMatch(/cross[oO]rigin[=:' "]+anonymous/)
})
