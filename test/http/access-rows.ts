import type { operations } from '../../server/contract/operations.ts'
import type { Key } from './tenants.ts'
import { oneDocument, type Things } from './things.ts'

type Name = keyof typeof operations

/** A request that a caller of the organization may make on its own things. */
export interface Attempt {
  route: string
  json?: unknown
}

/** Statuses for owner, admin, editor, member, and the owner of another organization. */
type Statuses = [owner: number, admin: number, editor: number, member: number, stranger: number]

interface Row {
  /** The things of the request are made with this key, whoever makes the request. */
  attempt: (things: Things, key: Key) => Promise<Attempt> | Attempt
  statuses: Statuses
}

interface PersonRow {
  attempt: (things: Things) => Promise<Attempt> | Attempt
  statuses: Statuses
}

const read: Statuses = [200, 200, 200, 200, 404]
const listed: Statuses = [200, 200, 200, 200, 200]

/** Operations that API keys and persons may call (docs/behaviour.md#roles-and-permissions). */
export const keyRows: Partial<Record<Name, Row>> = {
  listAssistants: { attempt: () => ({ route: 'GET /assistants' }), statuses: listed },
  createAssistant: {
    attempt: () => ({ route: 'POST /assistants', json: { name: 'New' } }),
    statuses: [201, 201, 201, 403, 201],
  },
  getAssistant: { attempt: ({ assistant }) => ({ route: `GET ${assistant()}` }), statuses: read },
  updateAssistant: {
    attempt: async ({ newAssistant }) => ({
      route: `PATCH ${await newAssistant()}`,
      json: { revision: 1, description: 'Changed' },
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  getAssistantSettings: {
    attempt: ({ assistant }) => ({ route: `GET ${assistant()}/settings` }),
    statuses: read,
  },
  suggestQuestions: {
    attempt: ({ assistant }) => ({ route: `GET ${assistant()}/suggested-questions` }),
    statuses: read,
  },
  getBehaviour: {
    attempt: ({ assistant }) => ({ route: `GET ${assistant()}/behaviour` }),
    statuses: [200, 200, 200, 403, 404],
  },
  saveBehaviour: {
    attempt: async ({ newAssistant }) => ({
      route: `PUT ${await newAssistant()}/behaviour`,
      json: {
        revision: 0,
        strictness: 'strict',
        follow_ups: false,
        texts: { greeting: 'Ahoy!', declined: null },
      },
    }),
    statuses: [200, 200, 200, 403, 404],
  },

  tryAssistant: {
    attempt: ({ assistant }) => ({
      route: `POST ${assistant()}/trials`,
      json: { question: 'Where is it?', overrides: { strictness: 'open' } },
    }),
    statuses: [200, 200, 200, 403, 404],
  },

  streamTrial: {
    attempt: ({ assistant }) => ({
      route: `POST ${assistant()}/trials:stream`,
      json: { question: 'Where is it?' },
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  listTestQuestions: {
    attempt: ({ assistant }) => ({ route: `GET ${assistant()}/test-questions` }),
    statuses: [200, 200, 200, 403, 404],
  },
  createTestQuestion: {
    attempt: ({ assistant, unique }) => ({
      route: `POST ${assistant()}/test-questions`,
      json: { question: unique(), expected: { abstained: true } },
    }),
    statuses: [201, 201, 201, 403, 404],
  },
  deleteTestQuestion: {
    attempt: async ({ newTestQuestion }) => ({ route: `DELETE ${await newTestQuestion()}` }),
    statuses: [204, 204, 204, 403, 404],
  },
  startTestRun: {
    attempt: ({ assistant }) => ({ route: `POST ${assistant()}/test-questions/runs` }),
    statuses: [202, 202, 202, 403, 404],
  },
  getLatestTestRun: {
    attempt: async ({ assistant, make }) => {
      await make(`POST ${assistant()}/test-questions/runs`)
      return { route: `GET ${assistant()}/test-questions/runs/latest` }
    },
    statuses: [200, 200, 200, 403, 404],
  },

  getBranding: { attempt: () => ({ route: 'GET /branding' }), statuses: listed },
  saveBranding: {
    attempt: async ({ brandingRevision }) => ({
      route: 'PUT /branding',
      json: { revision: await brandingRevision(), layer: {} },
    }),
    // The stranger acts on its own branding, which was never saved.
    statuses: [200, 200, 403, 403, 409],
  },
  checkBranding: {
    attempt: () => ({ route: 'POST /branding/check', json: { layer: {} } }),
    statuses: listed,
  },
  resetBranding: {
    attempt: async ({ brandingRevision }) => ({
      route: `DELETE /branding?revision=${await brandingRevision()}`,
    }),
    statuses: [200, 200, 403, 403, 409],
  },
  getTheme: { attempt: () => ({ route: 'GET /branding/theme' }), statuses: listed },

  listDeployments: { attempt: () => ({ route: 'GET /widget-deployments' }), statuses: listed },
  createDeployment: {
    attempt: ({ newDeploymentBody }) => ({
      route: 'POST /widget-deployments',
      json: newDeploymentBody(),
    }),
    statuses: [201, 201, 201, 403, 404],
  },
  getDeployment: {
    attempt: ({ deployment }) => ({ route: `GET ${deployment()}` }),
    statuses: read,
  },
  updateDeployment: {
    attempt: ({ deployment }) => ({ route: `PATCH ${deployment()}`, json: { name: 'Website' } }),
    statuses: [200, 200, 200, 403, 404],
  },
  revokeDeployment: {
    attempt: async ({ make, newDeploymentBody }) => {
      const made = await make('POST /widget-deployments', newDeploymentBody())
      return { route: `DELETE /widget-deployments/${made.id}` }
    },
    statuses: [200, 200, 200, 403, 404],
  },
  getAppearance: {
    attempt: ({ deployment }) => ({ route: `GET ${deployment()}/appearance` }),
    statuses: read,
  },
  replaceAppearance: {
    attempt: ({ deployment }) => ({
      route: `PUT ${deployment()}/appearance`,
      json: { greeting: 'Hello!' },
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  rotateDeployment: {
    attempt: async ({ make, newDeploymentBody }) => {
      const made = await make('POST /widget-deployments', newDeploymentBody())
      return { route: `POST /widget-deployments/${made.id}/rotate`, json: { grace_hours: 24 } }
    },
    statuses: [201, 201, 201, 403, 404],
  },
  listDeploymentOrigins: {
    attempt: ({ deployment }) => ({ route: `GET ${deployment()}/origins` }),
    statuses: read,
  },
  listRefusals: {
    attempt: ({ deployment }) => ({ route: `GET ${deployment()}/refusals` }),
    statuses: read,
  },

  listConversations: { attempt: () => ({ route: 'GET /conversations' }), statuses: listed },
  createConversation: {
    attempt: ({ tenant }) => ({
      route: 'POST /conversations',
      json: { assistant_id: tenant.assistant_id },
    }),
    statuses: [201, 201, 201, 201, 404],
  },
  openConversation: {
    attempt: async ({ newVisitorConversation }) => ({
      route: `GET ${await newVisitorConversation()}/inbox`,
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  setHandling: {
    attempt: async ({ newVisitorConversation }) => ({
      route: `PUT ${await newVisitorConversation()}/handling`,
      json: { handled: true, note: 'Called back' },
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  getConversation: {
    attempt: async ({ newConversation }, key) => ({ route: `GET ${await newConversation(key)}` }),
    statuses: read,
  },
  updateConversation: {
    attempt: async ({ newConversation }, key) => ({
      route: `PATCH ${await newConversation(key)}`,
      json: { title: 'Other' },
    }),
    statuses: read,
  },
  deleteConversation: {
    attempt: async ({ newConversation }, key) => ({
      route: `DELETE ${await newConversation(key)}`,
    }),
    statuses: [204, 204, 204, 204, 404],
  },
  listMessages: {
    attempt: async ({ newConversation }, key) => ({
      route: `GET ${await newConversation(key)}/messages`,
    }),
    statuses: read,
  },
  askQuestion: {
    attempt: async ({ newConversation }, key) => ({
      route: `POST ${await newConversation(key)}/messages`,
      json: { text: 'Where?' },
    }),
    statuses: [201, 201, 201, 201, 404],
  },
  streamQuestion: {
    attempt: async ({ newConversation }, key) => ({
      route: `POST ${await newConversation(key)}/messages:stream`,
      json: { text: 'Where?' },
    }),
    statuses: read,
  },
  suggestFollowUps: {
    attempt: async ({ newAnswer }, key) => ({ route: `POST ${await newAnswer(key)}/follow-ups` }),
    statuses: read,
  },
  getTrace: {
    attempt: async ({ newAnswer }, key) => ({ route: `GET ${await newAnswer(key)}/trace` }),
    // An editor reads the traces of visitors' conversations only.
    statuses: [200, 200, 404, 403, 404],
  },
  getRating: {
    attempt: async ({ make, newAnswer }, key) => {
      const answer = await newAnswer(key)
      await make(`PUT ${answer}/feedback`, { rating: 'up' }, key)
      return { route: `GET ${answer}/feedback` }
    },
    statuses: read,
  },
  rateAnswer: {
    attempt: async ({ newAnswer }, key) => ({
      route: `PUT ${await newAnswer(key)}/feedback`,
      json: { rating: 'down', note: 'No.' },
    }),
    statuses: read,
  },
  clearRating: {
    attempt: async ({ newAnswer }, key) => ({ route: `DELETE ${await newAnswer(key)}/feedback` }),
    statuses: [204, 204, 204, 204, 404],
  },

  listCuratedAnswers: {
    attempt: () => ({ route: 'GET /curated-answers' }),
    statuses: listed,
  },
  createCuratedAnswer: {
    attempt: () => ({
      route: 'POST /curated-answers',
      json: { questions: ['Do you have parking?'], text: 'Yes.' },
    }),
    statuses: [201, 201, 201, 403, 201],
  },
  matchCuratedAnswer: {
    attempt: ({ tenant: { assistant_id } }) => ({
      route: 'POST /curated-answers/match',
      json: { question: 'Do you have parking?', assistant_id },
    }),
    statuses: read,
  },
  getCuratedAnswer: {
    attempt: async ({ newCuratedAnswer }) => ({ route: `GET ${await newCuratedAnswer()}` }),
    statuses: read,
  },
  updateCuratedAnswer: {
    attempt: async ({ newCuratedAnswer }) => ({
      route: `PATCH ${await newCuratedAnswer()}`,
      json: { revision: 1, enabled: false },
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  deleteCuratedAnswer: {
    attempt: async ({ newCuratedAnswer }) => ({ route: `DELETE ${await newCuratedAnswer()}` }),
    statuses: [204, 204, 204, 403, 404],
  },

  listCollections: { attempt: () => ({ route: 'GET /knowledge/collections' }), statuses: listed },
  createCollection: {
    attempt: ({ unique }) => ({ route: 'POST /knowledge/collections', json: { name: unique() } }),
    statuses: [201, 201, 201, 403, 201],
  },
  getCollection: {
    attempt: ({ collection }) => ({ route: `GET ${collection()}` }),
    statuses: read,
  },
  updateCollection: {
    attempt: ({ collection }) => ({ route: `PATCH ${collection()}`, json: { archived: false } }),
    statuses: [200, 200, 200, 403, 404],
  },
  purgeCollection: {
    attempt: async ({ make, unique }) => {
      const { id, name } = await make('POST /knowledge/collections', { name: unique() })
      return { route: `POST /knowledge/collections/${id}/purge`, json: { confirm: name } }
    },
    statuses: [200, 200, 403, 403, 404],
  },
  moveEmbedding: {
    attempt: async ({ make, unique }) => {
      const { id } = await make('POST /knowledge/collections', { name: unique() })
      const json = { embedding_model: 'builtin/meaning-1' }
      return { route: `POST /knowledge/collections/${id}/embedding`, json }
    },
    statuses: [202, 202, 202, 403, 404],
  },
  listEmbeddingMoves: {
    attempt: () => ({ route: 'GET /knowledge/embedding-moves' }),
    statuses: listed,
  },
  getEmbeddingMove: {
    attempt: async ({ newMove }) => ({ route: `GET ${await newMove()}` }),
    statuses: read,
  },
  cancelEmbeddingMove: {
    attempt: async ({ newMove }) => ({ route: `POST ${await newMove()}/cancel` }),
    statuses: [200, 200, 200, 403, 404],
  },
  getSynonyms: {
    attempt: ({ collection }) => ({ route: `GET ${collection()}/synonyms` }),
    statuses: read,
  },
  saveSynonyms: {
    attempt: async ({ make, unique }) => {
      const made = await make('POST /knowledge/collections', { name: unique() })
      return {
        route: `PUT /knowledge/collections/${made.id}/synonyms`,
        json: { revision: 0, groups: [['wages', 'salary']] },
      }
    },
    statuses: [200, 200, 200, 403, 404],
  },
  getReading: {
    attempt: ({ collection }) => ({ route: `GET ${collection()}/reading` }),
    statuses: read,
  },
  saveReading: {
    attempt: async ({ make, unique }) => {
      const made = await make('POST /knowledge/collections', { name: unique() })
      return {
        route: `PUT /knowledge/collections/${made.id}/reading`,
        json: { revision: 0, question_model: null, learn_from_visitors: false },
      }
    },
    statuses: [200, 200, 200, 403, 404],
  },
  listSectionQuestions: {
    attempt: ({ tenant }) => ({
      route: `GET /knowledge/questions?collection_id=${tenant.collection_id}`,
    }),
    statuses: read,
  },
  createSectionQuestion: {
    attempt: async ({ newDocument, unique }) => {
      const document_id = (await newDocument()).split('/').at(-1)
      return { route: 'POST /knowledge/questions', json: { document_id, text: unique() } }
    },
    statuses: [201, 201, 201, 403, 404],
  },
  updateSectionQuestion: {
    attempt: async ({ newSectionQuestion, unique }) => ({
      route: `PATCH ${await newSectionQuestion()}`,
      json: { text: unique() },
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  deleteSectionQuestion: {
    attempt: async ({ newSectionQuestion }) => ({ route: `DELETE ${await newSectionQuestion()}` }),
    statuses: [204, 204, 204, 403, 404],
  },
  listSources: {
    attempt: ({ collection }) => ({ route: `GET ${collection()}/sources` }),
    statuses: read,
  },
  createSource: {
    attempt: ({ collection, unique }) => ({
      route: `POST ${collection()}/sources`,
      json: { name: unique(), type: 'upload' },
    }),
    statuses: [201, 201, 201, 403, 404],
  },
  getSource: {
    attempt: async ({ newSource }) => ({ route: `GET ${await newSource()}` }),
    statuses: read,
  },
  updateSource: {
    attempt: async ({ newSource }) => ({
      route: `PATCH ${await newSource()}`,
      json: { schedule: null },
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  deleteSource: {
    attempt: async ({ newSource }) => ({ route: `DELETE ${await newSource()}` }),
    statuses: [204, 204, 204, 403, 404],
  },
  syncSource: {
    attempt: async ({ newSource }) => ({ route: `POST ${await newSource()}/sync` }),
    statuses: [202, 202, 202, 403, 404],
  },
  // An upload, which has no addresses.
  testSource: {
    attempt: async ({ newSource }) => ({ route: `POST ${await newSource()}/test`, json: {} }),
    statuses: [400, 400, 400, 403, 404],
  },
  listPages: {
    attempt: async ({ newSource }) => ({ route: `GET ${await newSource()}/pages` }),
    statuses: read,
  },
  listDocuments: {
    attempt: async ({ newSource }) => ({ route: `GET ${await newSource()}/documents` }),
    statuses: read,
  },
  uploadDocuments: {
    attempt: async ({ newSource }) => ({
      route: `POST ${await newSource()}/documents`,
      json: oneDocument,
    }),
    statuses: [202, 202, 202, 403, 404],
  },
  getDocument: {
    attempt: async ({ newDocument }) => ({ route: `GET ${await newDocument()}` }),
    statuses: read,
  },
  updateDocument: {
    attempt: async ({ newDocument }) => ({
      route: `PATCH ${await newDocument()}`,
      json: { title: 'Terms' },
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  deleteDocument: {
    attempt: async ({ newDocument }) => ({ route: `DELETE ${await newDocument()}` }),
    statuses: [204, 204, 204, 403, 404],
  },
  listPassages: {
    attempt: async ({ newDocument }) => ({ route: `GET ${await newDocument()}/passages` }),
    statuses: read,
  },
  getJob: { attempt: async ({ newJob }) => ({ route: `GET ${await newJob()}` }), statuses: read },
  listJobs: {
    attempt: async ({ newSource }) => ({ route: `GET ${await newSource()}/jobs` }),
    statuses: read,
  },
  getLatestJob: {
    attempt: async ({ make, newSource }) => {
      const source = await newSource()
      await make(`POST ${source}/sync`)
      return { route: `GET ${source}/jobs/latest` }
    },
    statuses: read,
  },
  cancelJob: {
    attempt: async ({ newJob }) => ({ route: `POST ${await newJob()}/cancel` }),
    statuses: [200, 200, 200, 403, 404],
  },
  // A job that has withheld nothing.
  confirmJob: {
    attempt: async ({ newJob }) => ({ route: `POST ${await newJob()}/confirm` }),
    statuses: [409, 409, 409, 403, 404],
  },
  searchKnowledge: {
    attempt: ({ tenant }) => ({
      route: 'POST /knowledge/search',
      json: { query: 'opening hours', knowledge_base_ids: [tenant.collection_id] },
    }),
    statuses: read,
  },
  getPassage: {
    attempt: async ({ newPassage }) => ({ route: `GET /knowledge/passages/${await newPassage()}` }),
    statuses: read,
  },

  getUsage: { attempt: () => ({ route: 'GET /usage' }), statuses: listed },
  getTokenBudget: { attempt: () => ({ route: 'GET /usage/tokens' }), statuses: listed },
  listGaps: { attempt: () => ({ route: 'GET /usage/gaps' }), statuses: listed },
  setGapState: {
    attempt: async ({ newGap }) => ({
      route: `PUT /usage/gaps/${await newGap()}`,
      json: { state: 'dismissed' },
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  listUnanswered: { attempt: () => ({ route: 'GET /usage/unanswered' }), statuses: listed },

  listModels: { attempt: () => ({ route: 'GET /models' }), statuses: listed },
  testModel: {
    attempt: () => ({ route: 'POST /models/test', json: { selector: 'builtin/extractive' } }),
    statuses: [200, 200, 200, 403, 200],
  },

  getOrganization: {
    attempt: () => ({ route: 'GET /organization' }),
    statuses: [200, 200, 403, 403, 200],
  },
  updateOrganization: {
    attempt: async ({ organizationRevision }) => ({
      route: 'PATCH /organization',
      json: { revision: await organizationRevision(), retention_days: 365 },
    }),
    // The stranger acts on its own organization, whose revision is another one.
    statuses: [200, 200, 403, 403, 409],
  },
  getWebhook: {
    attempt: async ({ webhook }) => ({ route: `GET ${await webhook()}` }),
    statuses: [200, 200, 403, 403, 404],
  },
  testWebhook: {
    attempt: async ({ webhook }) => ({ route: `POST ${await webhook()}/test` }),
    statuses: [200, 200, 403, 403, 404],
  },
  listDeliveries: {
    attempt: async ({ webhook }) => ({ route: `GET ${await webhook()}/deliveries` }),
    statuses: [200, 200, 403, 403, 404],
  },
  deleteWebhook: {
    attempt: async ({ webhook }) => ({ route: `DELETE ${await webhook()}` }),
    statuses: [204, 204, 403, 403, 404],
  },
  // After the others, for which the stranger has none.
  saveWebhook: {
    attempt: async ({ webhook }) => ({
      route: `PUT ${await webhook()}`,
      json: { url: 'https://hooks.example/', events: ['sync.failed'] },
    }),
    statuses: [200, 200, 403, 403, 201],
  },
  listVisitors: {
    attempt: () => ({ route: 'GET /visitors' }),
    statuses: [200, 200, 403, 403, 200],
  },
  exportVisitor: {
    attempt: async ({ newVisitor }) => ({ route: `GET ${await newVisitor()}/export` }),
    statuses: [200, 200, 403, 403, 404],
  },
  eraseVisitor: {
    attempt: async ({ newVisitor }) => ({ route: `DELETE ${await newVisitor()}` }),
    statuses: [204, 204, 403, 403, 404],
  },
  listCitedDocuments: { attempt: () => ({ route: 'GET /usage/documents' }), statuses: listed },
  listProblems: { attempt: () => ({ route: 'GET /usage/problems' }), statuses: listed },
  listAudit: {
    attempt: () => ({ route: 'GET /audit' }),
    statuses: [200, 200, 403, 403, 200],
  },

  getSupportAccess: {
    attempt: () => ({ route: 'GET /support-access' }),
    statuses: [200, 200, 403, 403, 200],
  },
  setSupportAccess: {
    attempt: () => ({ route: 'PUT /support-access', json: { allowed: true } }),
    statuses: [200, 200, 403, 403, 200],
  },
  endSupportSession: {
    attempt: async ({ newSupportSession }) => ({ route: `DELETE ${await newSupportSession()}` }),
    statuses: [200, 200, 403, 403, 404],
  },
  listSupportRequests: {
    attempt: async ({ newSupportSession }) => ({
      route: `GET ${await newSupportSession()}/requests`,
    }),
    statuses: [200, 200, 403, 403, 404],
  },
}

/** Operations that need a person: every API key gets 403. */
export const personRows: Partial<Record<Name, PersonRow>> = {
  listApiKeys: {
    attempt: () => ({ route: 'GET /api-keys' }),
    statuses: [200, 200, 403, 403, 200],
  },
  createApiKey: {
    attempt: () => ({ route: 'POST /api-keys', json: { name: 'ci', role: 'admin' } }),
    statuses: [201, 201, 403, 403, 201],
  },
  revokeApiKey: {
    attempt: async ({ newApiKey }) => {
      return { route: `DELETE ${await newApiKey()}` }
    },
    statuses: [200, 200, 403, 403, 404],
  },
  exportOrganization: {
    attempt: () => ({ route: 'GET /organization/export' }),
    statuses: [200, 403, 403, 403, 200],
  },
  listMembers: {
    attempt: () => ({ route: 'GET /members' }),
    statuses: [200, 200, 403, 403, 200],
  },
  inviteMember: {
    attempt: () => ({
      route: 'POST /members',
      json: { email: 'new@people.test', role: 'editor' },
    }),
    statuses: [201, 201, 403, 403, 201],
  },
  updateMember: {
    attempt: async ({ newMember }) => ({
      route: `PATCH ${await newMember()}`,
      json: { role: 'editor' },
    }),
    statuses: [200, 200, 403, 403, 404],
  },
  resetMemberPassword: {
    attempt: async ({ newMember }) => ({ route: `POST ${await newMember()}/password-reset` }),
    statuses: [201, 201, 403, 403, 404],
  },
  removeMember: {
    attempt: async ({ newMember }) => ({ route: `DELETE ${await newMember()}` }),
    statuses: [204, 204, 403, 403, 404],
  },
}
