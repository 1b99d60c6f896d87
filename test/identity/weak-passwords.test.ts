import { describe, expect, test } from 'vitest'
import { weaknessOf } from '../../server/identity/weak-passwords.ts'

const ann = { name: 'Ann-Sofie Ølgård', email: 'a.olgard1984@mail.example' }

const weak = async (password: string, person = ann) => (await weaknessOf(password, person)) !== null

describe('easily guessed passwords (docs/behaviour.md#passwords)', () => {
  test.each(['1234567890', 'QwertyUiop', 'password123'])(
    '%s is one of the most common',
    async (password) => {
      expect(await weaknessOf(password, ann)).toBe('must not be one of the 10000 most common ones')
    },
  )

  test('one beyond the most common ten thousand is accepted', async () => {
    expect(await weak('iloveyou12')).toBe(false)
  })

  test.each([
    ['the name', 'Ølgård1984sofie'],
    ['the name in another case, several times', 'ANNannAnn-1234'],
    ['decomposed letters of the name', 'Ølgård sofie'.normalize('NFD')],
    ['the e-mail address', 'olgard1984@mail'],
    ['its domain', 'example.mail.12'],
  ])('little beside %s', async (_, password) => {
    expect(await weak(password)).toBe(true)
  })

  test('six characters beside the name are enough, five are not', async () => {
    expect(await weak('sofie-hedge')).toBe(false)
    expect(await weak('sofie-hedg')).toBe(true)
  })

  test('the longest part is taken out first', async () => {
    const person = { name: 'Max Maximilian', email: 'm@x.test' }
    expect(await weak('maximilian12345', person)).toBe(true)
    expect(await weak('maximilian123456', person)).toBe(false)
  })

  test('parts of one or two characters are in too many good ones', async () => {
    const person = { name: 'Li Wu', email: 'lw@q.io' }
    expect(await weak('li-wu-quiz', person)).toBe(false)
  })
})
