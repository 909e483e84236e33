export { type AppendedMessage, appendMessage, appendOpening, appendToLocked, newId } from './append-message.ts'
export {
  appendReceived,
  changeConversation,
  changeLocked,
  findSentMessage,
  linkTicket,
  markSeen,
  newConversation,
  openConversation,
  send,
  sendToLocked,
  setAnswerLease,
} from './commands.ts'
export { deleteConversationFiles, deleteUploadsOf, listUnsentFiles, type ReceivedFile } from './files.ts'
export { publishDelta, publishThreadChanged, publishTyping } from './live-events.ts'
export { getConversation, getCurrentConversation } from './load.ts'
export { listMergedIds } from './merged-thread.ts'
export { canAnswer } from './policy.ts'
export { copiesOf, presentConversation } from './present.ts'
export { previewOf } from './preview.ts'
export {
  adoptConversations,
  findMessage,
  firstAnswerSeconds,
  hasCopies,
  hasCustomerWrittenSince,
  isNotLedOn,
  isTheirs,
  listNewestSince,
  moveConversations,
  type OwnerOfChats,
} from './queries.ts'
export { findSameConversation, getAnswer, readContext, readThread } from './reads.ts'
export { finishMessage, interruptStreamingMessages, saveStreamedText } from './streaming-message.ts'
export { readTranscript, type Transcript } from './transcript.ts'
