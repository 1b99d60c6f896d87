import { afterEach, expect, test } from 'vitest'
import { ServiceError } from '../../server/contract/errors.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import { measureQuestions, measureRetrieve } from '../../server/metrics/measure.ts'
import { createMetrics } from '../../server/metrics/metrics.ts'
import type { Questions } from '../../server/resources/questions.ts'
import { answeredTurn, call, startHttp, type TestService } from '../http/service.ts'

let service: TestService | undefined
afterEach(async () => {
  await service?.stop()
  service = undefined
})

function create() {
  return createMetrics({
    countUnembedded: async () => 7,
    countJobs: async () => [
      { status: 'queued', jobs: 2 },
      { status: 'failed', jobs: 1 },
    ],
  })
}

/** The lines of one metric. */
async function lines(metrics: ReturnType<typeof create>, name: string): Promise<string[]> {
  const { text } = await metrics.exposition()
  return text.split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line))
}

test('requests are counted and timed by operation and status (docs/behaviour.md#metrics)', async () => {
  const metrics = create()
  service = await startHttp({ metrics, rates: { identity: 3 } })
  const key = service.tenant.keys.owner
  const { conversation } = await answeredTurn(service, key, service.tenant.assistant_id)

  await call(service, `GET /conversations/${conversation.id}`, { key })
  await call(service, `GET /conversations/${conversation.id}`, { key })
  await call(service, `GET /conversations/${conversation.id}`)
  await call(service, 'GET /nowhere/at/all')

  expect(await lines(metrics, 'svc_requests_total')).toEqual([
    'svc_requests_total{operation="createConversation",status="201"} 1',
    'svc_requests_total{operation="askQuestion",status="201"} 1',
    'svc_requests_total{operation="getConversation",status="200"} 1',
    'svc_requests_total{operation="getConversation",status="429"} 1',
    'svc_requests_total{operation="getConversation",status="401"} 1',
    'svc_requests_total{operation="other",status="404"} 1',
  ])
  expect(await lines(metrics, 'svc_request_duration_seconds_count')).toHaveLength(6)
  expect(await lines(metrics, 'svc_rate_limit_refusals_total')).toEqual([
    'svc_rate_limit_refusals_total{budget="identity"} 1',
  ])
})

test('steps that wait for a connection are shown where there is a pool of them', async () => {
  const waiting = createMetrics({
    countJobs: async () => [],
    countUnembedded: async () => 0,
    countWaiting: () => 3,
  })

  expect(await lines(waiting, 'svc_database_waiting')).toEqual(['svc_database_waiting 3'])
  expect(await lines(create(), 'svc_database_waiting')).toEqual([])
})

test('metrics contain no ids, names or texts', async () => {
  const metrics = create()
  service = await startHttp({ metrics })
  const { tenant } = service
  const { conversation } = await answeredTurn(service, tenant.keys.owner, tenant.assistant_id)
  await call(service, 'GET /conversations/x?secret=1', { key: tenant.keys.owner })

  const { text } = await metrics.exposition()

  for (const own of [tenant.id, tenant.assistant_id, conversation.id, 'acme', 'Where', 'secret']) {
    expect(text).not.toContain(own)
  }
})

test('a streamed question counts as open while it streams, and then once by its outcome', async () => {
  const metrics = create()
  service = await startHttp({
    metrics,
    async *script({ answer_message_id }) {
      yield { type: 'answer.started', data: { answer_message_id } }
      expect(await lines(metrics, 'svc_streams_open')).toEqual(['svc_streams_open 1'])
      yield {
        type: 'answer.completed',
        data: {
          answer_message_id,
          status: 'abstained',
          abstained: true,
          finish_reason: null,
          abstention_reason: 'no_knowledge',
        },
      }
    },
  })
  const { tenant } = service
  const { conversation } = await answeredTurn(service, tenant.keys.owner, tenant.assistant_id)

  const stream = await call(service, `POST /conversations/${conversation.id}/messages:stream`, {
    key: tenant.keys.owner,
    json: { text: 'And when?' },
  })
  expect(await stream.text()).toContain('answer.completed')

  expect(await lines(metrics, 'svc_streams_open')).toEqual(['svc_streams_open 0'])
  expect(await lines(metrics, 'svc_questions_total')).toEqual([
    'svc_questions_total{channel="api",outcome="answered"} 1',
    'svc_questions_total{channel="api",outcome="abstained"} 1',
  ])
})

test.each([
  ['answer.interrupted', 'interrupted'],
  ['answer.error', 'failed'],
  ['answer.delta', 'interrupted'],
] as const)('an answer whose last event is %s counts as %s', async (type, outcome) => {
  const metrics = create()
  const last = { type, data: {} } as StreamEvent
  const questions = measureQuestions(
    scripted({
      async stream() {
        return (async function* () {
          yield last
        })()
      },
    }),
    metrics,
  )

  for await (const event of await questions.stream(widgetCaller, 'c', { text: '' }, signal)) {
    expect(event).toBe(last)
  }

  expect(await lines(metrics, 'svc_questions_total')).toEqual([
    `svc_questions_total{channel="widget",outcome="${outcome}"} 1`,
  ])
})

test.each([
  ['provider_failure', 1],
  ['retrieval_failure', 1],
  ['conflict', 0],
  ['not_found', 0],
] as const)('a question that ends with %s is counted %i times', async (code, times) => {
  const metrics = create()
  const questions = measureQuestions(
    scripted({
      async whole() {
        throw new ServiceError(code, 'No.')
      },
    }),
    metrics,
  )

  await expect(questions.whole(widgetCaller, 'c', { text: '' })).rejects.toMatchObject({ code })

  expect(await lines(metrics, 'svc_questions_total')).toHaveLength(times)
})

test('retrieval is timed, also when it fails', async () => {
  const metrics = create()
  const retrieve = measureRetrieve(async () => {
    throw new ServiceError('retrieval_failure', 'No.')
  }, metrics)

  await expect(
    retrieve({ organization_id: 'o', collection_ids: [], query: '', limit: 1 }, signal),
  ).rejects.toMatchObject({ code: 'retrieval_failure' })

  expect(await lines(metrics, 'svc_retrieval_duration_seconds_count')).toEqual([
    'svc_retrieval_duration_seconds_count 1',
  ])
})

test('jobs are counted by status, and the process is measured', async () => {
  const metrics = create()

  expect(await lines(metrics, 'svc_passages_unembedded')).toEqual(['svc_passages_unembedded 7'])
  expect(await lines(metrics, 'svc_jobs')).toEqual([
    'svc_jobs{status="queued"} 2',
    'svc_jobs{status="failed"} 1',
  ])
  expect(await lines(metrics, 'process_resident_memory_bytes')).toHaveLength(1)
})

const { signal } = new AbortController()
const widgetCaller = { channel: 'widget' } as Parameters<Questions['whole']>[0]

function scripted(methods: Partial<Questions>): Questions {
  const never = () => Promise.reject(new Error('not scripted'))
  return {
    whole: never,
    stream: never,
    leave: never,
    answeredFrom: never,
    tryOut: never,
    streamTrial: () => {
      throw new Error('not scripted')
    },
    suggestFollowUps: never,
    ...methods,
  }
}
