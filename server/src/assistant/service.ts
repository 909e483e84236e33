/* The public interface of the assistant. */
export {
  appendMailAnswer,
  askAboutMail,
  isStillAsked,
  type MailAnswer,
} from './answering/answer-mail.ts'
export { askAssistant } from './answering/ask-assistant.ts'
export { findEscalationAfter } from './escalation/queries.ts'
export { createSentences } from './grounding/sentences.ts'
export { draftReply } from './ticket-brief/brief.ts'
export type { Origin } from './types.ts'
