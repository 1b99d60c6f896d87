import { describe, expect, test } from 'vitest'
import { checkAnswer } from '../../server/answering/cited/check-answer.ts'
import { createCitations } from '../../server/answering/cited/citations.ts'
import type { LanguageModel } from '../../server/models/ports.ts'
import type { Turns } from '../../server/storage/ports/turns.ts'
import { facts, setUp } from './setup.ts'

const KIB_64 = 64 * 1024

/** As much of a unit as an answer may have. */
function full(unit: string): string {
  const count = Math.ceil(KIB_64 / Buffer.byteLength(unit))
  return unit.repeat(count).slice(0, (KIB_64 / Buffer.byteLength(unit)) * unit.length)
}

const hostile: Record<string, string> = {
  'sentences of a passage': full(`${facts[0]?.slice(0, -1)} [1]. `),
  'sentences of its words': full('Storage users plan backups owner restored number kept [1]. '),
  'very short sentences': full('A [1]. '),
  'sentences without markers': `${full('A b. ')} The plan [1].`,
  'nothing but markers': full('[1]'),
  'markers between spaces': full('[1] [2] '),
  'markers after colons': full('a: [1] '),
  'words without spaces': `${full('storage')} [1].`,
  'very long words': `${full(`${'storage'.repeat(500)} `)}[1].`,
  'one sentence': `${full('the plan includes storage and ')}[1].`,
  'a script without spaces': `${full('存储空间包括二十GB')}[1]。`,
  'a language without spaces': `${full('แผนเริ่มต้นมีพื้นที่เก็บข้อมูล')} [1]`,
  'open brackets': `${full('[')} [1].`,
  'open links': `${full('[a](')} [1].`,
  'open images': `${full('![')} [1].`,
  'open emphasis': `${full('*a _b ')} [1].`,
  'open HTML': `${full('<!-- <a href="')} [1].`,
  'runs of backticks': `${full('` `` ``` ```` ')} [1].`,
  'list items': full('- The plan includes storage [1]\n'),
  'quotes in quotes': `${full('> ')} [1].`,
  'table rows': `a | b\n--|--\n${full('The plan | storage [1]\n')}`,
  'almost a table': `a|b\n|-${full(' ')}x\n[1]`,
  headings: `${full('# The plan\n')}The plan includes storage [1].`,
  'lead-ins': `${full('The plan:\n\n')}The plan includes storage [1].`,
  'empty lines': `A${full('\n')}[1].`,
  spaces: `A${full(' ')}Storage [1].`,
  addresses: `${full('https://a.test/b ')}[1].`,
  links: `${full('[a](//a.test/b) ')}[1].`,
  'links in links': `${full('[').slice(0, 10_000)}a${full('](//a.test)').slice(0, 50_000)} [1].`,
  definitions: `${full('[a]: //a.test\n')}\n[a] [1].`,
  abbreviations: `${full('e.g. ')} [1].`,
  names: `${full('the Plan of Starter ')}[1].`,
  numbers: `${full('12,345.67 ')}[1].`,
  'times of day': `${full('9:00 17:00 ')}[1].`,
  'sentences with times of day': full('Support answers from 17:00 to 9:00 [1]. '),
  'words before times of day': `${full('9 to 9 Uhr ')}[1].`,
}

/** What is not linear takes several seconds of some of these. */
const LINEAR_MS = 2000

describe('an answer of 64 KiB, however it is made', () => {
  test.each(Object.entries(hostile))('%s: is checked in linear time', (_made, text) => {
    const passage = { title: 'Guide', url: null, anchor: null, text: facts.join('\n\n') }
    const passages = Array.from({ length: 8 }, () => passage)

    const before = cpuMs()
    checkAnswer({ text, passages, question: 'What is in the plan?', writer: 'configured' })

    expect(cpuMs() - before).toBeLessThan(LINEAR_MS)
  })

  test.each(Object.entries(hostile))('%s: is read character by character', (_made, text) => {
    const citations = createCitations(8)

    const before = cpuMs()
    for (const character of text) citations.push(character)
    citations.end()

    expect(cpuMs() - before).toBeLessThan(LINEAR_MS)
  })
})

test('a delta, kept in case of a crash, costs no more at the end of a long answer than at its beginning', async () => {
  const times: number[] = []
  const model: LanguageModel = {
    selector: 'test/dripping',
    async *stream() {
      for (const character of full('A [1]. ')) {
        times.push(cpuMs())
        yield { type: 'text', text: character }
        if (times.length % 100 === 0) await saved()
      }
      yield { type: 'finish', reason: 'stop', input_tokens: 1, output_tokens: 1 }
    },
  }
  // The growing text is written by another thread, so only what is done before that counts.
  let onSaved = () => {}
  const saved = () =>
    new Promise<void>((resolve) => {
      onSaved = resolve
    })
  const turns = (stored: Turns): Turns => ({ ...stored, progress: async () => onSaved() })
  const { stream } = await setUp({ model, turns, progressMs: 1 })

  for await (const event of await stream()) void event

  const quarter = Math.floor(times.length / 4)
  const cost = (from: number) => (times[from + quarter - 1] ?? 0) - (times[from] ?? 0)
  expect(cost(3 * quarter)).toBeLessThan(2 * cost(0))
})

/** Of this thread alone: other work on the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
