import { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, TicketId } from '#contracts/ids.ts'
import { createTicket } from '#contracts/ticket/ticket.ts'
import { openPlatform } from '#server/cli/open-database.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { makeMember, makeSession } from '#server/identity/fixture.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf } from '#test/client.ts'

export type Chat = { authorization: string; conversationId: ConversationId }

/** A business with an owner who is signed in, chats with guests, and tickets that wait for replies. Plain data, so that a thread can have it. */
export type Business = { slug: string; email: string; cookie: string; chats: Chat[]; ticketIds: TicketId[] }

/** Makes businesses with so many guests each on the database of a server that is not running. */
export async function makeBusinesses(env: Record<string, string>, guests: readonly number[]): Promise<Business[]> {
  const { platform, close } = await openPlatform(readConfig(env))
  try {
    const made: Business[] = []
    for (const count of guests) made.push(await makeBusiness(platform, count))
    return made
  } finally {
    await close()
  }
}

async function makeBusiness(platform: Platform, guests: number): Promise<Business> {
  const { tenant, slug } = await makeTenant(platform)
  const { actor, email } = await makeMember(tenant, { role: 'owner' })
  await makeFaq(tenant)
  await connectProvider(tenant, 'openai')
  const chats: Chat[] = []
  for (let n = 0; n < guests; n += 1) {
    const { token } = await makeGuest(tenant)
    chats.push({ authorization: `Bearer ${token}`, conversationId: crypto.randomUUID() as ConversationId })
  }
  return { slug, email, cookie: await makeSession(platform, actor.userId), chats, ticketIds: [] }
}

const TICKETS = 5

/** Opens the chats of a business and some tickets, through the running server. */
export async function fillBusiness(url: string, { slug, cookie, chats, ticketIds }: Business): Promise<void> {
  for (const { authorization, conversationId } of chats) {
    const body = { id: conversationId, context: 'general' } as const
    await clientOf(url, { authorization }).call(startConversation, { params: { slug }, body })
  }
  const owner = clientOf(url, { cookie })
  for (let n = 0; n < TICKETS; n += 1) {
    const id = crypto.randomUUID() as TicketId
    const about = { subject: 'Where is my order?', description: 'It has not come.' }
    const customer = { customerName: 'Ada Park', customerEmail: `ada${n}@${slug}.example` }
    await owner.call(createTicket, { body: { id, ...about, ...customer } })
    ticketIds.push(id)
  }
}
