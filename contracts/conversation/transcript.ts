import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { ConversationId } from '#contracts/ids.ts'
import { PortalSlug } from '#contracts/tenant/portal.ts'

const OfChat = {
  path: '/api/portal/:slug/conversations/:conversationId/transcript',
  tag: 'portal',
  access: 'guest',
  params: z.object({ slug: PortalSlug, conversationId: ConversationId }),
} as const

/** What the customer sees of a chat, as a text file. Notes of the team are never in it. */
export const downloadTranscript = endpoint({
  ...OfChat,
  method: 'GET',
  summary: 'A chat as a text file',
  rate: 'read',
  answer: 'file',
  reply: z.undefined(),
})

/**
 * The same by mail, to the customer's confirmed address. Refused as `conflict` (reason `unverified`) where none is confirmed: nobody may
 * have what they wrote sent to somebody else's mailbox.
 */
export const mailTranscript = endpoint({
  ...OfChat,
  method: 'POST',
  summary: 'Send a chat to the customer by mail',
  rate: 'guestWrite',
  reply: z.object({ to: z.string() }),
})
