import { expect, test } from 'vitest'
import { type Variant, variantOf } from '../../eval/variants.ts'

const QUESTION = 'How do I view the memory usage of version 1.5?'

function written(variant: Variant, seed = 0, question = QUESTION): string {
  return variantOf(question, variant, { language: 'english', wrappers: 'heldOut', seed })
}

test('a wrapper surrounds the whole question', () => {
  for (let seed = 0; seed < 6; seed += 1) {
    expect(written('greeting', seed)).toMatch(/^[A-Z].+How do I view .+1\.5\?.+$/s)
    expect(written('context', seed)).toMatch(/^[A-Z].+\. How do I view .+1\.5\?$/s)
  }
})

test('fitted and held-out wrappers differ in every language', () => {
  for (const language of ['english', 'german', 'russian', 'chinese', 'arabic'] as const) {
    const of = (wrappers: 'fitted' | 'heldOut') =>
      [0, 1, 2].map((seed) => variantOf('?', 'greeting', { language, wrappers, seed }))
    expect(of('fitted').filter((each) => of('heldOut').includes(each))).toEqual([])
  }
})

test.each([
  ['one typo', 1],
  ['two typos', 2],
] as const)('%s changes as many words, the same ones for a seed', (variant, count) => {
  for (let seed = 0; seed < 20; seed += 1) {
    const [before, after] = [QUESTION.split(' '), written(variant, seed).split(' ')]
    expect(after.length).toBe(before.length)
    expect(after.filter((word, at) => word !== before[at]).length).toBe(count)
    expect(written(variant, seed)).toBe(after.join(' '))
  }
})

test('a text without letters to mistype stays as it is', () => {
  const question = '5.05亿年前的时期被称为什么？'

  expect(written('one typo', 1, question)).toBe(question)
})

test('other ways of writing keep words and numbers', () => {
  expect(written('keywords')).toBe('version memory')
  expect(written('upper case')).toBe('HOW DO I VIEW THE MEMORY USAGE OF VERSION 1.5?')
  expect(written('no question mark')).toBe('How do I view the memory usage of version 1.5')
  expect(written('dictated')).toBe('how do i view the memory usage of version 1.5')
})
