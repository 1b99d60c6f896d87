import { describe, expect, test } from 'vitest'
import { createSpending } from '../../server/answering/spending.ts'
import { EXTRACTIVE_MODEL } from '../../server/models/ports.ts'
import { at, newId } from '../storage/backends.ts'
import { facts, finish, read, type Step, scripted, setUp } from './setup.ts'

const good: Step[] = ['The Starter plan includes 20 GB of storage [1].', finish]
const broken: Step = { fail: new Error('It refuses.') }

/** A conversation in an organization that may use so many tokens today, and has used some. */
async function limited(scripts: Step[][], limit: number | null, spent = 0) {
  const { model, prompts } = scripted(...scripts)
  const made = await setUp({ model })
  const { store, asker } = made
  const { organization_id } = asker
  await store.organizations.update(organization_id, { daily_model_tokens: limit })
  await store.spending.add(organization_id, at(1).slice(0, 10), spent)
  const spending = createSpending({
    store,
    models: { language: () => model },
    now: () => at(1),
    report: () => {},
  })
  return { ...made, prompts, budget: () => spending.budget(organization_id) }
}

const tasks = (prompts: { task: string }[]) => prompts.map(({ task }) => task)

describe('the daily tokens of an organization (docs/behaviour.md#spending)', () => {
  test('are counted for every call: answers and rewriting', async () => {
    const { whole, budget } = await limited([good], 1000)

    await whole()
    expect(await budget()).toEqual({ spent: 15, share: 0.015 })
    await whole({ text: 'And how long?' })

    expect(await budget()).toEqual({ spent: 45, share: 0.045 })
  })

  test('count a call that breaks off by an estimate, and one that is refused not at all', async () => {
    const cut = await limited([['The Starter plan']], 100_000)
    const refused = await limited([[broken]], 100_000)

    await read(await cut.stream())
    await read(await refused.stream())

    expect((await cut.budget()).spent).toBeGreaterThan(500)
    expect((await refused.budget()).spent).toBe(0)
  })

  test('of another day and of another organization do not count', async () => {
    const { store, asker } = await limited([good], 1000, 400)
    const { spending } = store

    expect(await spending.of(asker.organization_id, '2000-01-01')).toBe(0)
    expect(await spending.of(newId(), at(1).slice(0, 10))).toBe(0)
    await spending.add(asker.organization_id, '2100-01-01', 7)
    expect(await spending.of(asker.organization_id, '2100-01-01')).toBe(7)
  })

  test.each([
    [1000, 1000],
    [0, 0],
  ])('with %d allowed and %d spent the built-in model answers', async (limit, spent) => {
    const { whole, prompts, store, asker } = await limited([good], limit, spent)

    const { answer } = await whole()

    expect(answer).toMatchObject({ model: EXTRACTIVE_MODEL, abstained: false })
    expect(answer.text).toContain(facts[0])
    expect(prompts).toEqual([])
    const days = { from: '2000-01-01', to: '2100-01-01' }
    const { by_model } = await store.usage.report(asker.organization_id, days)
    expect(by_model.map(({ model }) => model)).toEqual([EXTRACTIVE_MODEL])
  })

  test('without a limit nothing is held back', async () => {
    const { whole, prompts, budget } = await limited([good], null, 1e9)

    await whole()

    expect(tasks(prompts)).toEqual(['answer'])
    expect((await budget()).share).toBe(0)
  })

  test('from 80 % on follow-up questions are completed by the built-in model', async () => {
    const { whole, prompts, queries } = await limited([good], 1000, 800)

    await whole()
    await whole({ text: 'And for backups?' })

    expect(tasks(prompts)).toEqual(['answer', 'answer'])
    expect(queries[1]).not.toBe('And for backups?')
  })
})
