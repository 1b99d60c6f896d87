import type { WidgetScript } from '../contract/deployment.ts'
import type { ConsoleOperations, Operations } from '../contract/operations.ts'
import type { ApiKeys } from '../resources/api-keys.ts'
import type { Assistants } from '../resources/assistants.ts'
import type { Audit } from '../resources/audit.ts'
import { type Brandings, oneRevision } from '../resources/branding.ts'
import type { Changes } from '../resources/changes.ts'
import type { Claims } from '../resources/claims.ts'
import type { Collections } from '../resources/collections.ts'
import type { Conversations } from '../resources/conversations.ts'
import type { CuratedAnswers, MatchCuratedQuestion } from '../resources/curated-answers.ts'
import type { Demo } from '../resources/demo.ts'
import type { Deployments } from '../resources/deployments.ts'
import type { Documents } from '../resources/documents.ts'
import type { EmbeddingMoves } from '../resources/embedding-moves.ts'
import type { ExportOrganization } from '../resources/export.ts'
import type { InboxLists } from '../resources/inbox.ts'
import type { Invitations } from '../resources/invitations.ts'
import type { Jobs } from '../resources/jobs.ts'
import type { Members } from '../resources/members.ts'
import type { ModelList } from '../resources/models.ts'
import type { Organizations } from '../resources/organization.ts'
import type { PassageLinks } from '../resources/passage-links.ts'
import type { Problems } from '../resources/problems.ts'
import type { Questions } from '../resources/questions.ts'
import type { Readings } from '../resources/readings.ts'
import type { Search } from '../resources/search.ts'
import type { SectionQuestions } from '../resources/section-questions.ts'
import type { ServiceStates } from '../resources/service-state.ts'
import type { Sessions } from '../resources/sessions.ts'
import type { Sources } from '../resources/sources.ts'
import type { SupportAccesses } from '../resources/support-access.ts'
import type { TestQuestions } from '../resources/test-questions.ts'
import type { Trials } from '../resources/trials.ts'
import type { UsageReports } from '../resources/usage.ts'
import type { Visitors } from '../resources/visitors.ts'
import type { Webhooks } from '../resources/webhook.ts'
import type { WidgetConversations } from '../resources/widget-conversations.ts'
import type { Handler } from './bind.ts'
import { checkReadiness, type Readiness } from './readiness.ts'
import type { ApiReference } from './reference.ts'

export interface Resources {
  apiKeys: ApiKeys
  assistants: Assistants
  audit: Audit
  branding: Brandings
  changes: Changes
  claims: Claims
  collections: Collections
  embeddingMoves: EmbeddingMoves
  conversations: Conversations
  curatedAnswers: CuratedAnswers
  demo: Demo
  deployments: Deployments
  documents: Documents
  exportOrganization: ExportOrganization
  inbox: InboxLists
  invitations: Invitations
  jobs: Jobs
  members: Members
  models: ModelList
  matchQuestion: MatchCuratedQuestion
  organization: Organizations
  problems: Problems
  passageLinks: PassageLinks
  questions: Questions
  serviceStates: ServiceStates
  readings: Readings
  search: Search
  sectionQuestions: SectionQuestions
  sessions: Sessions
  sources: Sources
  supportAccess: SupportAccesses
  testQuestions: TestQuestions
  trials: Trials
  usage: UsageReports
  visitors: Visitors
  webhook: Webhooks
  widgetConversations: WidgetConversations
}

export type Handlers = { [Name in keyof Operations]: Handler<Operations[Name]> }
export type ConsoleHandlers = {
  [Name in keyof ConsoleOperations]: Handler<ConsoleOperations[Name]>
}

