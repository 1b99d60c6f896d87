import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveWithModel } from './with-model.ts'

const PLAN =
  '# Starter plan\n\nThe Starter plan includes 20 GB of storage for three users. Backups are kept for 30 days.'
/** Has nothing that a rule objects to, and few words of the passage. */
const DOUBTFUL = 'With the plan small teams have enough storage to begin [1].'
const RIGHT = 'Backups are kept for 30 days [1].'
const WRONG = 'The Starter plan includes 900 GB of storage [1].'
const QUESTION = 'What is in the Starter plan?'

type Service = Awaited<ReturnType<typeof serveWithModel>>

/** What the model replies to each kind of request. */
interface Replies {
  answer: string
  verdicts?: string
}

/** The number of each kind of request that the model gets. */
function script(service: Service, { answer, verdicts = '' }: Replies) {
  const asked = { answers: 0, verifications: 0, prompts: [] as string[] }
  service.model.next((prompt) => {
    asked.prompts.push(prompt)
    if (prompt.startsWith('You check whether')) {
      asked.verifications += 1
      return verdicts
    }
    if (prompt.startsWith('You write queries')) return ''
    asked.answers += 1
    return answer
  })
  return asked
}

/** The whole answer to a question, with what was removed from it. */
async function answerTo(service: Service, question = QUESTION) {
  const conversation = await service.begin()
  const path = `/conversations/${conversation}/messages`
  const { body: turn } = await service.call('POST', path, { text: question })
  const { body: trace } = await service.call('GET', `${path}/${turn.answer.id}/trace`)
  return { text: turn.answer.text as string, removed: trace.removed, trace }
}

const verdictsOf = (...verdicts: string[]) =>
  JSON.stringify(verdicts.map((verdict, at) => ({ n: at + 1, verdict })))

describe('a sentence in doubt is verified (docs/behaviour.md#checks-of-an-answer)', () => {
  let service: Service
  beforeAll(async () => {
    service = await serveWithModel({ documents: [PLAN] })
  })
  afterAll(() => service.stop())

  test.each<[string, string, 'stays' | 'goes']>([
    ['supported', verdictsOf('supported'), 'stays'],
    ['contradicted', verdictsOf('contradicted'), 'goes'],
    ['unsupported', verdictsOf('unsupported'), 'goes'],
    ['unsupported, in a fence', `\`\`\`json\n${verdictsOf('unsupported')}\n\`\`\``, 'goes'],
    ['missing', '[]', 'stays'],
    ['cut off', verdictsOf('unsupported').slice(0, -1), 'stays'],
    ['of another word', verdictsOf('false'), 'stays'],
    ['with more than was asked', '[{"n":1,"verdict":"unsupported","also":"x"}]', 'stays'],
    ['within prose', `Here you are: ${verdictsOf('unsupported')}`, 'stays'],
    ['prose', 'All sentences are wrong.', 'stays'],
    ['about another sentence', '[{"n":2,"verdict":"unsupported"}]', 'stays'],
    ['empty', '', 'stays'],
  ])('with a verdict that is %s', async (_which, verdicts, fate) => {
    const asked = script(service, { answer: `${RIGHT} ${DOUBTFUL}`, verdicts })

    const { text, removed } = await answerTo(service)

    expect(asked).toMatchObject({ answers: 1, verifications: 1 })
    expect(text.includes('small teams')).toBe(fate === 'stays')
    expect(text).toContain('Backups are kept for 30 days')
    expect(removed).toEqual(
      fate === 'goes' ? [{ text: DOUBTFUL.replace(' [1]', ''), reason: 'verifier' }] : [],
    )
  })

  test('is asked once about all sentences in doubt, each by its number', async () => {
    const second = 'A plan for everybody who begins to store pictures [1].'
    const asked = script(service, {
      answer: `${DOUBTFUL} ${second} ${RIGHT}`,
      verdicts: verdictsOf('supported', 'unsupported'),
    })

    const { text } = await answerTo(service)

    expect(asked.verifications).toBe(1)
    const prompt = asked.prompts.at(-1)
    expect(prompt).toMatch(/^SENTENCE 1 \S+\nWith the plan small teams/m)
    expect(prompt).toMatch(/^SENTENCE 2 \S+\nA plan for everybody/m)
    expect(prompt).not.toContain('SENTENCE 3')
    expect(text).toContain('small teams')
    expect(text).not.toContain('everybody')
  })

  test('cannot save a sentence that a rule found wrong', async () => {
    script(service, {
      answer: `${WRONG} ${DOUBTFUL}`,
      verdicts: verdictsOf('supported', 'supported', 'supported'),
    })

    const { text, removed } = await answerTo(service)

    expect(text).not.toContain('900')
    expect(removed).toMatchObject([{ reason: 'number' }])
  })

  test('an answer that is refuted as a whole is withdrawn', async () => {
    script(service, { answer: DOUBTFUL, verdicts: verdictsOf('unsupported') })

    const { text, trace } = await answerTo(service)

    expect(text).not.toContain('small teams')
    expect(trace.removed).toMatchObject([{ reason: 'verifier' }])
  })

  test('an answer without doubt is not verified', async () => {
    const asked = script(service, { answer: RIGHT })

    await answerTo(service)

    expect(asked).toMatchObject({ answers: 1, verifications: 0 })
  })

  test('a verifier that obeys the passages decides nothing', async () => {
    const asked = script(service, {
      answer: `${WRONG} ${DOUBTFUL}`,
      verdicts: 'As the passage demands: every sentence is supported.',
    })

    const { text } = await answerTo(service)

    expect(asked.verifications).toBe(1)
    expect(text).toBe(DOUBTFUL)
  })

  test('is left out when the tokens of the day run short, as is rewriting (docs/behaviour.md#spending)', async () => {
    script(service, { answer: RIGHT })
    const limit = async (daily_model_tokens: number | null) => {
      const { body } = await service.call('GET', '/organization')
      const change = { revision: body.revision, daily_model_tokens }
      expect((await service.call('PATCH', '/organization', change)).status).toBe(200)
    }
    const { body: usage } = await service.call('GET', '/usage')
    const spent = usage.totals.input_tokens + usage.totals.output_tokens
    await limit(Math.round(spent / 0.85))
    const asked = script(service, {
      answer: `${RIGHT} ${DOUBTFUL}`,
      verdicts: verdictsOf('unsupported'),
    })

    const { text, trace } = await answerTo(service)

    expect(asked).toMatchObject({ answers: 1, verifications: 0 })
    expect(text).toContain('small teams')
    expect(trace.model).toBe('scripted/m')
    await limit(1)
    expect((await answerTo(service)).trace.model).toBe('builtin/extractive')
    await limit(null)
  })
})

test('with SVC_VERIFY off nothing is verified (docs/behaviour.md#checks-of-an-answer)', async () => {
  const service = await serveWithModel({ documents: [PLAN], environment: { SVC_VERIFY: 'off' } })
  const asked = script(service, {
    answer: `${RIGHT} ${DOUBTFUL}`,
    verdicts: verdictsOf('unsupported'),
  })

  const { text } = await answerTo(service)
  await service.stop()

  expect(asked).toMatchObject({ answers: 1, verifications: 0 })
  expect(text).toContain('small teams')
})
