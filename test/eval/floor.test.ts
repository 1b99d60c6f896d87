import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headingsOf, isOfSection, openOwn, readExchanges, readFolder } from '../../eval/own.ts'
import type { Reply } from '../../eval/reply.ts'

const documentation = readFolder('demo-site/knowledge')
const harbor = readFolder('test/fixtures/harbor')

type Own = Awaited<ReturnType<typeof openOwn>>
let own: Record<'documentation' | 'harbor', Own>
beforeAll(async () => {
  own = { documentation: await openOwn(documentation), harbor: await openOwn(harbor) }
})
afterAll(() => {
  own.documentation.close()
  own.harbor.close()
})

/** The share of items that pass, and the failed items, so that a failure names them. */
async function share<Item>(items: Item[], holds: (item: Item) => Promise<boolean>) {
  const failed: Item[] = []
  for (const item of items) if (!(await holds(item))) failed.push(item)
  return { share: 1 - failed.length / items.length, failed }
}

/** Hundreds of turns, on a machine that runs other tests beside them. */
const TURNS_MS = 300_000

describe('what the built-in model must not fall below, on texts of our own', {
  timeout: TURNS_MS,
}, () => {
  test('a heading asked as a question is answered from its own section, and grounding costs it nothing', async () => {
    const answers: Reply[] = []

    const { share: found, failed } = await share(headingsOf(documentation), async (heading) => {
      const answer = await own.documentation.reply(heading)
      answers.push(answer)
      return answer.cited.some((passage) => isOfSection(passage, heading))
    })

    expect(found, failed.join('\n')).toBeGreaterThanOrEqual(0.95)
    expect(answers.filter(({ cut }) => cut)).toEqual([])
  })

  test('a suggested follow-up is answered when it is asked back', async () => {
    const suggested = await own.documentation.suggestions()

    const { share: answered, failed } = await share(
      suggested,
      async (question) => (await own.documentation.reply(question)).text !== '',
    )

    expect(suggested.length).toBeGreaterThan(50)
    expect(answered, failed.join('\n')).toBeGreaterThanOrEqual(0.95)
  })

  test('a follow-up question is completed from the one before', async () => {
    const { share: found, failed } = await share(
      readExchanges(),
      async ({ corpus, earlier, question, section }) => {
        const { text } = await own[corpus].reply(earlier)
        const { cited } = await own[corpus].reply(question, { question: earlier, answer: text })
        return cited.some((passage) => isOfSection(passage, section))
      },
    )

    expect(found, failed.map((each) => JSON.stringify(each)).join('\n')).toBeGreaterThanOrEqual(0.8)
  })

  test.each([
    'What is the price of an EV certificate from DigiCert?',
    'Who won the football world cup in 1998?',
    'What is the boiling point of tungsten?',
    'Which medicine helps against hay fever?',
  ])('a foreign question is declined: %s', async (question) => {
    expect((await own.documentation.reply(question)).text).toBe('')
  })
})
