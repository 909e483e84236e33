import { agentRoutes } from './agent/routes.ts'
import { apiKeyRoutes } from './api-key/routes.ts'
import { apiKeyAuthenticator } from './api-key/service.ts'
import { runArchive } from './archive/jobs.ts'
import { applyRetention } from './archive/retention/apply.ts'
import { archiveRoutes } from './archive/routes.ts'
import { answer, answerOverdue } from './assistant/jobs.ts'
import { assistantReactions } from './assistant/reactions.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { writeBriefJob } from './assistant/ticket-brief/jobs.ts'
import { groupQuestion, solveAnsweredQuestions } from './assistant/unanswered-questions/jobs.ts'
import { questionRoutes } from './assistant/unanswered-questions/routes.ts'
import { checkSla, deleteOldRuns, workOnEvents } from './automation/jobs.ts'
import { automationReactions } from './automation/reactions.ts'
import { automationRoutes } from './automation/routes.ts'
import { queueTimeRules } from './automation/rules/time-rules.ts'
import { recalculateSla } from './automation/sla/recalculate.ts'
import { cancelSubscription } from './billing/account/cancel-job.ts'
import { remindAbandonedCheckouts } from './billing/checkout/remind-job.ts'
import { billingReactions } from './billing/reactions.ts'
import { billingRoutes } from './billing/routes.ts'
import { featureAccess, requireFeature } from './billing/service.ts'
import { fileRoutes } from './conversation/file-routes.ts'
import { deleteUnsentFiles } from './conversation/jobs.ts'
import { conversationRoutes } from './conversation/routes.ts'
import { readMessageReference } from './conversation/stream.ts'
import { deleteEndedVisits } from './customer/jobs.ts'
import { customerRoutes } from './customer/routes.ts'
import { guestAuthenticator } from './customer/service.ts'
import { goOnErasing } from './customer-record/erasure/job.ts'
import { customerRecordRoutes } from './customer-record/routes.ts'
import { checkImport, goOnImporting, readImportFile, undoImportJob, writeImport } from './data-import/jobs.ts'
import { dataImportReactions } from './data-import/reactions.ts'
import { dataImportRoutes } from './data-import/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { domainEvents } from './domain-events.ts'
import { identityRecurringJobs } from './identity/jobs.ts'
import { mailPasswordReset } from './identity/password-reset.ts'
import { identityRoutes } from './identity/routes.ts'
import { accountAuthenticator, anyKnownDevice, memberAuthenticator, ownerAuthenticator } from './identity/service.ts'
import { answerMailJob } from './inbound-mail/answer-job.ts'
import { requeueLostMails, requeueUnanswered, takeInMail } from './inbound-mail/jobs.ts'
import { watchMailboxes } from './inbound-mail/mailbox/watch.ts'
import { inboundMailReactions } from './inbound-mail/reactions.ts'
import { inboundMailRoutes } from './inbound-mail/routes.ts'
import { processDocument, requeueLostDocuments } from './knowledge/documents/jobs.ts'
import { importFaqs, readHelpPage } from './knowledge/import/jobs.ts'
import { knowledgeReactions } from './knowledge/reactions.ts'
import { deleteOldReaders } from './knowledge/reading/jobs.ts'
import { relateChangedArticles } from './knowledge/related-articles/jobs.ts'
import { knowledgeRoutes } from './knowledge/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { memoryReactions } from './memory/reactions.ts'
import { memoryRoutes } from './memory/routes.ts'
import { deleteOldAlerts } from './notification/alerts/jobs.ts'
import { notificationChannels } from './notification/channels.ts'
import { sendDigests } from './notification/digest.ts'
import { deliverMail, emptySentMails, sweepMail } from './notification/jobs.ts'
import { notificationReactions } from './notification/reactions.ts'
import { notificationRoutes } from './notification/routes.ts'
import { deliverShortMessage, sweepShortMessages } from './notification/short-messages/queue.ts'
import { mailUnread } from './notification/unread-mail.ts'
import { EMERGENCY_KINDS, runEmergencyAction } from './owner/emergency/actions.ts'
import { ownerRecurringJobs } from './owner/jobs.ts'
import { ownerRoutes } from './owner/routes.ts'
import type { DomainParts } from './platform/build.ts'
import { requeueAbandonedRuns } from './platform/data-runs/jobs.ts'
import { removePendingFiles } from './platform/files/pending.ts'
import { removeStoredFile } from './platform/files/removal.ts'
import type { Job } from './platform/jobs/job.ts'
import { deliverSystemMail, sweepSystemMail } from './platform/mail/system-mail-jobs.ts'
import type { Platform } from './platform/platform.ts'
import type { Authenticators, Route } from './platform/route/route.ts'
import { providerRoutes } from './provider/routes.ts'
import { runAfterChange, runQuality } from './quality/jobs.ts'
import { queueKnowledgeReviews, reviewKnowledge } from './quality/knowledge-review/jobs.ts'
import { qualityReactions } from './quality/reactions.ts'
import { qualityRoutes } from './quality/routes.ts'
import { mailReports } from './report/mail.ts'
import { reportRoutes } from './report/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { signupRoutes } from './signup/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { brandingRoutes } from './tenant/branding/routes.ts'
import { domainJobs } from './tenant/portal-address/check.ts'
import { portalAddressRoutes } from './tenant/portal-address/routes.ts'
import { portalRoutes, tenantRoutes } from './tenant/routes.ts'
import { changeTickets } from './ticket/bulk/run.ts'
import { handOverTickets } from './ticket/hand-over.ts'
import { closeResolved, escalateUnassignedTickets, wakeSnoozed } from './ticket/jobs.ts'
import { countOpenTickets } from './ticket/queries.ts'
import { ticketReactions } from './ticket/reactions.ts'
import { assignInTurn } from './ticket/round-robin/assign-in-turn.ts'
import { ticketRoutes } from './ticket/routes.ts'
import { usualReplyMinutes } from './ticket/ticket-counts.ts'
import { foldTicketViewTallies } from './ticket/views/jobs.ts'
import { deleteOldDeliveries, sendWebhooks } from './webhook/jobs.ts'
import { webhookReactions } from './webhook/reactions.ts'
import { webhookRoutes } from './webhook/routes.ts'

