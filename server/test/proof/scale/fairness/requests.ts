import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId } from '#contracts/ids.ts'
import { listTickets, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { clientOf } from '#test/client.ts'
import type { Business, Chat } from './businesses.ts'

const newId = () => crypto.randomUUID() as MessageId

/** A customer's question, which the assistant answers; gives its number in the chat. */
export async function ask(url: string, { slug }: Business, { authorization, conversationId }: Chat): Promise<number> {
  const body = { id: newId(), body: 'How long do I have to return something?', fileIds: [] }
  const sent = await clientOf(url, { authorization }).call(sendGuestMessage, {
    params: { slug, conversationId },
    body,
  })
  return sent.seq
}

/** The first page of the desk's list. */
export const readList = (url: string, { cookie }: Business): Promise<unknown> =>
  clientOf(url, { cookie }).call(listTickets)

/** A reply to a ticket, which leaves as a mail too. */
export async function reply(url: string, { cookie, ticketIds }: Business, n: number): Promise<void> {
  const ticketId = ticketIds[n % ticketIds.length]
  if (!ticketId) throw new Error('the business has no ticket')
  const body = { id: newId(), body: 'It is on its way.', visibility: 'public' as const, fileIds: [] }
  await clientOf(url, { cookie }).call(sendTicketMessage, { params: { ticketId }, body })
}
