import { guestToken, idOf, SLUGS, TICKETS_PER_TENANT } from '#test/bulk-rows.ts'
import { clientOf, type TestClient } from '#test/client.ts'

/** A thing that people do; `n` counts its repetitions, so that each concerns other rows. */
export type Action = { name: string; run(n: number): Promise<void> }

const TEXT = 'I would like to know when it comes, and whether somebody has to be at home.'

/** What members of a business and its customers do most, on businesses of the same size in a small and in a large database. */
export function actionsOf(url: string, desk: TestClient, live: TestClient): Action[] {
  const reading = (name: string, path: (n: number) => string): Action => ({
    name,
    run: (n) => done(desk.raw(path(n))),
  })
  const quietTicket = (n: number) => idOf(`ticket ${SLUGS.quiet}${(n * 37) % TICKETS_PER_TENANT}`)
  const guest = (n: number) => clientOf(url, { authorization: `Bearer ${guestToken(n)}` })
  const chat = (n: number) => `/api/portal/${SLUGS.live}/conversations/${idOf(`conversation ${SLUGS.live}${n}`)}`
  return [
    reading('ticket list', () => '/api/tickets'),
    reading('ticket list, filtered', () => '/api/tickets?statuses=open&priorities=urgent'),
    reading('ticket search', () => '/api/tickets?words=tracking%20page'),
    reading('open a ticket', (n) => `/api/tickets/${quietTicket(n)}`),
    reading('counters', () => '/api/tickets/counters'),
    reading('customer list', () => '/api/customers'),
    reading('timeline of a customer', (n) => `/api/customers/${idOf(`customer ${SLUGS.quiet} ${n}`)}/timeline`),
    reading('overview', () => '/api/overview'),
    reading('activity', () => '/api/overview/activity'),
    reading('analytics of 30 days', () => '/api/reports/tickets?last=30'),
    reading('analytics of the assistant', () => '/api/reports/assistant?last=30'),
    { name: 'customer opens a chat', run: (n) => done(guest(n).raw(chat(n))) },
    { name: 'customer writes', run: (n) => post(guest(n), `${chat(n)}/messages`, message()) },
    {
      name: 'member replies',
      run: (n) =>
        post(live, `/api/tickets/${idOf(`ticket ${SLUGS.live}${n}`)}/messages`, { ...message(), visibility: 'public' }),
    },
    {
      name: 'member creates a ticket',
      run: () => post(live, '/api/tickets', { id: crypto.randomUUID(), subject: 'Delivery', description: TEXT }),
    },
  ]
}

const message = () => ({ id: crypto.randomUUID(), body: TEXT, fileIds: [] })

async function post(client: TestClient, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await done(client.raw(path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function done(reply: Promise<Response>): Promise<void> {
  const response = await reply
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${response.url}: ${text}`)
}
