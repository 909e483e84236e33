import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { getGuestMemory } from '#contracts/memory/memory.ts'
import { saveBranding } from '#contracts/tenant/branding.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import { type SettingsChange, saveSettings } from '#contracts/tenant/settings.ts'
import { getGuestTicket, rateTicket, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket, moveTicket } from '#contracts/ticket/ticket.ts'
import { readOutbox } from '#server/notification/fixture.ts'
import { closeResolved } from '#server/ticket/jobs.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id

/** A business whose owner saved these settings on the settings page. */
async function businessWith(change: Omit<SettingsChange, 'version'>): Promise<TestTenant> {
  const made = await h.tenant()
  const owner = await h.member(made, 'owner')
  await owner.call(saveSettings, { body: { version: 1, ...change } })
  return made
}

type GuestClient = Awaited<ReturnType<Harness['guest']>>

const startChat = (guest: GuestClient, { slug }: TestTenant, contact?: { name: string; email: string }) =>
  guest.call(startConversation, {
    params: { slug },
    body: { id: newId<ConversationId>(), context: 'general', ...(contact ? { contact } : {}) },
  })

/** Asks in a new chat and waits for the answer's end. */
async function ask(guest: GuestClient, of: TestTenant, body: string): Promise<void> {
  const { conversation } = await startChat(guest, of)
  const params = { slug: of.slug, conversationId: conversation.id }
  const stream = await guest.stream(`/api/portal/${of.slug}/conversations/${conversation.id}/stream`)
  await guest.call(sendGuestMessage, { params, body: { id: newId<MessageId>(), body, fileIds: [] } })
  await stream.waitFor('message.created', ({ message }) => message.author === 'assistant' && message.kind === 'text')
  stream.close()
}

const ticketForm = (email = 'ada@example.com') => ({
  id: newId<TicketId>(),
  name: 'Ada',
  email,
  subject: 'Bent wheel',
  priority: 'normal' as const,
  description: 'It wobbles.',
})