/** The handlers of all operations: a missing one, or a wrong reply, does not compile. */
export function createHandlers(
  resources: Resources,
  readiness: Readiness,
  reference: Pick<ApiReference, 'document'>,
): Handlers {
  const { assistants, branding, collections, conversations, deployments, documents } = resources
  const { embeddingMoves } = resources
  const { inbox, jobs, questions, search, sources, trials, usage, widgetConversations } = resources
  const {
    apiKeys,
    audit,
    curatedAnswers,
    matchQuestion,
    models,
    members,
    organization,
    problems,
    readings,
    sectionQuestions,
    supportAccess,
    testQuestions,
    visitors,
    webhook,
  } = resources
  return {
    getHealth: async () => ({ status: 'ok' }),
    getReady: () => checkReadiness(readiness),
    getOpenapi: async () => ({ ...reference.document() }),

    listAssistants: ({ caller, query }) => assistants.list(caller, query),
    createAssistant: ({ caller, body }) => assistants.create(caller, body),
    getAssistant: ({ caller, params }) => assistants.get(caller, params.assistant_id),
    updateAssistant: ({ caller, params, body }) =>
      assistants.update(caller, params.assistant_id, body),
    getAssistantSettings: ({ caller, params }) => assistants.settings(caller, params.assistant_id),
    suggestQuestions: ({ caller, params, signal }) =>
      assistants.suggest(caller, params.assistant_id, questions.answeredFrom, signal),
    getBehaviour: ({ caller, params }) => assistants.behaviour(caller, params.assistant_id),
    saveBehaviour: ({ caller, params, body }) =>
      assistants.saveBehaviour(caller, params.assistant_id, body),

    tryAssistant: ({ caller, params, body, signal }) =>
      trials.answer(caller, params.assistant_id, body, signal),
    streamTrial: ({ caller, params, body, signal }) =>
      trials.stream(caller, params.assistant_id, body, signal),
    listTestQuestions: ({ caller, params, query }) =>
      testQuestions.list(caller, params.assistant_id, query),
    createTestQuestion: ({ caller, params, body }) =>
      testQuestions.create(caller, params.assistant_id, body),
    deleteTestQuestion: ({ caller, params }) =>
      testQuestions.delete(caller, params.assistant_id, params.test_question_id),
    startTestRun: ({ caller, params }) => testQuestions.start(caller, params.assistant_id),
    getLatestTestRun: ({ caller, params }) => testQuestions.latest(caller, params.assistant_id),

    listModels: () => models.list(),
    testModel: ({ caller, body, signal }) => models.test(caller, body.selector, signal),

    getBranding: ({ caller }) => branding.get(caller),
    saveBranding: ({ caller, body }) => branding.save(caller, body),
    checkBranding: async ({ body }) => branding.check(body.layer),
    resetBranding: ({ caller, body, query, headers }) =>
      branding.reset(caller, oneRevision(body.revision, query.revision, headers['if-match'])),
    getTheme: ({ caller, query }) => branding.theme(caller, query.format),

    listDeployments: ({ caller, query }) => deployments.list(caller, query),
    createDeployment: ({ caller, body }) => deployments.create(caller, body),
    getDeployment: ({ caller, params }) => deployments.get(caller, params.deployment_id),
    updateDeployment: ({ caller, params, body }) =>
      deployments.update(caller, params.deployment_id, body),
    getAppearance: ({ caller, params }) => deployments.appearance(caller, params.deployment_id),
    replaceAppearance: ({ caller, params, body }) =>
      deployments.replaceAppearance(caller, params.deployment_id, body),
    revokeDeployment: ({ caller, params }) => deployments.revoke(caller, params.deployment_id),
    rotateDeployment: ({ caller, params, body }) =>
      deployments.rotate(caller, params.deployment_id, body),
    listDeploymentOrigins: ({ caller, params, query }) =>
      deployments.origins(caller, params.deployment_id, query),
    listRefusals: ({ caller, params, query }) =>
      deployments.refusals(caller, params.deployment_id, query),

    listConversations: ({ caller, query }) =>
      query.owner === 'all' ? inbox.list(caller, query) : conversations.list(caller, query),
    openConversation: ({ caller, params }) => inbox.open(caller, params.conversation_id),
    setHandling: ({ caller, params, body }) => inbox.handle(caller, params.conversation_id, body),
    createConversation: ({ caller, body }) => conversations.create(caller, body),
    getConversation: ({ caller, params }) => conversations.get(caller, params.conversation_id),
    updateConversation: ({ caller, params, body }) =>
      conversations.update(caller, params.conversation_id, body),
    deleteConversation: ({ caller, params }) =>
      conversations.delete(caller, params.conversation_id),
    listMessages: ({ caller, params, query }) =>
      conversations.messages(caller, params.conversation_id, query),
    askQuestion: ({ caller, params, body }) =>
      questions.whole(caller, params.conversation_id, body),
    streamQuestion: ({ caller, params, body, signal }) =>
      questions.stream(caller, params.conversation_id, body, signal),
    suggestFollowUps: ({ caller, params, signal }) =>
      questions.suggestFollowUps(caller, params.conversation_id, params.message_id, signal),
    getTrace: ({ caller, params }) =>
      conversations.trace(caller, params.conversation_id, params.message_id),
    getRating: ({ caller, params }) =>
      conversations.rating(caller, params.conversation_id, params.message_id),
    rateAnswer: ({ caller, params, body }) =>
      conversations.rate(caller, params.conversation_id, params.message_id, body),
    clearRating: ({ caller, params }) =>
      conversations.clearRating(caller, params.conversation_id, params.message_id),

    listCuratedAnswers: ({ caller, query }) => curatedAnswers.list(caller, query),
    createCuratedAnswer: ({ caller, body }) => curatedAnswers.create(caller, body),
    matchCuratedAnswer: ({ caller, body, signal }) => matchQuestion(caller, body, signal),
    getCuratedAnswer: ({ caller, params }) => curatedAnswers.get(caller, params.curated_answer_id),
    updateCuratedAnswer: ({ caller, params, body }) =>
      curatedAnswers.update(caller, params.curated_answer_id, body),
    deleteCuratedAnswer: ({ caller, params }) =>
      curatedAnswers.delete(caller, params.curated_answer_id),

    listCollections: ({ caller, query }) => collections.list(caller, query),
    createCollection: ({ caller, body }) => collections.create(caller, body),
    getCollection: ({ caller, params }) => collections.get(caller, params.collection_id),
    updateCollection: ({ caller, params, body }) =>
      collections.update(caller, params.collection_id, body),
    purgeCollection: ({ caller, params, body }) =>
      collections.purge(caller, params.collection_id, body),
    moveEmbedding: ({ caller, params, body }) =>
      embeddingMoves.begin(caller, params.collection_id, body),
    listEmbeddingMoves: ({ caller }) => embeddingMoves.list(caller),
    getEmbeddingMove: ({ caller, params }) => embeddingMoves.get(caller, params.move_id),
    cancelEmbeddingMove: ({ caller, params }) => embeddingMoves.cancel(caller, params.move_id),
    getSynonyms: ({ caller, params }) => collections.synonyms(caller, params.collection_id),
    saveSynonyms: ({ caller, params, body }) =>
      collections.saveSynonyms(caller, params.collection_id, body),
    getReading: ({ caller, params }) => readings.get(caller, params.collection_id),
    saveReading: ({ caller, params, body }) => readings.save(caller, params.collection_id, body),
    listSectionQuestions: ({ caller, query }) => sectionQuestions.list(caller, query),
    createSectionQuestion: ({ caller, body }) => sectionQuestions.create(caller, body),
    updateSectionQuestion: ({ caller, params, body }) =>
      sectionQuestions.rewrite(caller, params.question_id, body),
    deleteSectionQuestion: ({ caller, params }) =>
      sectionQuestions.delete(caller, params.question_id),
    listSources: ({ caller, params, query }) => sources.list(caller, params.collection_id, query),
    createSource: ({ caller, params, body }) => sources.create(caller, params.collection_id, body),
    getSource: ({ caller, params }) => sources.get(caller, params.source_id),
    updateSource: ({ caller, params, body }) => sources.update(caller, params.source_id, body),
    deleteSource: ({ caller, params }) => sources.delete(caller, params.source_id),
    syncSource: ({ caller, params }) => jobs.sync(caller, params.source_id),
    testSource: ({ caller, params, body, signal }) =>
      sources.test(caller, params.source_id, body, signal),
    listPages: ({ caller, params, query }) => sources.pages(caller, params.source_id, query),
    listDocuments: ({ caller, params, query }) => documents.list(caller, params.source_id, query),
    uploadDocuments: ({ caller, params, body }) => documents.upload(caller, params.source_id, body),
    getDocument: ({ caller, params }) => documents.get(caller, params.document_id),
    updateDocument: ({ caller, params, body }) =>
      documents.update(caller, params.document_id, body),
    deleteDocument: ({ caller, params }) => documents.delete(caller, params.document_id),
    listPassages: ({ caller, params, query }) =>
      documents.passages(caller, params.document_id, query),
    getJob: ({ caller, params }) => jobs.get(caller, params.job_id),
    listJobs: ({ caller, params, query }) => jobs.list(caller, params.source_id, query),
    getLatestJob: ({ caller, params }) => jobs.latest(caller, params.source_id),
    cancelJob: ({ caller, params }) => jobs.cancel(caller, params.job_id),
    confirmJob: ({ caller, params }) => jobs.confirm(caller, params.job_id),
    searchKnowledge: ({ caller, body, signal }) => search(caller, body, signal),
    getPassage: ({ caller, params }) => documents.passage(caller, params.passage_id),

    getUsage: ({ caller, query }) => usage.report(caller, query),
    getTokenBudget: ({ caller }) => usage.tokenBudget(caller),
    listUnanswered: ({ caller, query }) => usage.unanswered(caller, query),
    listCitedDocuments: ({ caller, query }) => usage.citedDocuments(caller, query),
    listGaps: ({ caller, query }) => usage.gaps(caller, query),
    setGapState: ({ caller, params, body }) => usage.setGapState(caller, params.gap_id, body),
    listProblems: ({ caller }) => problems.list(caller),
    listAudit: ({ caller, query }) => audit.list(caller, query),
    getOrganization: ({ caller }) => organization.get(caller),
    updateOrganization: ({ caller, body }) => organization.update(caller, body),
    exportOrganization: ({ caller }) => resources.exportOrganization(caller),
    getWebhook: ({ caller }) => webhook.get(caller),
    saveWebhook: ({ caller, body }) => webhook.save(caller, body),
    deleteWebhook: ({ caller }) => webhook.delete(caller),
    testWebhook: ({ caller, signal }) => webhook.test(caller, signal),
    listDeliveries: ({ caller, query }) => webhook.deliveries(caller, query),
    listVisitors: ({ caller, query }) => visitors.list(caller, query),
    exportVisitor: ({ caller, params }) => visitors.export(caller, params.visitor_id),
    eraseVisitor: ({ caller, params }) => visitors.erase(caller, params.visitor_id),

    listApiKeys: ({ caller, query }) => apiKeys.list(caller, query),
    createApiKey: ({ caller, body }) => apiKeys.create(caller, body),
    revokeApiKey: ({ caller, params }) => apiKeys.revoke(caller, params.api_key_id),

    listMembers: ({ caller, query }) => members.list(caller, query),
    inviteMember: ({ caller, body }) => members.invite(caller, body),
    updateMember: ({ caller, params, body }) => members.update(caller, params.user_id, body),
    resetMemberPassword: ({ caller, params }) => members.resetPassword(caller, params.user_id),
    removeMember: ({ caller, params }) => members.remove(caller, params.user_id),

    getSupportAccess: ({ caller }) => supportAccess.get(caller),
    setSupportAccess: ({ caller, body }) => supportAccess.set(caller, body),
    endSupportSession: ({ caller, params }) => supportAccess.end(caller, params.support_session_id),
    listSupportRequests: ({ caller, params, query }) =>
      supportAccess.requests(caller, params.support_session_id, query),

    widgetBootstrap: ({ caller, query }) => widgetConversations.bootstrap(caller, query.v),
    createWidgetConversation: ({ caller, body }) => widgetConversations.create(caller, body),
    listWidgetConversations: ({ caller, query }) => widgetConversations.list(caller, query),
    getWidgetConversation: ({ caller, params }) =>
      widgetConversations.get(caller, params.conversation_id),
    deleteWidgetConversation: ({ caller, params }) =>
      widgetConversations.delete(caller, params.conversation_id),
    eraseWidgetVisitor: ({ caller }) => widgetConversations.eraseVisitor(caller),
    listWidgetMessages: ({ caller, params, query }) =>
      widgetConversations.messages(caller, params.conversation_id, query),
    askWidgetQuestion: ({ caller, params, body }) =>
      widgetConversations.ask(caller, params.conversation_id, body),
    streamWidgetQuestion: ({ caller, params, body, signal }) =>
      widgetConversations.stream(caller, params.conversation_id, body, signal),
    getWidgetCitation: ({ caller, params }) => widgetConversations.citation(caller, params),
    suggestWidgetFollowUps: ({ caller, params, signal }) =>
      questions.suggestFollowUps(caller, params.conversation_id, params.message_id, signal),
    openWidgetSource: ({ caller, params, body }) =>
      widgetConversations.open(caller, params.conversation_id, params.message_id, body),
    rateWidgetAnswer: ({ caller, params, body }) =>
      conversations.rate(caller, params.conversation_id, params.message_id, body),
    clearWidgetRating: ({ caller, params }) =>
      conversations.clearRating(caller, params.conversation_id, params.message_id),
  }
}

