import { describe, expect, test } from 'vitest'
import { finish, read, type Step, scripted, setUp, textOf } from './setup.ts'

const pool = 'The pool opens at 06:30 and closes at 21:00.'
const bad = 'Das Bad öffnet um 6:30 Uhr und schließt um 21 Uhr.'
const cancel = 'Orders can be cancelled within 30 minutes. Refunds are paid within 48 hours.'

/** What a visitor gets to read when a model answers so from one passage; null: a refusal. */
async function published(passage: string, question: string, answer: string, ...verdict: Step[]) {
  const scripts = verdict.length > 0 ? [[answer, finish], verdict] : [[answer, finish]]
  const { model, prompts } = scripted(...scripts)
  const { stream } = await setUp({ model, texts: [passage], verifies: verdict.length > 0 })
  const events = await read(await stream({ text: question }))
  const last = events.at(-1)
  const abstained = last?.type === 'answer.completed' && last.data.abstained
  return { text: abstained ? null : textOf(events), asked: prompts.map(({ task }) => task) }
}

describe('times of day in an answer (docs/behaviour.md#checks-of-an-answer)', () => {
  test.each([
    [pool, 'When is it open?', 'It opens at 21:00 and closes at 06:30 [1].'],
    [pool, 'When is it open?', 'Opening time is 9 pm, closing time is 6:30 am [1].'],
    [pool, 'When is it open?', 'The pool opens at nine o’clock in the evening [1].'],
    [pool, 'When is it open?', 'The pool closes at 9 am [1].'],
    [bad, 'Wann ist das Bad offen?', 'Es öffnet um 21:00 Uhr und schließt um 6.30 Uhr [1].'],
    [bad, 'Wann ist das Bad offen?', 'Das Bad ist bis 9 Uhr morgens geöffnet [1].'],
  ])('of “%s”, “%s” is not answered with “%s”', async (passage, question, answer) => {
    expect((await published(passage, question, answer)).text).toBe(null)
  })

  test.each([
    [pool, 'When is it open?', 'It opens at 6:30 am and closes at 9 pm [1].'],
    [pool, 'When is it open?', 'You can swim between 6:30 and 21:00 [1].'],
    [pool, 'Wann ist das Bad offen?', 'Das Bad öffnet um 6:30 Uhr und schließt um 21 Uhr [1].'],
    [bad, 'Quand ouvre la piscine ?', 'La piscine est ouverte de 6h30 à 21 heures [1].'],
    [bad, 'When is it open?', 'The pool is open from half past six to 9 p.m. [1].'],
    [cancel, 'Can I cancel after 2 hours?', 'No, after 2 hours it cannot be cancelled [1].'],
    [cancel, 'Can I cancel after 2 hours?', 'After 120 minutes orders cannot be cancelled [1].'],
  ])('of “%s”, “%s” is answered with “%s”', async (passage, question, answer) => {
    expect((await published(passage, question, answer)).text).toBe(answer)
  })

  test('that may be those of something else are verified', async () => {
    const refuted = JSON.stringify([{ n: 1, verdict: 'contradicted' }])

    const found = await published(pool, 'When?', 'It opens at 21:00 [1].', refuted, finish)

    expect(found).toEqual({ text: null, asked: ['answer', 'verify'] })
  })
})
