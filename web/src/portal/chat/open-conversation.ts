import type { ChatContext, ConversationState, ThreadView } from '#contracts/conversation/conversation.ts'
import {
  getGuestConversation,
  listGuestConversations,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { CallError } from '#web/lib/call.ts'
import { inOneTab } from '#web/lib/one-tab.ts'
import { callInTime } from '#web/portal/call-in-time.ts'
import { asGuest, isKnownGuest } from '#web/portal/guest-session.ts'
import { CONTEXTS, isEmbedded } from '#web/portal/portal-location.ts'
import { givenContact } from '#web/portal/request/known-contact.ts'
import { readStored, storeValue } from '#web/portal/storage.ts'

/** What to open: the chat of a context (the one that runs, else a new one), or one certain conversation. */
export type ChatGoal = { context: ChatContext; isNew: boolean } | { conversationId: ConversationId }

/** An ended chat is shown for this time, for its rating; after that the button begins a new one. */
const ENDED_STAYS_MS = 24 * 3600_000

const key = (slug: string, context: ChatContext) => `segue_chat_${slug}_${context}`

/**
 * Reads or starts the conversation. The id of the running one is stored in the browser; if it is not, the server is asked for it. One that
 * begins gets `newConversationId`, by which a repeated start finds it.
 */
export async function openConversation(
  slug: string,
  goal: ChatGoal,
  newConversationId: ConversationId,
): Promise<ThreadView> {
  if ('conversationId' in goal) return read(slug, goal.conversationId)
  // Two tabs that open the chat at once show the same one.
  return inOneTab(`chat-${slug}-${goal.context}`, () => findOrStart(slug, goal, newConversationId))
}

async function findOrStart(
  slug: string,
  goal: Extract<ChatGoal, { context: ChatContext }>,
  id: ConversationId,
): Promise<ThreadView> {
  const running = goal.isNew ? null : await findRunning(slug, goal.context)
  if (running) return running
  const start = (contact?: { name: string; email: string }) => {
    const body = { id, context: goal.context, timezone: timezone(), ...(contact ? { contact } : {}) }
    return asGuest(slug, () => callInTime(startConversation, { params: { slug }, body }))
  }
  const started = await start().catch((error: unknown) => {
    const contact = givenContact(slug)
    if (!isContactRequired(error) || !contact) throw error
    return start(contact)
  })
  storeValue(key(slug, goal.context), id)
  return started
}

/** Whether the business asks who writes before a chat begins. */
export const isContactRequired = (error: unknown): boolean =>
  error instanceof CallError && (error.reason === 'contact_required' || faultOf(error, 'name', 'email') !== null)

/** Why what the visitor left is not enough: the business asks for more meanwhile. */
export function faultOf(error: unknown, ...fields: ('name' | 'email')[]): string | null {
  if (!(error instanceof CallError)) return null
  return fields.map((field) => error.fields[`contact.${field}`]).find((fault) => fault !== undefined) ?? null
}

/** The chats that run on this device, by their contexts. */
export function runningOnThisDevice(slug: string): ConversationId[] {
  return CONTEXTS.map((context) => readStored(key(slug, context)) as ConversationId | null).filter((id) => id !== null)
}

async function read(slug: string, conversationId: ConversationId): Promise<ThreadView> {
  return asGuest(slug, () => callInTime(getGuestConversation, { params: { slug, conversationId } }))
}

async function findRunning(slug: string, context: ChatContext): Promise<ThreadView | null> {
  const stored = readStored(key(slug, context)) as ConversationId | null
  const id = stored ?? (await findOnServer(slug, context))
  if (!id) return null
  try {
    const thread = await read(slug, id)
    const { state, updatedAt } = thread.conversation
    if (state === 'closed' && Date.now() - Date.parse(updatedAt) > ENDED_STAYS_MS) return null
    storeValue(key(slug, context), id)
    return thread
  } catch (error) {
    // Erased, or of a session that this browser has no more: another one runs, or a new one begins.
    if (!(error instanceof CallError) || error.code !== 'not_found') throw error
    if (stored === null) return null
    storeValue(key(slug, context), null)
    return findRunning(slug, context)
  }
}

async function findOnServer(slug: string, context: ChatContext): Promise<ConversationId | null> {
  // A frame may have no storage, but still a session.
  if (!isKnownGuest(slug) && !isEmbedded) return null
  const { items } = await asGuest(slug, () => callInTime(listGuestConversations, { params: { slug } }))
  // On the portal a request from the form is a conversation too, but never the assistant's.
  const isOpen = (state: ConversationState) => (isEmbedded ? state !== 'closed' : state === 'ai')
  return items.find((one) => one.context === context && isOpen(one.state))?.id ?? null
}

function timezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
