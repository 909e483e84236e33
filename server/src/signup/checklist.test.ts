import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvitationId } from '#contracts/ids.ts'
import { getChecklist, proposeFaqs } from '#contracts/signup/checklist.ts'
import { inviteMember, withdrawInvitation } from '#contracts/team/invitation.ts'
import { outgoing } from '#server/platform/http/outgoing.ts'
import { createLog } from '#server/platform/log.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let aheadMs = 0
let h: Harness
let site: Server
let address: string
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  h = await startHarness({ overrides: { clock, http: outgoing({ log: createLog('silent'), allowLoopback: true }) } })
  site = createServer((request, response) => {
    if (request.url === '/gone') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    const prose = `<p>${'We roast coffee in the old harbour of Cork. '.repeat(3)}</p><p>We deliver in Cork within 2 days.</p>`
    const sections = '<h2>Delivery</h2><p>In Cork within 2 days.</p><h2>Roast levels</h2><p>Light, medium and dark.</p>'
    response.end(`<body><nav>Home Shop</nav><main>${request.url === '/prose' ? prose : sections}</main></body>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  await h.stop()
  await new Promise((resolve) => site.close(resolve))
})

describe('the questions proposed from a page of the business', () => {
  const propose = async (url: string) => {
    const owner = await h.member(await h.tenant(), 'owner')
    return { owner, body: { source: { kind: 'page', url } } as const }
  }

  it('[N5] are its sections; a page without headings is read as a text; each has the language of the text', async () => {
    const { owner, body } = await propose(`${address}/help`)
    expect(await owner.call(proposeFaqs, { body })).toEqual({
      items: [
        { question: 'How does delivery work?', answer: 'In Cork within 2 days.', language: 'en' },
        { question: 'What should I know about “Roast levels”?', answer: 'Light, medium and dark.', language: 'en' },
      ],
    })
    const prose = await propose(`${address}/prose`)
    expect((await prose.owner.call(proposeFaqs, { body: prose.body })).items).toContainEqual({
      question: 'How does delivery work?',
      answer: 'We deliver in Cork within 2 days.',
      language: 'en',
    })
    const text = 'Nous livrons à Lyon du mardi au samedi. La livraison coûte 4 €.'
    const french = await prose.owner.call(proposeFaqs, { body: { source: { kind: 'text', text } } })
    expect(french.items).toEqual([{ question: 'Comment se passe la livraison ?', answer: text, language: 'fr' }])
  })

  it('[N5] are refused at the address for a page that does not exist and for an address inside the network', async () => {
    for (const [url, reason] of [
      [`${address}/gone`, /no page at this address/],
      ['http://10.0.0.1/help', /./],
    ] as const) {
      const { owner, body } = await propose(url)
      const { status, error } = await owner.fail(proposeFaqs, { body })
      expect(status).toBe(400)
      expect(error.fields).toMatchObject({ 'body.source.url': expect.stringMatching(reason) })
    }
  })
})

describe('the colleague of the checklist', () => {
  it('[N5] is invited while an invitation can be accepted, and counted with the members; a withdrawn or expired one counts no more', async () => {
    const acme = await h.tenant()
    const owner = await h.member(acme, 'owner')
    const read = async () => {
      const { steps, memberCount, openInvitationCount } = await owner.call(getChecklist)
      return { isDone: steps.find(({ id }) => id === 'colleague')?.isDone, memberCount, openInvitationCount }
    }
    const invite = async () => {
      const id = crypto.randomUUID() as InvitationId
      await owner.call(inviteMember, { body: { id, email: `i${id.slice(0, 13)}@example.com`, role: 'agent' } })
      return id
    }
    expect(await read()).toEqual({ isDone: false, memberCount: 1, openInvitationCount: 0 })
    const invitationId = await invite()
    expect(await read()).toEqual({ isDone: true, memberCount: 1, openInvitationCount: 1 })
    await owner.call(withdrawInvitation, { params: { invitationId } })
    expect(await read()).toEqual({ isDone: false, memberCount: 1, openInvitationCount: 0 })

    await invite()
    // Eight days later the invitation has expired; the session is a new one.
    aheadMs = 8 * 86_400_000
    const later = await h.member(acme, 'admin')
    const { memberCount, openInvitationCount } = await later.call(getChecklist)
    expect({ memberCount, openInvitationCount }).toEqual({ memberCount: 2, openInvitationCount: 0 })
  })
})
