import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getReviewCounts, listStaleEntries, setStaleStatus } from '#contracts/quality/knowledge-review.ts'
import { makeDocument } from '#server/knowledge/fixture.ts'
import { outgoing } from '#server/platform/http/outgoing.ts'
import { createLog } from '#server/platform/log.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { reviewPages } from './pages.ts'
import { compareChanged } from './review.ts'

const DAY_MS = 86_400_000
const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) }
const site = servePages()
let h: Harness
beforeAll(async () => {
  const http = outgoing({ log: createLog('silent'), allowLoopback: true })
  h = await startHarness({ env: { ROLE: 'web' }, overrides: { clock, http } })
})
afterAll(async () => {
  await h.stop()
  site.stop()
})

/** A site whose pages a test changes, by their paths; each counts how often it was asked for. */
function servePages() {
  const pages = new Map<string, { answer: RequestListener; asked: number }>()
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    if (!page) return response.writeHead(404).end()
    page.asked += 1
    page.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  return { pages, url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

const saying =
  (...sentences: string[]): RequestListener =>
  (_, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<html><head><title>Garden</title></head><body><article><h1>Garden</h1><p>${sentences.join(' ')}</p></article></body></html>`,
      )
const failing =
  (status: number): RequestListener =>
  (_, response) =>
    response.writeHead(status).end()
const blank: RequestListener = (_, response) => response.setHeader('content-type', 'text/html').end()
const cut: RequestListener = (request) => request.socket.destroy()

const OPENING = 'The garden opens at nine in the morning from April to October.'
const DOGS = 'Dogs may come along to every path of the garden on a short lead.'
const PARKING = 'Parking behind the old mill costs four euros for the whole day.'

/** A document that was made of a page and compared, and the page's next reading. */
async function learnPage() {
  const made = await h.tenant()
  const admin = await h.member(made, 'admin')
  const path = `/${crypto.randomUUID()}`
  const page = { answer: saying(OPENING, DOGS, PARKING), asked: 0 }
  site.pages.set(path, page)
  const { id } = await makeDocument(made.tenant, { name: 'Garden', content: [OPENING, DOGS, PARKING].join(' ') })
  await made.tenant.tx((t) =>
    t.sql(
      "UPDATE training_document SET source = 'url', origin = $3, processed_at = $4 WHERE tenant_id = $1 AND id = $2",
      [t.tenantId, id, site.url() + path, t.now],
    ),
  )
  await compareChanged(made.tenant)
  let weeks = 0
  /** What a review finds so many weeks later than the one before. */
  const read = async (answer: RequestListener, later = 1.1) => {
    page.answer = answer
    weeks += later
    clock.aheadMs = weeks * 7 * DAY_MS
    // Sessions are used in their time.
    return reviewPages(made.tenant).finally(() => {
      clock.aheadMs = 0
    })
  }
  const found = async () => (await admin.call(listStaleEntries, {})).items.map(({ reason, count }) => [reason, count])
  return { admin, page, read, found }
}

describe('the pages that documents were made of', () => {
  test('[K5] are read again after a week, not before; one that says the same is not reported', async () => {
    const { page, read, found } = await learnPage()
    // In other words around it, and with other white space.
    const same = saying('Welcome to our garden by the river.', OPENING, DOGS, PARKING.replaceAll(' ', '\n'))
    expect(await read(same, 0.9)).toBe(false)
    expect(page.asked).toBe(0)
    expect(await read(same, 0.2)).toBe(false)
    expect(page.asked).toBe(1)
    expect(await read(same, 0.9)).toBe(false)
    expect(page.asked).toBe(1)
    expect(await found()).toEqual([])
  })

  test('[K5] that have lost sentences are reported with how many, until they say them again', async () => {
    const { read, found } = await learnPage()
    expect(await read(saying(OPENING, PARKING.replace('four', 'six')))).toBe(true)
    expect(await found()).toEqual([['page_changed', 2]])
    expect(await read(saying(OPENING, DOGS))).toBe(true)
    expect(await found()).toEqual([['page_changed', 1]])
    expect(await read(saying(OPENING, DOGS, PARKING))).toBe(true)
    expect(await found()).toEqual([])
  })

  test.each([404, 410])(
    '[K5] that are gone (%i) are reported instead of what had changed, until they are there again',
    async (status) => {
      const { read, found } = await learnPage()
      await read(saying(OPENING, DOGS))
      expect(await read(failing(status))).toBe(true)
      expect(await found()).toEqual([['page_gone', 0]])
      expect(await read(failing(status))).toBe(false)
      expect(await read(saying(OPENING, DOGS, PARKING))).toBe(true)
      expect(await found()).toEqual([])
    },
  )

  test('[K5] that cannot be read say nothing: what was found stays, and so does what a member dismissed', async () => {
    const { admin, read, found, page } = await learnPage()
    const unreadable = [failing(500), failing(503), failing(403), cut, blank]
    for (const answer of unreadable) expect(await read(answer)).toBe(false)
    expect(page.asked).toBeGreaterThanOrEqual(unreadable.length)
    expect(await found()).toEqual([])
    await read(failing(404))
    for (const answer of unreadable) expect(await read(answer)).toBe(false)
    expect(await found()).toEqual([['page_gone', 0]])
    const [item] = (await admin.call(listStaleEntries, {})).items
    await admin.call(setStaleStatus, { params: { staleEntryId: item!.id }, body: { status: 'dismissed' } })
    for (const answer of [failing(500), failing(404)]) expect(await read(answer)).toBe(false)
    expect(await found()).toEqual([])
    expect((await admin.call(getReviewCounts, {})).stale).toBe(0)
  })
})
