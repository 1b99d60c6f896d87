import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { messages as german } from '../../console/locales/de.ts'
import { messages as english } from '../../console/locales/en.ts'

/** Texts that both languages spell alike. */
const COGNATES = new Set([
  'product',
  'account.organization',
  'roles.admin',
  'roles.other',
  'navigation.areas.website',
  'website.title',
  'website.origin',
  'people.person',
  'audit.nouns.deployment',
  'audit.nouns.webhook',
  'audit.nouns.export',
  'audit.value',
  'audit.values',
  'data.nameTitle',
  'data.name',
  'people.roleChanged',
  'palette.escapeKey',
])

function flat(texts: object, above = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]: [string, string | object]) =>
    typeof text === 'string' ? [[above + key, text]] : flat(text, `${above}${key}.`),
  )
}

const placeholders = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort()

test('German has every text, in the same order, with the same placeholders', () => {
  const translated = flat(german)

  expect(translated.map(([key]) => key)).toEqual(flat(english).map(([key]) => key))
  for (const [index, [key, text]] of flat(english).entries()) {
    const [, translation] = translated[index] ?? []
    // The German button of an invitation names no organization.
    if (key !== 'invitation.submit') expect(placeholders(translation)).toEqual(placeholders(text))
    if (text && !COGNATES.has(key)) expect([key, translation]).not.toEqual([key, text])
  }
})

const root = join(import.meta.dirname, '../../console')
const screens = globSync('{screens,parts}/*.tsx', { cwd: root })

test('a text in a screen is found, wherever it stands', () => {
  const screen = `export const A = () => <p class="a b" title="Hello">Ann<b>{x ? 'Try again' : \`and so on\`}</b></p>`

  const { program } = parseSync('A.tsx', screen)

  expect(textsIn(program).sort()).toEqual(['Ann', 'Hello', 'Try again', 'and so on'])
})

test.each(screens)('no text stands outside the table: %s', (file) => {
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))

  expect(textsIn(program)).toEqual([])
})

/** Attributes whose value no reader sees. */
const TECHNICAL = new Set(['class', 'href', 'id', 'type', 'role', 'kind', 'of', 'width', 'height'])

/** Written words in JSX, and strings that look like words for a reader. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, name, value, ...rest } = node as Record<string, unknown>
  if (type === 'ImportDeclaration') return []
  if (type === 'JSXText') return /\p{L}/u.test(String(value)) ? [String(value).trim()] : []
  if (type === 'JSXAttribute') {
    const { name: attribute } = name as { name: string }
    return TECHNICAL.has(attribute) ? [] : textsIn(value)
  }
  if (type === 'TemplateElement') return textsIn({ type: 'Literal', value: rawOf(value) })
  if (type === 'Literal') return isSentence(value) ? [value] : []
  return [...textsIn(Object.values(rest)), ...textsIn(name), ...textsIn(value)]
}

function rawOf(value: unknown): string {
  return (value as { raw: string }).raw
}

function isSentence(value: unknown): value is string {
  return typeof value === 'string' && /^\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(value)
}
