import { createParser } from 'eventsource-parser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { consoleCall } from './console.ts'
import { answeredTurn, call, outcome, startHttp, type TestService, visitorTurn } from './service.ts'
import { createPerson, type Person, signedIn } from './tenants.ts'

let service: TestService
const left: AbortController[] = []
beforeEach(async () => {
  // Sessions are checked, and silence is broken, as often.
  service = await startHttp({ keepAliveMs: 20 })
})
afterEach(async () => {
  for (const leaving of left.splice(0)) leaving.abort()
  await service.stop()
})

/** Opens a stream; `next` waits for its next event, and is undefined at its end. */
async function follow(person: Person, headers: Record<string, string> = {}) {
  const leaving = new AbortController()
  left.push(leaving)
  const response = await fetch(`${service.console}/events`, {
    headers: { cookie: person.cookie, ...headers },
    signal: leaving.signal,
  })
  const events: { id: string | undefined; event: string | undefined; data: unknown }[] = []
  const comments: string[] = []
  const parser = createParser({
    onEvent: ({ id, event, data }) => events.push({ id, event, data: JSON.parse(data) }),
    onComment: (comment) => comments.push(comment),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (!done) parser.feed(value ?? '')
    return !done
  }
  return {
    status: response.status,
    leave: () => leaving.abort(),
    async next() {
      while (events.length === 0) if (!(await read())) return undefined
      return events.shift()
    },
    /** Waits until the session has been checked once more. */
    async checked() {
      comments.length = 0
      while (comments.length < 2) if (!(await read())) throw new Error('The stream ended.')
    },
  }
}

const renamed = (name: string, revision: number) =>
  call(service, `PATCH /assistants/${service.tenant.assistant_id}`, {
    key: service.tenant.keys.owner,
    json: { revision, name },
  })

describe('following changes (docs/behaviour.md#changes)', () => {
  test('a change is told with its kind, id and revision, and nothing else', async () => {
    const stream = await follow(service.tenant.people.member)

    await renamed('Other', 1)

    expect(await stream.next()).toEqual({
      id: '1',
      event: 'changed',
      data: { kind: 'assistant', id: service.tenant.assistant_id, revision: 2 },
    })
  })

  test("what the role may not read, and another organization's changes, are not told", async () => {
    const [owner, member, stranger] = await Promise.all([
      follow(service.tenant.people.owner),
      follow(service.tenant.people.member),
      follow(service.stranger.people.owner),
    ])
    const { keys, assistant_id, people } = service.tenant
    await answeredTurn(service, keys.owner, assistant_id)
    await call(service, 'POST /api-keys', {
      person: people.owner,
      json: { name: 'Another', role: 'member' },
    })
    await renamed('Other', 1)
    await call(service, 'POST /assistants', {
      key: service.stranger.keys.owner,
      json: { name: 'Theirs' },
    })

    // A turn may change its conversation once more after the first of its changes was told.
    const told = new Map<string, string>()
    while (told.size < 3) {
      const event = await owner.next()
      if (!event) throw new Error('The stream ended.')
      const { kind, id } = event.data as { kind: string; id: string }
      told.set(id, kind)
    }
    expect([...told.values()].sort()).toEqual(['api_key', 'assistant', 'conversation'])
    expect(await member.next()).toMatchObject({ id: '1', data: { kind: 'assistant' } })
    expect(await stranger.next()).toMatchObject({ id: '1', data: { kind: 'assistant' } })
  })

  test("a visitor's conversation is told to whoever reads the inbox", async () => {
    const stream = await follow(service.tenant.people.editor)

    const { conversation_id } = await visitorTurn(service, service.tenant)

    expect(await stream.next()).toMatchObject({
      data: { kind: 'conversation', id: conversation_id, revision: null },
    })
  })

  test('an editor is told of no conversation that the inbox does not show', async () => {
    const stream = await follow(service.tenant.people.editor)
    const { keys, assistant_id } = service.tenant

    const turn = await answeredTurn(service, keys.owner, assistant_id)
    await renamed('Other', 1)

    const told = await stream.next()
    expect(told).toMatchObject({ data: { kind: 'assistant' } })
    expect(JSON.stringify(told)).not.toContain(turn.conversation.id)
  })

  test('that one was erased is told to an editor without its id', async () => {
    const { conversation_id } = await visitorTurn(service, service.tenant)
    const stream = await follow(service.tenant.people.editor)
    const key = service.tenant.keys.owner

    await call(service, `DELETE /conversations/${conversation_id}`, { key })

    const events = []
    do events.push((await stream.next())?.data)
    while (!JSON.stringify(events.at(-1)).includes('"id":null'))
    expect(events.at(-1)).toEqual({ kind: 'conversation', id: null, revision: null })
  })

  test('a result of a run is told as a change of the run', async () => {
    const { id, assistant_id, people, keys } = service.tenant
    const stream = await follow(people.editor)
    const { testQuestions, testRuns } = service.store
    const kept = { id: crypto.randomUUID(), question: 'A?', expected: null, created_at: '' }
    await testQuestions.create(id, assistant_id, kept)
    const route = `POST /assistants/${assistant_id}/test-questions/runs`
    const { run } = (await outcome(await call(service, route, { key: keys.editor }))).body
    await stream.next()
    await stream.next()

    const compared = { before: null, after: null, changed: false, passed: null }
    await testRuns.claim(service.clock.now, { working: [], most: 1 })
    await stream.next()
    await testRuns.record(id, run.id, { question_id: kept.id, ...compared })

    expect(await stream.next()).toMatchObject({ data: { kind: 'test_run', id: run.id } })
  })

  test('a comment keeps it open', async () => {
    const stream = await follow(service.tenant.people.member)

    await stream.checked()
    await renamed('Other', 1)

    expect(await stream.next()).toMatchObject({ data: { kind: 'assistant' } })
  })

  test('whoever comes back after a lost stream is told to read everything again', async () => {
    const stream = await follow(service.tenant.people.member, { 'last-event-id': '0' })

    expect(await stream.next()).toEqual({ id: '1', event: 'reset', data: {} })
  })

  test('a session has at most four streams, and another one its own', async () => {
    const { editor } = service.tenant.people
    const elsewhere = await signedIn(service.store, {
      ...editor,
      organization_id: service.tenant.id,
    })
    const [first] = await Promise.all([1, 2, 3, 4].map(() => follow(editor)))

    const fifth = await consoleCall(service, 'GET /events', { person: editor })

    expect(fifth.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await outcome(fifth)).toMatchObject({
      status: 429,
      body: { code: 'rate_limit_exceeded' },
    })
    expect((await follow(elsewhere)).status).toBe(200)
    first?.leave()
    await expect.poll(async () => (await follow(editor)).status).toBe(200)
  })

  test('HEAD ends at once', async () => {
    const response = await consoleCall(service, 'HEAD /events', {
      person: service.tenant.people.member,
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  })

  test('nobody, an API key, and staff outside of an organization are refused', async () => {
    const staff = await createPerson(service.store, null)
    const { secret } = service.tenant.keys.owner

    const statuses = await Promise.all(
      [{}, { headers: { authorization: `Bearer ${secret}` } }, { person: staff }].map(
        async (as) => (await consoleCall(service, 'GET /events', as)).status,
      ),
    )

    expect(statuses).toEqual([401, 403, 401])
  })
})

describe('a stream ends (docs/behaviour.md#changes)', () => {
  let editor: Person
  beforeEach(() => {
    editor = service.tenant.people.editor
  })

  test('with the session', async () => {
    const stream = await follow(editor)

    await consoleCall(service, 'DELETE /session', { person: editor })

    expect(await stream.next()).toBeUndefined()
  })

  test('with the membership', async () => {
    const stream = await follow(editor)

    await call(service, `DELETE /members/${editor.user_id}`, {
      person: service.tenant.people.owner,
    })

    expect(await stream.next()).toBeUndefined()
  })

  test('when the person goes to another organization', async () => {
    await service.store.users.setRole(
      service.stranger.id,
      editor.user_id,
      'member',
      service.clock.now,
    )
    const stream = await follow(editor)

    await consoleCall(service, 'PATCH /session', {
      person: editor,
      json: { organization_id: service.stranger.id },
    })

    expect(await stream.next()).toBeUndefined()
  })

  test('with the support session, which reads what it may read', async () => {
    const { owner } = service.tenant.people
    await call(service, 'PUT /support-access', { person: owner, json: { allowed: true } })
    const staff = await createPerson(service.store, null)
    const { body: opened } = await outcome(
      await consoleCall(service, 'POST /support-sessions', {
        person: staff,
        json: { organization: service.tenant.slug, reason: 'Ticket 12' },
      }),
    )
    const stream = await follow(staff)
    await renamed('Other', 1)
    const told = await stream.next()

    await call(service, `DELETE /support-access/sessions/${opened.id}`, { person: owner })

    expect(told).toMatchObject({ data: { kind: 'assistant' } })
    expect(await stream.next()).toBeUndefined()
  })

  test('a lower role is told less from the next check on', async () => {
    const stream = await follow(editor)
    await call(service, `PATCH /members/${editor.user_id}`, {
      person: service.tenant.people.owner,
      json: { role: 'member' },
    })
    await stream.checked()

    await visitorTurn(service, service.tenant)
    await renamed('Other', 1)

    expect(await stream.next()).toMatchObject({ data: { kind: 'assistant' } })
  })
})
