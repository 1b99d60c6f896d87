import { v7 as newId } from 'uuid'
import { hashSecret } from '../server/identity/secrets.ts'
import { openDatabase } from '../server/storage/drivers/sqlite/database.ts'
import { inOneStep } from '../server/storage/drivers/sqlite/in-one-step.ts'
import { createSqliteStore } from '../server/storage/drivers/sqlite/store.ts'
import type { Ending } from '../server/storage/ports/turns.ts'
import type { Store } from '../server/storage/store.ts'
import { createCorpus } from './corpus.ts'
import type { Tenant } from './service.ts'

/** Its multiples are spread evenly between 0 and 1, in no order. */
const GOLDEN = 0.618_033_988_75
const AT_ONCE = 5000
const DAY_MS = 86_400_000
const DAYS = 400

/** How many of each the lists show. */
export interface Amounts {
  conversations: number
  visitors: number
  /** Different questions, some of which are asked often. */
  subjects: number
  documents: number
  curated: number
  audited: number
}

/**
 * Fills the database of a service that does not run with what its lists show: each conversation has
 * a question that was declined, every other one an answer besides. Returns the deployments.
 */
export async function fillLists(file: string, tenant: Tenant, amounts: Amounts): Promise<string[]> {
  const { conversations, documents } = amounts
  const db = openDatabase(file, { synchronous: 'NORMAL' })
  const store = createSqliteStore(db)
  const corpus = createCorpus(5)
  const subjects = Array.from({ length: amounts.subjects }, () => corpus.question())
  const deployments = await addDeployments(store, tenant)
  const visitors = await inOneStep(db, () =>
    addVisitors(store, tenant, deployments, amounts.visitors),
  )
  for (let from = 0; from < conversations; from += AT_ONCE) {
    await inOneStep(db, async () => {
      for (let at = from; at < Math.min(from + AT_ONCE, conversations); at += 1) {
        const asked = subjects[Math.floor(subjects.length ** ((at * GOLDEN) % 1))] ?? ''
        const answer = corpus.passage().text
        await addConversation(store, tenant, { at, asked, answer, visitors, deployments })
      }
    })
  }
  await inOneStep(db, () => addCurated(store, tenant, corpus.question, amounts.curated))
  db.prepare(DOCUMENT_ROWS).run({ ...tenant, count: documents })
  db.prepare(PAGE_ROWS).run({ ...tenant, count: documents })
  db.prepare(CITED_ROWS).run(tenant)
  db.prepare(AUDIT_ROWS).run({ ...tenant, count: amounts.audited })
  store.close()
  return deployments
}

async function addDeployments(store: Store, { organization_id, assistant_id }: Tenant) {
  const ids = [newId(), newId()]
  for (const [at, id] of ids.entries()) {
    await store.deployments.create(organization_id, {
      id,
      name: `Website ${at}`,
      widget_key: `svc_wk_${id}`,
      assistant_id,
      allowed_origins: ['https://shop.test'],
      appearance: {},
      created_at: timeOf(0),
      created_by: null,
      expires_at: null,
    })
  }
  return ids
}

async function addVisitors(
  store: Store,
  { organization_id }: Tenant,
  deployments: string[],
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  for (const [at, id] of ids.entries()) {
    const times = { first_seen_at: timeOf(at / count), expires_at: timeOf(2) }
    const deployment = deploymentOf(deployments, at)
    await store.visitors.create(organization_id, deployment, { id, ...times }, hashSecret(id))
  }
  return ids
}