/** What the plan of a business includes, for the domains below billing. */
const planFeatures = { access: featureAccess, require: requireFeature }
const { checkDomain, queueDomainChecks } = domainJobs(planFeatures)

/** What the domains bring to the platform: jobs, recurring jobs, event handlers. */
export const domainParts: DomainParts = {
  jobs: [
    answer,
    writeBriefJob,
    runQuality,
    runAfterChange,
    reviewKnowledge,
    cancelSubscription,
    deliverMail,
    mailUnread,
    deliverSystemMail,
    deliverShortMessage,
    takeInMail,
    answerMailJob,
    removeStoredFile,
    processDocument,
    readHelpPage,
    importFaqs,
    relateChangedArticles,
    groupQuestion,
    solveAnsweredQuestions,
    handOverTickets,
    changeTickets,
    mailPasswordReset,
    checkDomain,
    recalculateSla,
    goOnErasing,
    runEmergencyAction,
    runArchive,
    readImportFile,
    checkImport,
    writeImport,
    undoImportJob,
  ] as unknown as readonly Job<never>[],
  recurringJobs: [
    answerOverdue,
    closeResolved,
    escalateUnassignedTickets,
    wakeSnoozed,
    assignInTurn,
    foldTicketViewTallies,
    remindAbandonedCheckouts,
    sweepMail,
    sweepSystemMail,
    sweepShortMessages,
    requeueLostMails,
    requeueUnanswered,
    watchMailboxes,
    sendDigests,
    deleteOldAlerts,
    deleteOldReaders,
    deleteEndedVisits,
    emptySentMails,
    deleteUnsentFiles,
    requeueLostDocuments,
    queueKnowledgeReviews,
    queueDomainChecks,
    mailReports,
    workOnEvents,
    checkSla,
    queueTimeRules,
    deleteOldRuns,
    sendWebhooks,
    deleteOldDeliveries,
    applyRetention,
    requeueAbandonedRuns((kind) => (EMERGENCY_KINDS.some((one) => one === kind) ? runEmergencyAction : runArchive)),
    goOnImporting,
    removePendingFiles,
    ...identityRecurringJobs,
    ...ownerRecurringJobs,
  ],
  // Order matters: a ticket follows its conversation before the assistant answers or a notification is sent.
  eventHandlers: (platform) => [
    ...billingReactions(platform),
    ...knowledgeReactions,
    ...ticketReactions,
    ...memoryReactions,
    ...assistantReactions,
    ...qualityReactions,
    ...notificationReactions(platform, notificationChannels),
    ...inboundMailReactions(platform),
    ...automationReactions,
    ...webhookReactions(platform, domainEvents),
    ...dataImportReactions,
  ],
  readReference: readMessageReference,
}

/** Every declared route of the product. */
export const allRoutes: readonly Route[] = [
  ...identityRoutes,
  ...tenantRoutes,
  ...billingRoutes,
  ...apiKeyRoutes,
  ...portalRoutes({ usualReplyMinutes: (tenant) => tenant.readStale(usualReplyMinutes) }),
  ...teamRoutes({ countOpenTickets }),
  ...brandingRoutes(planFeatures),
  ...portalAddressRoutes(planFeatures),
  ...customerRoutes,
  ...knowledgeRoutes,
  ...conversationRoutes,
  ...fileRoutes,
  ...ticketRoutes,
  ...automationRoutes,
  ...webhookRoutes(domainEvents),
  ...providerRoutes,
  ...agentRoutes,
  ...demoRoutes,
  ...memoryRoutes,
  ...assistantRoutes,
  ...questionRoutes,
  ...qualityRoutes,
  ...signupRoutes,
  ...notificationRoutes,
  ...inboundMailRoutes,
  ...customerRecordRoutes,
  ...dataImportRoutes,
  ...reportRoutes,
  ...searchRoutes,
  ...mcpRoutes,
  ...ownerRoutes,
  ...archiveRoutes,
]

/** One authenticator for each kind of caller. */
export const authenticatorsOf = (platform: Platform): Authenticators => ({
  guest: guestAuthenticator(platform),
  account: accountAuthenticator(platform),
  member: memberAuthenticator(platform),
  owner: ownerAuthenticator(platform),
  apiKey: apiKeyAuthenticator(platform),
  knownDevice: (request) => anyKnownDevice(platform, request),
})
