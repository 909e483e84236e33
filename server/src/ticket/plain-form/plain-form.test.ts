import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTicketField } from '#contracts/ticket/ticket-field.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** A browser without a script: it keeps the cookie of the page and sends the form's fields. */
async function openForm(slug: string) {
  const address = `${h.url}/api/portal/${slug}/form`
  const page = await fetch(address, { headers: { accept: 'text/html' } })
  const html = await page.text()
  const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
  const fields = { key, name: 'Ada', email: 'ada@example.com', subject: 'Bent wheel', description: 'It wobbles.' }
  const send = async (change: Record<string, string> = {}, path = address) => {
    const body = new URLSearchParams({ ...fields, ...change })
    const reply = await fetch(path, { method: 'POST', headers: { accept: 'text/html', cookie }, body })
    return { status: reply.status, html: await reply.text() }
  }
  return { html, send }
}

describe('[U10] the ticket form without a script', () => {
  it('becomes one ticket, however often it is sent, and is refused on every other route', async () => {
    const made = await h.tenant()
    const { send } = await openForm(made.slug)
    const [first, second] = await Promise.all([send(), send()])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.html).toContain('Your ticket has the number')
    expect(second.html).toBe(first.html)
    const rows = await made.tenant.read((t) => t.sql('SELECT id FROM ticket'))
    expect(rows).toHaveLength(1)
    expect((await send({}, `${h.url}/api/portal/${made.slug}/tickets`)).status).toBe(415)
  })

  it('asks for the fields that the business requires, and keeps what was typed, as text', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const id = crypto.randomUUID() as never
    const field = {
      id,
      name: 'Boxes',
      key: 'boxes',
      type: 'number',
      help: '',
      options: [],
      required: 'form',
      isOnForm: true,
    }
    await admin.call(createTicketField, { body: field as never })
    const { html, send } = await openForm(made.slug)
    expect(html).toContain(`name="customFields.${id}"`)
    const refused = await send({ subject: '"><script>' })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect((await send({ [`customFields.${id}`]: '3' })).status).toBe(200)
    const rows = await made.tenant.read((t) =>
      t.sql<{ value: number }>(`SELECT custom_fields->'${id}' AS value FROM ticket`),
    )
    expect(rows).toEqual([{ value: 3 }])
  })
})