async function addConversation(
  store: Store,
  { organization_id, assistant_id }: Tenant,
  given: {
    at: number
    asked: string
    answer: string
    visitors: string[]
    deployments: string[]
  },
): Promise<void> {
  const { at, asked, answer, visitors, deployments } = given
  const visitor = at % visitors.length
  const isVisitors = at % 7 !== 0
  const owner_id = isVisitors ? deploymentOf(deployments, visitor) : assistant_id
  const owner = { type: 'service' as const, id: owner_id }
  const visitor_id = isVisitors ? (visitors[visitor] ?? null) : null
  const asker = { organization_id, owner, visitor_id }
  const created_at = timeOf((at * GOLDEN) % 1)
  const { id } = await store.conversations.create(asker, {
    id: newId(),
    assistant_id,
    title: '',
    metadata: { page: `https://shop.test/page-${at % 500}` },
    channel: isVisitors ? 'widget' : 'api',
    created_at,
  })
  const ask = async (ending: Ending) => {
    const question = { id: newId(), answer_id: newId(), text: asked, idempotency_key: null }
    const sent = { ...question, metadata: {}, streamed: false }
    await store.turns.begin(asker, id, sent, created_at)
    await store.turns.end(organization_id, question.answer_id, ending, created_at)
    return question.answer_id
  }
  await ask(endingOf('I found no answer to that.', true))
  const answered = at % 2 === 0 ? await ask(endingOf(`${answer} [1]`, false)) : null
  if (answered && at % 10 === 0) {
    const rating = at % 30 === 0 ? ('down' as const) : ('up' as const)
    await store.ratings.put(asker, answered, { rating, note: null }, created_at)
  }
  if (at % 5 === 0) {
    const handling = { handled: true, note: null, by: owner, at: created_at }
    await store.inbox.setHandling(organization_id, id, handling, undefined)
  }
}

function endingOf(text: string, abstained: boolean): Ending {
  const passage = { source_id: newId(), title: 'Guide', url: 'https://shop.test/guide', score: 0.4 }
  return {
    status: 'complete',
    text,
    citations: abstained
      ? []
      : [{ ...passage, ordinal: 1, snippet: text, anchor: null, quotes: [] }],
    links: [],
    abstained,
    model: 'builtin/extractive',
    finish_reason: 'stop',
    abstention_reason: abstained ? 'insufficient_support' : null,
    error_code: null,
    error_message: null,
    input_tokens: 100,
    output_tokens: 40,
    nearest: [passage],
  }
}

async function addCurated(
  store: Store,
  tenant: Tenant,
  question: () => string,
  count: number,
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const answer = { questions: [question(), question()], text: 'Yes.', links: [], enabled: true }
    const given = { ...answer, assistant_ids: null, valid_until: null }
    const made = { id: newId(), created_at: timeOf(at / count) }
    await store.curatedAnswers.create(tenant.organization_id, { ...given, ...made })
  }
}

function deploymentOf(deployments: string[], at: number): string {
  return deployments[at % deployments.length] ?? ''
}

/** The time at a share of the days up to today. */
function timeOf(share: number): string {
  return new Date(Date.now() - Math.floor((1 - share) * DAYS * DAY_MS)).toISOString()
}

const NUMBERS = `
  WITH RECURSIVE numbers (n) AS (
    SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < :count
  )`

const UUID = `printf('00000000-0000-7000-8000-%012d', n)`

const DOCUMENT_ROWS = `
  INSERT INTO documents (id, organization_id, collection_id, source_id, path, title, media_type, bytes,
                         content_hash, status, passage_count, updated_at)
  ${NUMBERS}
  SELECT ${UUID}, :organization_id, :collection_id, :source_id, printf('https://shop.test/%05d', n),
         'Page ' || n, 'text/html', 100, 'hash', iif(n % 50 = 0, 'failed', 'ingested'), 0,
         '2026-01-01T00:00:00.000Z'
    FROM numbers`

const PAGE_ROWS = `
  INSERT INTO pages (organization_id, source_id, url, outcome, depth)
  ${NUMBERS}
  SELECT :organization_id, :source_id, printf('https://shop.test/%05d', n),
         iif(n % 400 = 0, 'gone', 'unchanged'), 2
    FROM numbers`

/** Every answer cites one; the first ones are cited often. */
const CITED_ROWS = `
  INSERT INTO cited_documents (document_id, answer_id, organization_id, assistant_id, conversation_id,
                               answered_at)
  SELECT printf('00000000-0000-7000-8000-%012d', (rowid * rowid) % 997 * (rowid % 20)), id,
         organization_id, :assistant_id, conversation_id, created_at
    FROM messages
   WHERE organization_id = :organization_id AND role = 'assistant' AND abstained = 0`

const AUDIT_ROWS = `
  INSERT INTO audit (id, organization_id, at, actor_type, actor_id, action)
  ${NUMBERS}
  SELECT ${UUID}, :organization_id,
         strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (n * 5) || ' minutes'), 'user',
         iif(n % 1000 = 0, :assistant_id, :collection_id),
         iif(n % 500 = 0, 'member.invited', 'conversation.handled')
    FROM numbers`
