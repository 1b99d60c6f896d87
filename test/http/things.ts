import { READING_VERSION } from '../../server/ingestion/content-hash.ts'
import { WITHOUT_STRUCTURE } from '../support/passages.ts'
import { declineQuestion } from './declined.ts'
import { answeredTurn, call, outcome, type TestService, visitorTurn } from './service.ts'
import { createKey, createPerson, type Key, START } from './tenants.ts'

export const oneDocument = { documents: [{ path: 'hours.md', text: '# Hours\n\nNine to five.' }] }

export type Things = ReturnType<typeof createThings>

/** The tenant's things that requests can name, as paths; `new…` makes one for a single request. */
export function createThings(service: TestService) {
  const { tenant, store, clock } = service
  let made = 0
  const unique = () => {
    made += 1
    return `Thing ${made}`
  }
  const assistant = () => `/assistants/${tenant.assistant_id}`
  const collection = () => `/knowledge/collections/${tenant.collection_id}`
  const deployment = () => `/widget-deployments/${tenant.deployment.id}`
  const newDeploymentBody = () => ({
    name: unique(),
    assistant_id: tenant.assistant_id,
    allowed_origins: [],
  })

  async function make(route: string, json?: unknown, key = tenant.keys.owner) {
    const { status, body } = await outcome(await call(service, route, { key, json }))
    if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  /** The revision of the tenant's branding, which has been saved at least once. */
  async function brandingRevision(): Promise<number> {
    const key = tenant.keys.owner
    const { body } = await outcome(await call(service, 'GET /branding', { key }))
    return (await make('PUT /branding', { revision: body.revision, layer: {} })).revision
  }

  /** The revision of the tenant's organization, which has been changed at least once. */
  async function organizationRevision(): Promise<number> {
    const key = tenant.keys.owner
    const { body } = await outcome(await call(service, 'GET /organization', { key }))
    const change = { revision: body.revision, retention_days: 300 }
    return (await make('PATCH /organization', change)).revision
  }

  /** The tenant's webhook, which is there. */
  async function webhook() {
    await make('PUT /webhook', { url: 'https://hooks.example/', events: ['gaps.daily'] })
    return '/webhook'
  }

  async function newVisitor() {
    await visitorTurn(service, tenant)
    const key = tenant.keys.owner
    const { body } = await outcome(await call(service, 'GET /visitors?limit=1', { key }))
    return `/visitors/${body.data[0].id}`
  }

  async function newCuratedAnswer() {
    const answer = { questions: [unique()], text: 'Yes.' }
    return `/curated-answers/${(await make('POST /curated-answers', answer)).id}`
  }

  async function newAssistant() {
    return `/assistants/${(await make('POST /assistants', { name: 'Temporary' })).id}`
  }

  async function newTestQuestion() {
    const { id } = await make(`POST ${assistant()}/test-questions`, { question: unique() })
    return `${assistant()}/test-questions/${id}`
  }

  async function newConversation(key: Key) {
    const { assistant_id } = tenant
    return `/conversations/${(await make('POST /conversations', { assistant_id }, key)).id}`
  }

  async function newVisitorConversation() {
    return `/conversations/${(await visitorTurn(service, tenant)).conversation_id}`
  }

  /** A gap of its own, since no other question is like its question. */
  async function newGap() {
    return (await declineQuestion(service, `${crypto.randomUUID().replaceAll('-', '')}?`)).id
  }

  async function newAnswer(key: Key) {
    const { conversation, answer } = await answeredTurn(service, key, tenant.assistant_id)
    return `/conversations/${conversation.id}/messages/${answer.id}`
  }

  async function newSource() {
    const source = await make(`POST ${collection()}/sources`, { name: unique(), type: 'upload' })
    return `/knowledge/sources/${source.id}`
  }

  async function newJob() {
    return `/knowledge/jobs/${(await make(`POST ${await newSource()}/sync`)).id}`
  }

  /** An upload with its ingested document and passage. */
  async function ingested() {
    const source = await newSource()
    const { documents } = await make(`POST ${source}/documents`, oneDocument)
    const [{ id, source_id, path, bytes, content_hash, media_type }] = documents
    const { id: organization_id, collection_id } = tenant
    const passage = {
      id: crypto.randomUUID(),
      position: 0,
      ...WITHOUT_STRUCTURE,
      headings: ['Hours'],
      url: null,
      text: 'Nine to five.',
      terms: { title: '', heading: 'hour', text: 'nine five' },
      grams: 'nine',
      vector: Int8Array.of(127, 0, 0, 0),
      windows: [],
    }
    await store.documents.stage(organization_id, collection_id, {
      document_id: id,
      passages: [passage],
    })
    await store.documents.publish(organization_id, collection_id, {
      id,
      source_id,
      path,
      bytes,
      content_hash,
      media_type,
      title: 'Hours',
      url: null,
      status: 'ingested',
      error_code: null,
      error_message: null,
      passage_count: 1,
      reading: READING_VERSION,
      updated_at: clock.now,
    })
    return { document: `/knowledge/documents/${id}`, passage_id: passage.id }
  }

  async function newSupportSession() {
    const { id: organization } = tenant
    const { user_id } = await createPerson(store, null)
    await store.supportSessions.allow(organization, true, START)
    const opened = await store.supportSessions.open('none', {
      id: crypto.randomUUID(),
      organization,
      user_id,
      staff_name: 'Sam',
      staff_email: 'sam@operator.test',
      reason: 'Ticket 12',
      started_at: START,
      expires_at: new Date(Date.parse(START) + 3_600_000).toISOString(),
    })
    return `/support-access/sessions/${opened?.id}`
  }

  async function newMember() {
    const { id: organization_id } = tenant
    const { user_id } = await createPerson(store, { organization_id, role: 'member' })
    return `/members/${user_id}`
  }

  async function newDocument() {
    return (await ingested()).document
  }

  async function newSectionQuestion() {
    const document_id = (await newDocument()).split('/').at(-1)
    const question = { document_id, section: 'Hours', text: unique() }
    return `/knowledge/questions/${(await make('POST /knowledge/questions', question)).id}`
  }

  async function newPassage() {
    return (await ingested()).passage_id
  }

  async function newApiKey() {
    return `/api-keys/${(await createKey(store, tenant.id, 'member')).id}`
  }

  /** A move of a collection of its own. */
  async function newMove() {
    const { id } = await make('POST /knowledge/collections', { name: unique() })
    const json = { embedding_model: 'builtin/meaning-1' }
    const move = await make(`POST /knowledge/collections/${id}/embedding`, json)
    return `/knowledge/embedding-moves/${move.id}`
  }

  return {
    tenant,
    unique,
    newMove,
    assistant,
    collection,
    deployment,
    newDeploymentBody,
    make,
    brandingRevision,
    organizationRevision,
    newCuratedAnswer,
    newSectionQuestion,
    newVisitor,
    webhook,
    newAssistant,
    newTestQuestion,
    newConversation,
    newVisitorConversation,
    newAnswer,
    newGap,
    newSource,
    newJob,
    newSupportSession,
    newMember,
    newDocument,
    newPassage,
    newApiKey,
  }
}
