import * as apiKey from './api-key.ts'
import * as appearance from './appearance.ts'
import * as assistant from './assistant.ts'
import * as audit from './audit.ts'
import * as behaviour from './behaviour.ts'
import * as branding from './branding.ts'
import * as change from './change.ts'
import * as claim from './claim.ts'
import * as collection from './collection.ts'
import * as conversation from './conversation.ts'
import * as curatedAnswer from './curated-answer.ts'
import * as deployment from './deployment.ts'
import * as document from './document.ts'
import * as embeddingMove from './embedding-move.ts'
import * as gap from './gap.ts'
import * as health from './health.ts'
import * as inbox from './inbox.ts'
import * as job from './job.ts'
import * as member from './member.ts'
import * as model from './model.ts'
import * as organization from './organization.ts'
import * as problem from './problem.ts'
import * as reading from './reading.ts'
import * as reference from './reference.ts'
import * as search from './search.ts'
import * as sectionQuestion from './section-question.ts'
import * as session from './session.ts'
import * as source from './source.ts'
import * as sourcePage from './source-page.ts'
import * as supportAccess from './support-access.ts'
import * as synonyms from './synonyms.ts'
import * as testQuestion from './test-question.ts'
import * as trace from './trace.ts'
import * as trial from './trial.ts'
import * as usage from './usage.ts'
import * as visitor from './visitor.ts'
import * as webhook from './webhook.ts'
import * as widget from './widget.ts'