describe('a setting takes effect', () => {
  it('[Y2] enableLearning off: nothing of a chat is remembered; on again: it is', async () => {
    const made = await businessWith({ aiSettings: { enableLearning: false } })
    const guest = await h.guest(made)
    const remembered = async () => (await guest.call(getGuestMemory, { params: { slug: made.slug } })).memory
    await ask(guest, made, 'I forgot my password')
    expect(await remembered()).toBeNull()
    const owner = await h.member(made, 'owner')
    await owner.call(saveSettings, { body: { version: 2, aiSettings: { enableLearning: true } } })
    await ask(guest, made, 'I forgot my password')
    await expect.poll(async () => (await remembered())?.totalInteractions, { timeout: 40_000 }).toBe(1)
  })

  it('[Y2] personalizeResponses off: a returning guest is greeted like a new one', async () => {
    const made = await businessWith({ aiSettings: { personalizeResponses: false } })
    const guest = await h.guest(made)
    await startChat(guest, made)
    expect((await startChat(guest, made)).messages[0]?.body).toMatch(/^Good (morning|afternoon|evening)!/)
  })

  it('[Y2] enableRatings off: a finished ticket is not rated; enableFeedback off: its comment is not stored', async () => {
    const made = await businessWith({ customerExperience: { enableFeedback: false } })
    const [guest, owner] = [await h.guest(made), await h.member(made, 'owner')]
    const { id } = await guest.call(submitTicket, { params: { slug: made.slug }, body: ticketForm() })
    await finish(owner, id)
    const params = { slug: made.slug, ticketId: id }
    expect((await guest.call(getGuestTicket, { params })).canRate).toBe(true)
    const rated = await guest.call(rateTicket, { params, body: { stars: 4, comment: 'Fast.' } })
    expect([rated.rating, rated.ratingComment]).toEqual([4, null])
    await owner.call(saveSettings, { body: { version: 2, customerExperience: { enableRatings: false } } })
    const second = await guest.call(submitTicket, { params: { slug: made.slug }, body: ticketForm() })
    await finish(owner, second.id)
    const refused = await guest.fail(rateTicket, {
      params: { slug: made.slug, ticketId: second.id },
      body: { stars: 4, comment: '' },
    })
    expect([refused.status, refused.error.reason]).toEqual([409, 'ratings_off'])
  })

  it('[Y2] allowAnonymous off: a chat begins with name and e-mail only, and the business knows who writes', async () => {
    const made = await businessWith({ customerExperience: { allowAnonymous: false } })
    const guest = await h.guest(made)
    const body = { id: newId<ConversationId>(), context: 'general' as const }
    const refused = await guest.fail(startConversation, { params: { slug: made.slug }, body })
    expect([refused.status, refused.error.reason]).toEqual([403, 'contact_required'])
    await startChat(guest, made, { name: 'Ada Low', email: 'ada@example.com' })
    // Who left a contact once is not asked again.
    await startChat(guest, made)
    const rows = await made.tenant.read((t) => t.sql<{ name: string }>('SELECT name FROM customer'))
    expect(rows).toEqual([{ name: 'Ada Low' }])
  })

  it('[Y2] allowPublicTickets off: the portal says so and the form is refused, while a chat still becomes a ticket', async () => {
    const made = await businessWith({ support: { allowPublicTickets: false } })
    const guest = await h.guest(made)
    const params = { slug: made.slug }
    expect((await guest.call(getPortal, { params })).allowPublicTickets).toBe(false)
    const refused = await guest.fail(submitTicket, { params, body: ticketForm() })
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden'])
    const { conversation } = await startChat(guest, made)
    const body = { ...ticketForm(), conversationId: conversation.id }
    expect((await guest.call(submitTicket, { params, body })).conversationId).toBe(conversation.id)
  })

  it('[Y2] autoResponse off: a chat begins without a first line, and no confirmation is mailed', async () => {
    const made = await businessWith({ support: { autoResponse: false } })
    const guest = await h.guest(made)
    expect((await startChat(guest, made)).messages).toEqual([])
    await guest.call(submitTicket, { params: { slug: made.slug }, body: ticketForm() })
    expect((await readOutbox(made.tenant)).map(({ type }) => type)).not.toContain('ticket_confirmation')
    const usual = await h.tenant()
    const other = await h.guest(usual)
    await other.call(submitTicket, { params: { slug: usual.slug }, body: ticketForm() })
    expect((await readOutbox(usual.tenant)).map(({ type }) => type)).toContain('ticket_confirmation')
  })

  it('[Y5] portal topics: a request carries the category of its topic, whose title is in the visitor’s language', async () => {
    const made = await h.tenant()
    const [guest, owner] = [await h.guest(made), await h.member(made, 'owner')]
    const translations = { de: { title: 'Radanpassung', text: '' } }
    const topic = {
      key: 'fit',
      icon: 'tool',
      opens: 'general',
      category: 'fitting',
      title: 'Bike fitting',
      text: '',
      translations,
    } as const
    await owner.call(saveBranding, { body: { version: 1, topics: [topic] } })
    const german = await h.visitor().raw(`/api/portal/${made.slug}`, { headers: { 'accept-language': 'de' } })
    expect((await german.json()).topics).toMatchObject([{ title: 'Radanpassung', category: 'fitting' }])
    const categoryFor = async (category: string) => {
      const body = { ...ticketForm(), category }
      const { id } = await guest.call(submitTicket, { params: { slug: made.slug }, body })
      // The same request again is the same ticket.
      expect((await guest.call(submitTicket, { params: { slug: made.slug }, body })).id).toBe(id)
      return (await owner.call(getTicket, { params: { ticketId: id } })).ticket.category
    }
    expect(await categoryFor('fitting')).toBe('fitting')
    expect(await categoryFor('')).toBe('guest_support')
    expect(await categoryFor('removed-topic')).toBe('guest_support')
  })

  it('[Y2] showResponseTime off: the portal gets no figure of how soon a person answers', async () => {
    const minutesOf = async (showResponseTime: boolean) => {
      const made = await businessWith({ customerExperience: { showResponseTime } })
      const guest = await h.guest(made)
      const params = { slug: made.slug }
      for (let n = 0; n < 10; n += 1) await guest.call(submitTicket, { params, body: ticketForm() })
      await made.tenant.tx((t) => t.sql(`UPDATE ticket SET first_response_at = created_at + interval '12 minutes'`))
      const { usualReplyMinutes } = await guest.call(getPortal, { params })
      const page = await (await h.visitor().raw(`/support?tenant=${made.slug}`)).text()
      expect(page).toContain(`"usualReplyMinutes":${usualReplyMinutes}`)
      return usualReplyMinutes
    }
    expect([await minutesOf(true), await minutesOf(false)]).toEqual([12, null])
  })

  it('[Y2] emailNotifications off: a new ticket is mailed to its customer alone', async () => {
    const mailedTo = async (emailNotifications: boolean) => {
      const made = await businessWith({ notifications: { emailNotifications } })
      const guest = await h.guest(made)
      await guest.call(submitTicket, { params: { slug: made.slug }, body: ticketForm() })
      return [...new Set((await readOutbox(made.tenant)).map(({ type }) => type))].sort()
    }
    expect(await mailedTo(true)).toEqual(['ticket_confirmation', 'ticket_notification'])
    expect(await mailedTo(false)).toEqual(['ticket_confirmation'])
  })

  it('[Y2] closeResolvedAfterDays: a resolved ticket closes after as many days as its business set', async () => {
    const statusAfter = async (closeResolvedAfterDays: number) => {
      const made = await businessWith({ support: { closeResolvedAfterDays } })
      const [guest, owner] = [await h.guest(made), await h.member(made, 'owner')]
      const { id } = await guest.call(submitTicket, { params: { slug: made.slug }, body: ticketForm() })
      await finish(owner, id)
      await made.tenant.tx((t) => t.sql(`UPDATE ticket SET resolved_at = resolved_at - interval '2 days 1 minute'`))
      await closeResolved.run(h.platform)
      return (await owner.call(getTicket, { params: { ticketId: id } })).ticket.status
    }
    expect(await statusAfter(2)).toBe('closed')
    expect(await statusAfter(3)).toBe('resolved')
  })
})

/** Takes and resolves a ticket. */
async function finish(member: Awaited<ReturnType<Harness['member']>>, ticketId: TicketId): Promise<void> {
  for (const status of ['in-progress', 'resolved'] as const) {
    const { ticket } = await member.call(getTicket, { params: { ticketId } })
    await member.call(moveTicket, { params: { ticketId }, body: { version: ticket.version, status } })
  }
}
