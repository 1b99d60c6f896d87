import { describe, expect, test } from 'vitest'
import type { LanguageModel } from '../../server/models/ports.ts'
import { read, setUp, textOf } from './setup.ts'

const KIB_64 = 64 * 1024
const SENTENCE = 'The Starter plan includes 20 GB of storage [1]. '

/** A model that goes on far beyond the limit after its first text, and tells when it is stopped. */
function talkative(first: string) {
  const told = { deltas: 0, stopped: false }
  const model: LanguageModel = {
    selector: 'test/talkative',
    async *stream(_prompt, signal) {
      signal.addEventListener('abort', () => {
        told.stopped = true
      })
      yield { type: 'text', text: first }
      while (told.deltas < (4 * KIB_64) / SENTENCE.length) {
        told.deltas += 1
        yield { type: 'text', text: SENTENCE }
      }
      yield { type: 'finish', reason: 'stop', input_tokens: 1, output_tokens: 1 }
    },
  }
  return { model, told }
}

/** An answer that reaches the limit with the last byte of `ends`. */
function upTo(ends: string): string {
  const sentences = SENTENCE.repeat(KIB_64 / SENTENCE.length - 1)
  const missing = KIB_64 - Buffer.byteLength(sentences) - Buffer.byteLength(ends)
  return `${sentences}${'o'.repeat(missing)}${ends}`
}

describe('an answer of more than 64 KiB (docs/behaviour.md#model-limits)', () => {
  test('is cut off there, and the provider’s request is ended', async () => {
    const { model, told } = talkative(SENTENCE)
    const { stream, messages } = await setUp({ model })

    const events = await read(await stream())

    expect(events.at(-1)).toMatchObject({
      type: 'answer.completed',
      data: { status: 'answered', finish_reason: 'length' },
    })
    const text = textOf(events)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(KIB_64)
    // Of sentences with the same source only the last keeps its marker.
    expect(Buffer.byteLength(text)).toBeGreaterThan(KIB_64 * 0.9)
    expect((await messages())[1]).toMatchObject({ text, finish_reason: 'length' })
    expect(told.stopped).toBe(true)
    expect(told.deltas).toBeLessThan(KIB_64 / SENTENCE.length + 2)
  })

  test.each([
    ['[1', /o$/],
    ['[source 2', /o$/],
    ['【1†sou', /o$/],
    ['[1]', /o\[1\]$/],
  ])('is not cut inside of a marker: %s', async (ends, expected) => {
    const { whole } = await setUp({ model: talkative(upTo(ends)).model })

    const { answer } = await whole()

    expect(answer.text).toMatch(expected)
  })

  test('is not cut inside of a character', async () => {
    const { whole } = await setUp({ model: talkative(`${upTo('.')}`.replace(/.$/, '😀')).model })

    const { answer } = await whole()

    expect(answer.text).toMatch(/o$/)
  })
})
