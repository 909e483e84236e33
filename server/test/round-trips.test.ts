import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import { signIn } from '#contracts/identity/session.ts'
import type { BulkChangeId, ConversationId, MessageId, SavedViewId, TicketId } from '#contracts/ids.ts'
import { changeSlug } from '#contracts/tenant/portal-address.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { startBulkChange } from '#contracts/ticket/bulk-change.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createSavedView, listSavedViews } from '#contracts/ticket/saved-view.ts'
import { createTicket, getTicket, listTickets, moveTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { answerConversation } from '#server/assistant/answering/answer.ts'
import { PASSWORD } from '#server/identity/fixture.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { type DatabaseUse, measureCall, measureRequest } from './database-use.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { startChat } from './proof/full-tenant.ts'

// No jobs: only what the request itself costs is counted.
let h: Harness
let acme: TestTenant
let guest: Awaited<ReturnType<Harness['guest']>>
let owner: Awaited<ReturnType<Harness['member']>>
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
  acme = await h.tenant()
  guest = await h.guest(acme)
  owner = await h.member(acme, 'owner', 'Ann')
  await makeFaq(acme.tenant)
  // The portal's address and the queues' statements are read once a process.
  await submit()
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id

async function submit(conversationId?: ConversationId) {
  const id = newId<TicketId>()
  const form = { id, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
  const body = { ...form, ...(conversationId ? { conversationId } : {}) }
  const made = await guest.call(submitTicket, { params: { slug: acme.slug }, body })
  return { params: { ticketId: id }, conversationId: made.conversationId }
}

const ask = (conversationId: ConversationId, body = 'How long do I have to return something?') =>
  guest.call(sendGuestMessage, {
    params: { slug: acme.slug, conversationId },
    body: { id: newId<MessageId>(), body, fileIds: [] },
  })

/** Upper bounds: fewer are an improvement. */
function expectAtMost(use: DatabaseUse, bounds: Partial<Pick<DatabaseUse, 'roundTrips' | 'statements' | 'commits'>>) {
  expect(use.statements, 'statements were counted').toBeGreaterThan(0)
  for (const [what, most] of Object.entries(bounds)) {
    const counted = use[what as keyof typeof bounds]
    expect(counted, `${what} of\n${use.texts.join('\n')}`).toBeLessThanOrEqual(most)
  }
}

describe('a request, with its authentication, waits for the database at most', () => {
  it('twice to list tickets', async () => {
    const use = await measureRequest(() => owner.call(listTickets, {}))
    expectAtMost(use, { roundTrips: 2, statements: 2, commits: 0 })
  })

  it('[T11] three times to list the saved views with their counters, however many there are', async () => {
    for (let n = 0; n < 20; n += 1) {
      const filter = n % 2 ? { statuses: ['open' as const] } : { assignees: ['me' as const] }
      const body = { id: newId<SavedViewId>(), name: `View ${n}`, audience: 'own' as const, filter }
      await owner.call(createSavedView, { body })
    }
    const use = await measureRequest(() => owner.call(listSavedViews))
    expectAtMost(use, { roundTrips: 3, statements: 3, commits: 0 })
  })

  it('[T9] with one commit for each ticket of a change of many, and two beside', async () => {
    const ids = [await submit(), await submit(), await submit()].map(({ params }) => params.ticketId)
    const body = { id: newId<BulkChangeId>(), actions: [{ type: 'add_tag' as const, tag: 'a' }] }
    const use = await measureRequest(() =>
      owner.call(startBulkChange, { body: { ...body, selection: { ticketIds: ids } } }),
    )
    expectAtMost(use, { commits: 5, statements: 45 })
  })

  it('three times to open a ticket', async () => {
    const { params } = await submit()
    const use = await measureRequest(() => owner.call(getTicket, { params }))
    expectAtMost(use, { roundTrips: 3, statements: 7, commits: 0 })
  })

  it('[Y1] [Y3] to save settings with one commit, and to change the portal’s address with one', async () => {
    const made = await h.tenant()
    const member = await h.member(made, 'owner')
    const save = () => member.call(saveSettings, { body: { version: 1, businessInfo: { phone: '123' } } })
    expectAtMost(await measureRequest(save), { statements: 3, commits: 1 })
    const change = () => member.call(changeSlug, { body: { address: `new-${made.slug}` } })
    expectAtMost(await measureRequest(change), { statements: 12, commits: 1 })
  })

  it('four times to create a ticket as a guest, by the form or out of a chat, with one commit', async () => {
    // One of the statements reads the fields of the business's form beside others; one alerts the members, in the round trip of the commit.
    expectAtMost(await measureRequest(() => submit()), { roundTrips: 4, statements: 19, commits: 1 })
    const { conversationId } = await startChat(guest, acme.slug)
    expectAtMost(await measureRequest(() => submit(conversationId)), { roundTrips: 4, statements: 22, commits: 1 })
  })

  it('four times to create a ticket as a member, with one commit', async () => {
    const body = { id: newId<TicketId>(), subject: 'S', description: 'D', customerEmail: 'kim@example.com' }
    const use = await measureRequest(() => owner.call(createTicket, { body }))
    expectAtMost(use, { roundTrips: 4, statements: 14, commits: 1 })
  })

  it('three times to send a message, to a person or to the assistant, with one commit', async () => {
    const { conversationId } = await submit()
    expectAtMost(await measureRequest(() => ask(conversationId)), { roundTrips: 3, statements: 8, commits: 1 })
    const chat = await startChat(guest, acme.slug)
    expectAtMost(await measureRequest(() => ask(chat.conversationId)), { roundTrips: 3, statements: 7, commits: 1 })
  })

  it('five times for a member’s reply to a ticket in progress, with one commit', async () => {
    const { params } = await submit()
    const reply = () =>
      owner.call(sendTicketMessage, { params, body: { id: newId<MessageId>(), body: 'hello', visibility: 'public' } })
    await reply()
    // One of the statements deletes the draft, in the round trip of the commit.
    expectAtMost(await measureRequest(reply), { roundTrips: 5, statements: 14, commits: 1 })
  })

  it('four times to change the status, with one commit', async () => {
    const { params } = await submit()
    const { ticket } = await owner.call(getTicket, { params })
    const body = { version: ticket.version, status: 'in-progress' } as const
    const use = await measureRequest(() => owner.call(moveTicket, { params, body }))
    expectAtMost(use, { roundTrips: 4, statements: 8, commits: 1 })
  })

  it('nine times to sign in, with four commits', async () => {
    const body = { email: owner.email, password: PASSWORD, portal: 'business' } as const
    const use = await measureRequest(() => h.visitor().call(signIn, { body }))
    expectAtMost(use, { roundTrips: 9, statements: 9, commits: 4 })
  })
})

it('an answer without a key takes at most two commits beside that of its job', async () => {
  const { conversationId } = await startChat(guest, acme.slug)
  await answerConversation(acme.tenant, conversationId)
  await ask(conversationId)
  expectAtMost(await measureCall(() => answerConversation(acme.tenant, conversationId)), {
    commits: 2,
  })
})
