import { describe, expect, test } from 'vitest'
import { excerptOf } from '../../server/answering/cited/excerpt.ts'
import { MAX_SNIPPET_CHARS } from '../../server/answering/cited/snippet.ts'
import { contentWordsOf } from '../../server/text/question.ts'

const excerpt = (passage: string, clue: string) => excerptOf(passage, contentWordsOf(clue))
const filler = 'Filler words about nothing at all that fill the room of the excerpt for the test.'

describe('the excerpt of a citation (docs/behaviour.md#citations)', () => {
  test('is the whole passage where that is short', () => {
    const passage = 'Two ways:\n\n- by **train**\n- by ferry'

    expect(excerpt(passage, 'ferry')).toBe(passage)
  })

  test('is plain text where the passage has no structure', () => {
    expect(excerpt('The **ferry** leaves at nine.', 'ferry')).toBe('The ferry leaves at nine.')
    expect(excerpt('![x](y)', 'x')).toBeNull()
  })

  test('has the supporting item with the line that leads in, and says what is left out', () => {
    const passage = `${`${filler}\n\n`.repeat(3)}You can travel:\n\n- by boat at nine\n- by train at ten\n\n${`${filler}\n\n`.repeat(3)}`

    const shown = excerpt(passage, 'When does the boat leave?')

    expect(shown).toContain('…\n\nYou can travel:\n\n- by boat at nine\n- by train at ten')
    expect(shown).toMatch(/…$/)
  })

  test('has the head of the table of a row', () => {
    const rows = Array.from({ length: 40 }, (_, n) => `| berth ${n} | ${n * 10} m |`)
    const passage = ['| Berth | Length |', '|---|--:|', ...rows].join('\n')

    const shown = excerpt(passage, 'How long is berth 33?') ?? ''

    expect(shown).toContain('| Berth | Length |\n|---|--:|\n')
    expect(shown).toContain('| berth 33 | 330 m |')
    expect([...shown].length).toBeLessThanOrEqual(MAX_SNIPPET_CHARS)
  })

  test('has code with its fences', () => {
    const passage = `${filler}\n\n\`\`\`sh\nharbor cancel <id>\n\`\`\`\n\n${`${filler}\n\n`.repeat(4)}`

    expect(excerpt(passage, 'harbor cancel')).toContain('```sh\nharbor cancel <id>\n```')
  })

  test.each([
    ['an item is too long', `- ${filler.repeat(5)}\n- ferry`],
    ['it has raw HTML', '- the <b>ferry</b>\n- the train'],
  ])('is plain text where %s', (_, passage) => {
    const shown = excerpt(passage, 'Filler words of the ferry') ?? ''

    expect(shown).not.toMatch(/^-|<b>/)
    expect([...shown].length).toBeLessThanOrEqual(MAX_SNIPPET_CHARS)
  })
})
