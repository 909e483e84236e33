/* The public interface of the assistant. */
export { askAssistant } from './answering/ask-assistant.ts'
export { findEscalationAfter } from './escalation/queries.ts'
export type { Origin } from './types.ts'