/** Handlers of the console's own routes. */
export function createConsoleHandlers(
  resources: Resources,
  widgetScript: WidgetScript,
): ConsoleHandlers {
  const { changes, claims, demo, invitations, serviceStates, sessions, supportAccess } = resources
  return {
    signIn: ({ address, body }) => sessions.signIn(address, body),
    getSession: ({ caller }) => sessions.show(caller),
    switchOrganization: ({ caller, body }) => sessions.switchTo(caller, body),
    confirmSession: ({ caller, address, body }) => sessions.confirm(caller, address, body),
    signOut: ({ caller }) => sessions.signOut(caller),
    listSessions: ({ caller, query }) => sessions.list(caller, query),
    endOtherSessions: ({ caller }) => sessions.endOthers(caller),
    followChanges: ({ caller, headers, signal }) =>
      changes(caller, { missed: headers['last-event-id'] !== undefined, signal }),
    changePassword: ({ caller, address, body }) => sessions.changePassword(caller, address, body),
    readInvitation: ({ body }) => invitations.read(body.token),
    acceptInvitation: ({ address, body }) => invitations.accept(address, body),
    getWidgetScript: async () => widgetScript,
    getInstallation: () => claims.installation(),
    getServiceState: ({ caller }) => serviceStates.read(caller),
    downloadBackup: ({ signal }) => serviceStates.backUp(signal),
    listClaimableOrganizations: ({ address, body }) => claims.organizations(address, body.code),
    removeDemo: ({ caller }) => demo.remove(caller),
    claimInstallation: ({ address, body }) => claims.claim(address, body),
    acceptPasswordReset: ({ body }) => sessions.resetPassword(body),
    openSupportSession: ({ caller, body }) => supportAccess.open(caller, body),
    closeSupportSession: ({ caller, params }) =>
      supportAccess.close(caller, params.support_session_id),
  }
}
