import { z } from 'zod'

/**
 * An id is a UUID (version 4 by convention: the first 8 characters differ, since screens show them).
 * The brand keeps a ticket's id from being passed where a conversation's is meant.
 */
export const idOf = <Name extends string>(name: Name) => z.uuid().brand<Name>().describe(`Id of a ${name} (UUID)`)

export const TenantId = idOf('tenant')
export const UserId = idOf('user')
export const SessionId = idOf('session')
export const CustomerId = idOf('customer')
export const CustomerNoteId = idOf('customerNote')
export const CustomerAttributeId = idOf('customerAttribute')
export const CustomerMergeId = idOf('customerMerge')
export const CustomerErasureId = idOf('customerErasure')
export const GuestId = idOf('guest')
export const ConversationId = idOf('conversation')
export const MessageId = idOf('message')
export const TicketId = idOf('ticket')
export const TicketMergeId = idOf('ticketMerge')
export const TicketFieldId = idOf('ticketField')
export const MacroId = idOf('macro')
export const FaqId = idOf('faq')
export const ArticleId = idOf('article')
export const DocumentId = idOf('document')
export const FileId = idOf('file')
export const BrandImageId = idOf('image')
export const AgentId = idOf('agent')
export const AgentActionId = idOf('action')
export const ActionRequestId = idOf('request')
export const ImportId = idOf('import')
export const DataImportId = idOf('dataImport')
export const InboundMailId = idOf('inboundMail')
export const MailboxId = idOf('mailbox')
export const QuestionId = idOf('question')
export const QuestionGroupId = idOf('questionGroup')
export const TestQuestionId = idOf('testQuestion')
export const QualityRunId = idOf('qualityRun')
export const SupportAccessId = idOf('supportAccess')
export const AnnouncementId = idOf('announcement')
export const GiftTokenId = idOf('giftToken')
export const InvitationId = idOf('invitation')
export const TeamId = idOf('team')
export const SavedViewId = idOf('savedView')
export const BulkChangeId = idOf('bulkChange')
export const AlertId = idOf('alert')
export const MailId = idOf('mail')
export const SystemMailId = idOf('systemMail')
export const JobId = idOf('job')
export const AutomationRuleId = idOf('automationRule')
export const AutomationRunId = idOf('automationRun')
export const PushSubscriptionId = idOf('pushSubscription')

export type TenantId = z.output<typeof TenantId>
export type UserId = z.output<typeof UserId>
export type SessionId = z.output<typeof SessionId>
export type CustomerId = z.output<typeof CustomerId>
export type CustomerNoteId = z.output<typeof CustomerNoteId>
export type CustomerAttributeId = z.output<typeof CustomerAttributeId>
export type CustomerMergeId = z.output<typeof CustomerMergeId>
export type CustomerErasureId = z.output<typeof CustomerErasureId>
export type GuestId = z.output<typeof GuestId>
export type ConversationId = z.output<typeof ConversationId>
export type MessageId = z.output<typeof MessageId>
export type TicketId = z.output<typeof TicketId>
export type TicketMergeId = z.output<typeof TicketMergeId>
export type TicketFieldId = z.output<typeof TicketFieldId>
export type MacroId = z.output<typeof MacroId>
export type FaqId = z.output<typeof FaqId>
export type ArticleId = z.output<typeof ArticleId>
export type DocumentId = z.output<typeof DocumentId>
export type FileId = z.output<typeof FileId>
export type BrandImageId = z.output<typeof BrandImageId>
export type AgentId = z.output<typeof AgentId>
export type AgentActionId = z.output<typeof AgentActionId>
export type ActionRequestId = z.output<typeof ActionRequestId>
export type ImportId = z.output<typeof ImportId>
export type DataImportId = z.output<typeof DataImportId>
export type InboundMailId = z.output<typeof InboundMailId>
export type MailboxId = z.output<typeof MailboxId>
export type QuestionId = z.output<typeof QuestionId>
export type QuestionGroupId = z.output<typeof QuestionGroupId>
export type TestQuestionId = z.output<typeof TestQuestionId>
export type QualityRunId = z.output<typeof QualityRunId>
export type SupportAccessId = z.output<typeof SupportAccessId>
export type AnnouncementId = z.output<typeof AnnouncementId>
export type GiftTokenId = z.output<typeof GiftTokenId>
export type InvitationId = z.output<typeof InvitationId>
export type TeamId = z.output<typeof TeamId>
export type SavedViewId = z.output<typeof SavedViewId>
export type BulkChangeId = z.output<typeof BulkChangeId>
export type AlertId = z.output<typeof AlertId>
export type MailId = z.output<typeof MailId>
export type PushSubscriptionId = z.output<typeof PushSubscriptionId>
export type AutomationRuleId = z.output<typeof AutomationRuleId>
export type AutomationRunId = z.output<typeof AutomationRunId>