/** Every operation of the API by name; routes and documentation are derived from it. */
export const operations = {
  getHealth: health.getHealth,
  getReady: health.getReady,
  getOpenapi: reference.getOpenapi,

  listAssistants: assistant.listAssistants,
  createAssistant: assistant.createAssistant,
  getAssistant: assistant.getAssistant,
  updateAssistant: assistant.updateAssistant,
  getAssistantSettings: assistant.getAssistantSettings,
  suggestQuestions: assistant.suggestQuestions,
  getBehaviour: behaviour.getBehaviour,
  saveBehaviour: behaviour.saveBehaviour,

  tryAssistant: trial.tryAssistant,
  streamTrial: trial.streamTrial,
  listTestQuestions: testQuestion.listTestQuestions,
  createTestQuestion: testQuestion.createTestQuestion,
  deleteTestQuestion: testQuestion.deleteTestQuestion,
  startTestRun: testQuestion.startTestRun,
  getLatestTestRun: testQuestion.getLatestTestRun,

  listModels: model.listModels,
  testModel: model.testModel,

  getBranding: branding.getBranding,
  saveBranding: branding.saveBranding,
  checkBranding: branding.checkBranding,
  resetBranding: branding.resetBranding,
  getTheme: branding.getTheme,

  listDeployments: deployment.listDeployments,
  createDeployment: deployment.createDeployment,
  getDeployment: deployment.getDeployment,
  updateDeployment: deployment.updateDeployment,
  revokeDeployment: deployment.revokeDeployment,
  getAppearance: appearance.getAppearance,
  replaceAppearance: appearance.replaceAppearance,
  rotateDeployment: deployment.rotateDeployment,
  listDeploymentOrigins: deployment.listDeploymentOrigins,
  listRefusals: deployment.listRefusals,

  listConversations: inbox.listConversations,
  openConversation: inbox.openConversation,
  setHandling: inbox.setHandling,
  createConversation: conversation.createConversation,
  getConversation: conversation.getConversation,
  updateConversation: conversation.updateConversation,
  deleteConversation: conversation.deleteConversation,
  listMessages: conversation.listMessages,
  askQuestion: conversation.askQuestion,
  streamQuestion: conversation.streamQuestion,
  suggestFollowUps: conversation.suggestFollowUps,
  getTrace: trace.getTrace,
  getRating: conversation.getRating,
  rateAnswer: conversation.rateAnswer,
  clearRating: conversation.clearRating,

  listCuratedAnswers: curatedAnswer.listCuratedAnswers,
  createCuratedAnswer: curatedAnswer.createCuratedAnswer,
  matchCuratedAnswer: curatedAnswer.matchCuratedAnswer,
  getCuratedAnswer: curatedAnswer.getCuratedAnswer,
  updateCuratedAnswer: curatedAnswer.updateCuratedAnswer,
  deleteCuratedAnswer: curatedAnswer.deleteCuratedAnswer,

  listCollections: collection.listCollections,
  createCollection: collection.createCollection,
  getCollection: collection.getCollection,
  updateCollection: collection.updateCollection,
  purgeCollection: collection.purgeCollection,
  moveEmbedding: embeddingMove.moveEmbedding,
  listEmbeddingMoves: embeddingMove.listEmbeddingMoves,
  getEmbeddingMove: embeddingMove.getEmbeddingMove,
  cancelEmbeddingMove: embeddingMove.cancelEmbeddingMove,
  getSynonyms: synonyms.getSynonyms,
  saveSynonyms: synonyms.saveSynonyms,
  getReading: reading.getReading,
  saveReading: reading.saveReading,
  listSectionQuestions: sectionQuestion.listSectionQuestions,
  createSectionQuestion: sectionQuestion.createSectionQuestion,
  updateSectionQuestion: sectionQuestion.updateSectionQuestion,
  deleteSectionQuestion: sectionQuestion.deleteSectionQuestion,
  listSources: source.listSources,
  createSource: source.createSource,
  getSource: source.getSource,
  updateSource: source.updateSource,
  deleteSource: source.deleteSource,
  syncSource: source.syncSource,
  listPages: sourcePage.listPages,
  testSource: sourcePage.testSource,
  listDocuments: document.listDocuments,
  uploadDocuments: document.uploadDocuments,
  getDocument: document.getDocument,
  updateDocument: document.updateDocument,
  deleteDocument: document.deleteDocument,
  listPassages: document.listPassages,
  getJob: job.getJob,
  listJobs: job.listJobs,
  getLatestJob: job.getLatestJob,
  cancelJob: job.cancelJob,
  confirmJob: job.confirmJob,
  searchKnowledge: search.searchKnowledge,
  getPassage: document.getPassage,

  getUsage: usage.getUsage,
  getTokenBudget: usage.getTokenBudget,
  listUnanswered: usage.listUnanswered,
  listCitedDocuments: usage.listCitedDocuments,
  listGaps: gap.listGaps,
  setGapState: gap.setGapState,
  listProblems: problem.listProblems,
  listAudit: audit.listAudit,
  getOrganization: organization.getOrganization,
  updateOrganization: organization.updateOrganization,
  exportOrganization: organization.exportOrganization,
  getWebhook: webhook.getWebhook,
  saveWebhook: webhook.saveWebhook,
  deleteWebhook: webhook.deleteWebhook,
  testWebhook: webhook.testWebhook,
  listDeliveries: webhook.listDeliveries,
  listVisitors: visitor.listVisitors,
  exportVisitor: visitor.exportVisitor,
  eraseVisitor: visitor.eraseVisitor,

  listApiKeys: apiKey.listApiKeys,
  createApiKey: apiKey.createApiKey,
  revokeApiKey: apiKey.revokeApiKey,

  listMembers: member.listMembers,
  inviteMember: member.inviteMember,
  updateMember: member.updateMember,
  removeMember: member.removeMember,
  resetMemberPassword: member.resetMemberPassword,

  getSupportAccess: supportAccess.getSupportAccess,
  setSupportAccess: supportAccess.setSupportAccess,
  endSupportSession: supportAccess.endSupportSession,
  listSupportRequests: supportAccess.listSupportRequests,

  widgetBootstrap: widget.widgetBootstrap,
  createWidgetConversation: widget.createWidgetConversation,
  listWidgetConversations: widget.listWidgetConversations,
  getWidgetConversation: widget.getWidgetConversation,
  deleteWidgetConversation: widget.deleteWidgetConversation,
  eraseWidgetVisitor: widget.eraseWidgetVisitor,
  listWidgetMessages: widget.listWidgetMessages,
  askWidgetQuestion: widget.askWidgetQuestion,
  streamWidgetQuestion: widget.streamWidgetQuestion,
  getWidgetCitation: widget.getWidgetCitation,
  suggestWidgetFollowUps: widget.suggestWidgetFollowUps,
  openWidgetSource: widget.openWidgetSource,
  rateWidgetAnswer: widget.rateWidgetAnswer,
  clearWidgetRating: widget.clearWidgetRating,
}
export type Operations = typeof operations

/** The console's own operations, below `/svc/console/api`. */
export const consoleOperations = {
  signIn: session.signIn,
  getSession: session.getSession,
  switchOrganization: session.switchOrganization,
  confirmSession: session.confirmSession,
  signOut: session.signOut,
  listSessions: session.listSessions,
  endOtherSessions: session.endOtherSessions,
  followChanges: change.followChanges,
  changePassword: session.changePassword,
  readInvitation: session.readInvitation,
  acceptInvitation: session.acceptInvitation,
  getWidgetScript: deployment.getWidgetScript,
  getInstallation: claim.getInstallation,
  getServiceState: health.getServiceState,
  downloadBackup: health.downloadBackup,
  listClaimableOrganizations: claim.listClaimableOrganizations,
  removeDemo: claim.removeDemo,
  claimInstallation: claim.claimInstallation,
  acceptPasswordReset: session.acceptPasswordReset,
  openSupportSession: session.openSupportSession,
  closeSupportSession: session.closeSupportSession,
}
export type ConsoleOperations = typeof consoleOperations
