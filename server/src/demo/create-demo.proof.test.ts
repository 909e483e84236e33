import { afterAll, beforeAll, expect, it } from 'vitest'
import { getSession, signIn } from '#contracts/identity/session.ts'
import { listArticles } from '#contracts/knowledge/article.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import { getTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { getTicketCounters } from '#contracts/ticket/ticket-counters.ts'
import { askAssistant } from '#server/assistant/answering/ask-assistant.ts'
import { searchKnowledge } from '#server/knowledge/service.ts'
import { findPortal } from '#server/tenant/service.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { demoContents } from './content.ts'
import { createDemo, type DemoSignIn } from './create-demo.ts'

let h: Harness
let signIns: DemoSignIn[]
beforeAll(async () => {
  h = await startHarness({})
  signIns = await createDemo(h.platform)
})
afterAll(() => h.stop())

/** In a customer's wording, not in that of the FAQ. */
const QUESTIONS: Record<string, string> = {
  hollowbrook: 'do you ship to ireland?',
  fernbill: 'can i cancel my subscription',
  'alder-court': 'where can i park',
}

it('creates three demo businesses of different trades with different branding, labelled demo', async () => {
  expect(signIns).toHaveLength(3)
  const portals = await Promise.all(signIns.map((one) => h.visitor().call(getPortal, { params: { slug: one.slug } })))
  expect(new Set(portals.map((portal) => portal.branding.primaryColor)).size).toBe(3)
  for (const portal of portals) expect(portal).toMatchObject({ isDemo: true, status: 'ACTIVE' })
})

it('every printed password signs its member in, and there are tickets of all statuses', async () => {
  for (const { members } of signIns) {
    for (const { email, password } of members) {
      const view = await h.visitor().call(signIn, { body: { email, password, portal: 'business' } })
      expect(view.tenant?.isDemo).toBe(true)
    }
    const [owner] = members
    const response = await h.visitor().raw(signIn.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: owner?.email, password: owner?.password, portal: 'business' }),
    })
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const desk = clientOf(h.url, { cookie })
    expect((await desk.call(getSession, {})).user?.email).toBe(owner?.email)
    const counters = await desk.call(getTicketCounters, {})
    for (const state of ['open', 'inProgress', 'waiting', 'resolved'] as const)
      expect(counters[state]).toBeGreaterThan(0)
    const { items } = await desk.call(listTickets, {})
    expect(items.length).toBeGreaterThanOrEqual(35)
    const detail = await desk.call(getTicket, { params: { ticketId: items[0]!.id } })
    expect(detail.thread.messages.length).toBeGreaterThan(0)
  }
})

it('[K5] the assistant finds each business’s own answers to its own FAQs', async () => {
  for (const one of signIns) {
    const portal = await findPortal(h.platform, one.slug)
    const { items } = await h.visitor().call(listArticles, { params: { slug: one.slug } })
    expect(items.length).toBeGreaterThanOrEqual(6)
    const question = QUESTIONS[one.slug] ?? ''
    const { confidence, found } = await searchKnowledge(portal!.tenant, question)
    expect(found.length).toBeGreaterThan(0)
    expect(confidence).toBeGreaterThan(0.7)
  }
})

it('a question that is asked word for word as its FAQ has it is answered from that FAQ first', async () => {
  for (const { slug, faqs } of demoContents()) {
    const portal = await findPortal(h.platform, slug)
    for (const { question } of faqs) {
      const { sources } = await askAssistant(portal!.tenant, { text: question, agent: null })
      expect([slug, sources[0]?.title]).toEqual([slug, question])
    }
  }
})
