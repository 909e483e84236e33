import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCustomerRecord, listCustomerTimeline } from '#contracts/customer/customer-record.ts'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import type { SavedViewId, TicketId } from '#contracts/ids.ts'
import { getTicketReportBy } from '#contracts/report/report.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createSavedView, listSavedViews } from '#contracts/ticket/saved-view.ts'
import { getTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { startChat } from '#test/proof/full-tenant.ts'
import { visitOf } from './visit.ts'

describe('what is kept of a visit', () => {
  it('[L1] is the page without its query, and three words of the link', () => {
    const portal = 'https://segue.example/customer?tenant=acme&utm_source=Social&utm_medium=post&utm_campaign=spring-26'
    expect(visitOf('https://shop.example/lamps/3?token=s3cret&mail=jo@example.com#top', portal)).toEqual({
      page: 'https://shop.example/lamps/3',
      source: 'social',
      medium: 'post',
      campaign: 'spring-26',
    })
  })

  it('[L1] is short, storable, without markup and without a login, and nothing where nothing is said', () => {
    const source = encodeURIComponent(`<b>"a"</b>\0${'𝒜'.repeat(60)}`)
    const portal = `https://segue.example/support?utm_source=${source}&utm_medium=${'x'.repeat(500)}&utm_campaign=none`
    const visit = visitOf(`https://jo:pass@shop.example/${'y'.repeat(500)}`, portal)
    expect(visit).toMatchObject({ medium: 'x'.repeat(60), campaign: null })
    expect(visit?.source).toMatch(/^bab𝒜+$/u)
    expect(visit?.page).toMatch(/^https:\/\/shop\.example\/y+$/)
    expect(visit?.page).toHaveLength(200)
    expect(visitOf('javascript:alert(1)', 'https://segue.example/support')).toBeNull()
    expect(visitOf('https://segue.example/front', 'https://segue.example/support')).toBeNull()
    expect(visitOf(undefined, undefined)).toBeNull()
  })
})

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

it('[L1] the visit that began a session is shown with its ticket, chats and customer; its source filters, counts and is reported', async () => {
  const acme = await h.tenant()
  const params = { slug: acme.slug }
  const agent = await h.member(acme)
  const begin = (from: string, utm: string, headers: Record<string, string> = {}) =>
    clientOf(h.url, { ...headers, referer: `${h.url}/customer?tenant=${acme.slug}${utm}` }).call(startGuestSession, {
      params,
      body: { bearer: true, from },
    })
  const { token } = await begin('https://shop.example/cart?card=4111', '&utm_source=Website&utm_medium=footer')
  const authorization = `Bearer ${token}`
  // A later visit of the same session changes nothing.
  await begin('https://other.example/', '&utm_source=email', { authorization })
  const guest = clientOf(h.url, { authorization })
  await startChat(guest, acme.slug)
  const id = crypto.randomUUID() as TicketId
  const form = { id, name: 'Jo', email: 'jo@example.com', subject: 'Lamp', description: 'Dark' }
  await guest.call(submitTicket, { params, body: form })
  const visit = { page: 'https://shop.example/cart', source: 'website', medium: 'footer', campaign: null }
  const { customer } = await agent.call(getTicket, { params: { ticketId: id } })
  expect(customer.visit).toEqual(visit)
  const customerId = customer.id as NonNullable<typeof customer.id>
  expect((await agent.call(getCustomerRecord, { params: { customerId } })).visit).toEqual(visit)
  const timeline = await agent.call(listCustomerTimeline, { params: { customerId }, query: {} })
  expect(timeline.items.filter(({ kind }) => kind === 'chat')).toMatchObject([{ visit }])
  const found = async (source: string) =>
    (await agent.call(listTickets, { query: { utmSources: [source] } })).items.map((row) => row.id)
  expect(await Promise.all(['website', 'WEBSITE', 'email', 'none'].map(found))).toEqual([[id], [id], [], []])
  const view = { id: crypto.randomUUID() as SavedViewId, name: 'By website', audience: 'own' as const }
  await agent.call(createSavedView, { body: { ...view, filter: { utmSources: ['Website'] } } })
  const { items } = await agent.call(listSavedViews)
  expect(items).toMatchObject([{ filter: { utmSources: ['website'] }, count: 1 }])
  const { rows } = await agent.call(getTicketReportBy, { query: { last: 1, dimension: 'link' } })
  expect(rows).toMatchObject([{ key: 'website', created: 1 }])
})
