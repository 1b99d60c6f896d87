import { describe, expect, test } from 'vitest'
import { settle } from '../../server/ingestion/settle-questions.ts'
import type { AskedPassage } from '../../server/storage/ports/section-questions.ts'

const document_id = 'guide'

function passage(section: string | null, text: string, section_id: string | null = section) {
  return { document_id, section, section_id, text } satisfies AskedPassage
}

const asked = (
  given: { section?: string | null; origin?: 'owner' | 'visitors' | 'model' } = {},
) => ({
  id: 'question',
  document_id,
  section: 'Cards',
  origin: 'owner' as const,
  needs_look: false,
  ...given,
})

const like = async () => 1
const unlike = async () => 0.79
const stays = { kind: 'stays' }
const before = [passage('Cards', 'One. Two. Three. Four.'), passage('Opening', 'Nine to five.')]

describe('a question whose document was read again (docs/behaviour.md#questions-of-sections)', () => {
  test.each([
    ['another section changes', [before[0], passage('Opening', 'Ten to six.')]],
    ['the document could not be read', []],
  ])('stays when %s', async (_, after) => {
    const reread = { before, after: after as AskedPassage[] }
    expect(await settle(asked(), reread, unlike)).toEqual(stays)
    expect(await settle(asked({ origin: 'visitors' }), reread, unlike)).toEqual(stays)
  })

  test('follows its section to another heading', async () => {
    const after = [passage('Paying by card', 'One. Two. Three. Four.', 'Cards')]
    const moved = { kind: 'moved', section: 'Paying by card', needs_look: false }
    expect(await settle(asked(), { before, after }, unlike)).toEqual(moved)
    expect(await settle(asked({ origin: 'model' }), { before, after }, unlike)).toEqual(moved)
  })

  test('of an owner needs a look when the meaning has moved, and when the section is gone', async () => {
    const changed = { before, after: [passage('Cards', 'One. Two. Other.')] }
    expect(await settle(asked(), changed, like)).toEqual(stays)
    expect(await settle(asked(), changed, async () => 0.8)).toEqual(stays)
    expect(await settle(asked(), changed, unlike)).toEqual({
      kind: 'moved',
      section: 'Cards',
      needs_look: true,
    })
    const gone = { before, after: [passage('Opening', 'Nine to five.')] }
    expect(await settle(asked(), gone, like)).toEqual({
      kind: 'moved',
      section: null,
      needs_look: true,
    })
  })

  test.each(['visitors', 'model'] as const)(
    'of %s goes when more than half of the sentences are other ones, and with the section',
    async (origin) => {
      const of = (text: string) => ({ before, after: [passage('Cards', text)] })
      expect(await settle(asked({ origin }), of('One. Two. New. Newer.'), unlike)).toEqual(stays)
      expect(await settle(asked({ origin }), of('One. New. Newer.'), like)).toEqual({
        kind: 'removed',
      })
      const gone = { before, after: [passage('Opening', 'Nine to five.')] }
      expect(await settle(asked({ origin }), gone, like)).toEqual({ kind: 'removed' })
    },
  )

  test('of a whole document is settled by all of its text', async () => {
    const after = [passage('Cards', 'One. Two. Three. Four.'), passage('More', 'New.')]
    const whole = asked({ section: null })
    expect(await settle(whole, { before, after }, like)).toEqual(stays)
    expect(await settle(whole, { before, after }, unlike)).toEqual({
      kind: 'moved',
      section: null,
      needs_look: true,
    })
  })
})
