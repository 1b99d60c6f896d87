import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../server/contract/events.ts'
import type { LanguageModel } from '../../server/models/ports.ts'
import { finish, read, type Step, scripted, setUp, textOf } from './setup.ts'

const wrong = 'The Starter plan includes 900 GB of storage [1].'
const right = 'Backups are kept for 30 days [2].'
const after = 'Support answers on weekdays from 9:00 to 17:00 [3].'

/** The events of an answer whose text is held up to the ends of its sentences. */
async function events(...script: Step[]): Promise<StreamEvent[]> {
  const { stream } = await setUp({ model: scripted(script).model, holdMs: 60_000 })
  return read(await stream())
}

function replaced(seen: StreamEvent[]): boolean {
  return seen.some(({ type }) => type === 'answer.replaced')
}

function deltas(seen: StreamEvent[]): string[] {
  return seen.flatMap((event) => (event.type === 'answer.delta' ? event.data.text : []))
}

/** As a model writes: a few characters at a time. */
function typed(text: string): Step[] {
  return [...(text.match(/[^]{1,4}/g) ?? []), finish]
}

describe('text that is shown once it was checked (docs/behaviour.md#checks-of-an-answer)', () => {
  test.each<[string, string, string]>([
    [
      'a sentence',
      `${wrong} ${right} ${after}`,
      `${right.replace('2', '1')} ${after.replace('3', '2')}`,
    ],
    [
      'a paragraph',
      `${right}\n\n${wrong}\n\n${after}`,
      'Backups are kept for 30 days [1].\n\nSupport answers on weekdays from 9:00 to 17:00 [2].',
    ],
    [
      'an item',
      `- ${right}\n- ${wrong}\n- ${after}`,
      '- Backups are kept for 30 days [1].\n- Support answers on weekdays from 9:00 to 17:00 [2].',
    ],
    [
      'a row',
      `| What | How much |\n|---|---|\n| Storage | 900 GB [1] |\n| Backups | 30 days [2] |\n\n${after}`,
      '| What | How much |\n|---|---|\n| Backups | 30 days [1] |\n\nSupport answers on weekdays from 9:00 to 17:00 [2].',
    ],
    [
      'a section with its heading',
      `## Storage\n\n${wrong}\n\n## Backups\n\n${right}`,
      '## Backups\n\nBackups are kept for 30 days [1].',
    ],
    [
      'all that a lead-in announces',
      `Storage is limited:\n\n- ${wrong}\n\n${right}`,
      'Backups are kept for 30 days [1].',
    ],
    [
      'code',
      `${right}\n\n\`\`\`sh\nrm --storage-of-all\n\`\`\`\n\n${after}`,
      'Backups are kept for 30 days [1].\n\nSupport answers on weekdays from 9:00 to 17:00 [2].',
    ],
  ])('%s that the passages do not support is never shown', async (_what, text, left) => {
    const seen = await events(...typed(text))

    expect(textOf(seen)).toBe(left)
    expect(replaced(seen)).toBe(false)
  })

  test('sentences with one source are shown with its marker once', async () => {
    const seen = await events(
      ...typed(
        'The Starter plan includes 20 GB of storage [1]. It has three users [1]. The owner can add more [1].',
      ),
    )

    expect(textOf(seen)).toBe(
      'The Starter plan includes 20 GB of storage. It has three users. The owner can add more [1].',
    )
    expect(replaced(seen)).toBe(false)
  })

  test('an address that no passage holds is never shown', async () => {
    const seen = await events(
      ...typed(`${right} See https://evil.test/?q=1 for more [2]. ${after}`),
    )

    expect(deltas(seen).join('')).not.toContain('evil')
  })

  test('whole sentences are shown while the model writes on', async () => {
    let seenWhileWriting = ''
    const shown = { text: '' }
    const model: LanguageModel = {
      selector: 'test/waiting',
      async *stream() {
        yield { type: 'text', text: `${right} ${after} And so` }
        for (let tries = 0; shown.text === '' && tries < 500; tries += 1) await pause(10)
        seenWhileWriting = shown.text
        yield { type: 'text', text: ' on.' }
        yield { type: 'finish', reason: 'stop', input_tokens: 1, output_tokens: 1 }
      },
    }
    const { stream } = await setUp({ model, holdMs: 60_000 })

    for await (const event of await stream()) {
      if (event.type === 'answer.delta') shown.text += event.data.text
    }

    expect(seenWhileWriting).toContain('Backups are kept for 30 days [1]. Support answers')
  })

  test('a sentence that does not end is shown word by word after a while', async () => {
    const script: Step[] = ['Backups are kept for 30 da', { hang: 'heeding' }]
    const { stream } = await setUp({ model: scripted(script).model, holdMs: 50 })

    const turn = await stream()
    let text = ''
    for await (const event of turn) {
      if (event.type !== 'answer.delta') continue
      text = event.data.text
      break
    }

    expect(text).toBe('Backups are kept for 30')
  })

  test('what is held when the model fails is shown before the interruption', async () => {
    const seen = await events('Backups are kept for 30 days', { fail: new Error('gone') })

    expect(textOf(seen)).toBe('Backups are kept for 30')
    expect(seen.at(-1)?.type).toBe('answer.interrupted')
  })

  test('a question back is shown whole', async () => {
    const seen = await events(...typed('Do you mean the Enterprise plan of Globex?'))

    expect(textOf(seen)).toBe('Do you mean the Enterprise plan of Globex?')
    expect(seen.at(-1)?.data).toMatchObject({ abstention_reason: 'needs_clarification' })
  })
})
