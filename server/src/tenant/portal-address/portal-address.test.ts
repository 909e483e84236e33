import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getChecklist } from '#contracts/signup/checklist.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import * as contract from '#contracts/tenant/portal-address.ts'
import { generatePortalUrl } from '#contracts/tenant/settings.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { grantPlan } from '#server/billing/service.ts'
import { domainParts } from '#server/domains.ts'
import { readOutbox } from '#server/notification/fixture.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type DnsStandin, startDns } from '#test/standin/dns.ts'

const OWN = 'support.segue-platform.example'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let h: Harness
let dns: DnsStandin
let aheadMs = 0
beforeAll(async () => {
  dns = await startDns({ [OWN]: { a: ['203.0.113.7'] } })
  const clock: Clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) }
  const env = { DNS_SERVERS: dns.server, BASE_URL: `https://${OWN}`, BASE_DOMAIN: 'shops.example', ROLE: 'web' }
  h = await startHarness({ env, overrides: { clock } })
})
afterAll(async () => {
  await h.stop()
  await dns.stop()
})

/** The real address of the server: its public one is BASE_URL. */
const port = () => (h.server.app.server.address() as { port: number }).port

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** A request under a host name, as a proxy passes it on. */
const ask = (host: string, path: string, init: { method?: string; headers?: object; body?: string } = {}) =>
  new Promise<Reply>((resolve, reject) => {
    const headers = { host, ...init.headers }
    const sent = request({ port: port(), path, method: init.method ?? 'GET', headers }, (answer) => {
      let text = ''
      answer.on('data', (piece) => {
        text += piece
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.on('error', reject)
    sent.end(init.body)
  })

/** Begins or resumes a guest session under a host name. */
const enter = (host: string, slug: string, headers: Record<string, string>) =>
  ask(host, `/api/portal/${slug}/guest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  })

type Owner = TestClient
type Made = TestTenant & { owner: Owner }

async function business(slug?: string): Promise<Made> {
  const made = await h.tenant(slug)
  return { ...made, owner: await h.member(made, 'owner') }
}

let domains = 0
const newHost = () => `help${++domains}.acme-shop.example`

const setDomain = (owner: Owner, host: string) => owner.call(contract.setCustomDomain, { body: { host } })

/** Sets the records that the page shows. */
function publish(view: contract.PortalAddressView): void {
  const { proof, host } = view.domain ?? {}
  if (!proof || !host) throw new Error('no domain')
  dns.zone[proof.name] = { txt: [proof.value] }
  dns.zone[host] = { a: ['203.0.113.7'] }
}

/** Looks the records up, later than the limit of checks. */
async function check(owner: Owner): Promise<NonNullable<contract.PortalAddressView['domain']>> {
  aheadMs += 11_000
  const { domain } = await owner.call(contract.checkCustomDomain)
  if (!domain) throw new Error('no domain')
  return domain
}

/** A business whose domain is proved. */
async function withDomain(): Promise<Made & { host: string; proofName: string }> {
  const made = await business()
  const host = newHost()
  const view = await setDomain(made.owner, host)
  publish(view)
  expect((await check(made.owner)).state).toBe('verified')
  return { ...made, host, proofName: view.domain?.proof?.name ?? '' }
}

/** Makes a request under a host name as a new guest; the link in the mail about it. */
async function mailedLink({ tenant, slug }: TestTenant, host: string): Promise<string | undefined> {
  const cookie = String((await enter(host, slug, {})).headers['set-cookie']).split(';')[0]
  const email = `${crypto.randomUUID()}@example.com`
  const body = { id: crypto.randomUUID(), name: 'Ada', email, subject: 'Left pedal', description: 'It is loose.' }
  const path = submitTicket.path.replace(':slug', slug)
  const headers = { 'content-type': 'application/json', cookie }
  expect((await ask(host, path, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(201)
  const mailOf = async () => (await readOutbox(tenant)).find(({ to }) => to === email)?.text
  await expect.poll(mailOf, { timeout: 40_000 }).toBeDefined()
  return /https:[^\s#]*/.exec((await mailOf()) ?? '')?.[0]
}

/** What the job that repeats each hour does for this business. */
async function recheck({ tenant }: TestTenant, afterMs: number): Promise<void> {
  aheadMs += afterMs
  const job = domainParts.jobs.find(({ name }) => name === 'tenant.checkDomain')
  await job?.run(h.platform, { tenantId: tenant.id } as never)
}

describe('the address of the portal', () => {
  it('[V1] a mail to a guest links to the host where their session is, also where the business proved a domain', async () => {
    const made = await withDomain()
    const { slug, host } = made
    expect(await mailedLink(made, OWN)).toBe(`https://${OWN}/support?tenant=${slug}&utm_source=email`)
    const under = `${slug}.shops.example`
    expect(await mailedLink(made, under)).toBe(`https://${under}/support?utm_source=email`)
    expect(await mailedLink(made, host)).toBe(`https://${host}/support?utm_source=email`)
  })

  it('[Y3] a new address is the portal’s, and links with the earlier one lead on to it with the guest’s session', async () => {
    const { slug, owner } = await business()
    const start = await enter(OWN, slug, {})
    const cookie = String(start.headers['set-cookie']).split(';')[0] ?? ''
    const { guestId } = JSON.parse(start.text)
    const renamed = `bright-${slug}`
    const view = await owner.call(contract.changeSlug, { body: { address: renamed } })
    expect(view).toMatchObject({ slug: renamed, formerSlugs: [slug], url: `https://${OWN}/customer?tenant=${renamed}` })
    expect((await ask(OWN, `/customer?utm_source=mail&tenant=${slug}`)).headers.location).toBe(
      `/customer?utm_source=mail&tenant=${renamed}`,
    )
    expect((await ask(`${slug}.shops.example`, '/help?article=x')).headers.location).toBe(
      `http://${renamed}.shops.example/help?article=x`,
    )
    const again = await enter(OWN, renamed, { cookie })
    expect(guestId).toEqual(expect.any(String))
    expect(JSON.parse(again.text).guestId).toBe(guestId)
    // A page that was open before the change goes on.
    expect((await h.visitor().call(getPortal, { params: { slug } })).slug).toBe(renamed)
  })

  it('[Y3] a reserved address, another’s, an earlier one of another’s and one that looks like it are refused', async () => {
    const [{ owner }, other] = [await business(), await business()]
    await other.owner.call(contract.changeSlug, { body: { address: `moved-${other.slug}` } })
    const refusals: [string, string][] = [
      ['billing', 'slug_reserved'],
      ['my-seque-desk', 'slug_reserved'],
      [other.slug, 'slug_taken'],
      [`moved-${other.slug}`, 'slug_taken'],
      [`m0ved-${other.slug}`, 'slug_taken'],
    ]
    for (const [slug, reason] of refusals) {
      const refused = await owner.fail(contract.changeSlug, { body: { address: slug } })
      expect([slug, refused.status, refused.error.reason]).toEqual([slug, 409, reason])
    }
    for (const slug of ['ab', 'a--b', '-abc', 'ä-shop']) {
      expect((await owner.fail(contract.changeSlug, { body: { address: slug } })).status).toBe(400)
    }
  })

  it('[Y3] the earlier addresses are limited, and the portal can return to one of them', async () => {
    const { slug, owner } = await business()
    for (let n = 0; n < contract.MAX_FORMER_SLUGS; n++)
      await owner.call(contract.changeSlug, { body: { address: `n${n}-${slug}` } })
    const refused = await owner.fail(contract.changeSlug, { body: { address: `more-${slug}` } })
    expect([refused.status, refused.error.reason]).toEqual([409, 'slug_changes'])
    const view = await owner.call(contract.changeSlug, { body: { address: slug } })
    expect([view.slug, view.formerSlugs.length]).toEqual([slug, contract.MAX_FORMER_SLUGS])
  })

  it('[Y3] of two businesses that choose one address at once, one gets it', async () => {
    const made = await Promise.all([business(), business(), business(), business()])
    const slug = `wanted-${made[0]?.slug}`
    const tries = made.map(({ owner }) => owner.call(contract.changeSlug, { body: { address: slug } }))
    const done = await Promise.allSettled(tries)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('the domain of a business', () => {
  it('[Y3] it waits for its records, says what is missing, and is the portal’s address once they prove it', async () => {
    const made = await business()
    const host = newHost()
    const { domain, url } = await setDomain(made.owner, `https://${host.toUpperCase()}/`)
    expect(domain).toMatchObject({
      host,
      state: 'pending',
      problem: null,
      proof: { type: 'TXT', name: `_segue.${host}`, value: expect.stringMatching(/^segue-domain=[\w-]{43}$/) },
      target: { type: 'CNAME', name: host, value: OWN },
      addresses: [{ type: 'A', name: host, value: '203.0.113.7' }],
    })
    expect(url).toContain(OWN)
    const proof = domain?.proof ?? { name: '', value: '' }
    expect((await check(made.owner)).problem).toBe('unknown_domain')
    dns.zone[host] = { a: ['203.0.113.7'] }
    expect((await check(made.owner)).problem).toBe('no_record')
    dns.zone[proof.name] = { txt: ['segue-domain=guessed'] }
    expect((await check(made.owner)).problem).toBe('wrong_record')
    dns.zone[host] = {}
    dns.zone[proof.name] = { txt: ['v=spf1 -all', proof.value] }
    expect((await check(made.owner)).problem).toBe('no_address')
    dns.zone[proof.name] = { isSilent: true }
    expect(await check(made.owner)).toMatchObject({ state: 'pending', problem: 'no_answer' })
    expect((await ask(host, '/')).text).not.toContain(made.slug)
    publish({ domain } as contract.PortalAddressView)
    expect(await check(made.owner)).toMatchObject({ state: 'verified', problem: null })
    expect((await made.owner.call(generatePortalUrl)).url).toBe(`https://${host}/customer`)
  }, 60_000)

  it('[Y3] a plan without the feature is refused with 402, and a name of the platform with its sentence', async () => {
    const { tenant, owner } = await business()
    for (const host of [OWN, 'shops.example', 'acme.shops.example']) {
      expect((await owner.fail(contract.setCustomDomain, { body: { host } })).status).toBe(400)
    }
    for (const host of ['localhost', '127.0.0.1', 'a..b', 'x y.example']) {
      expect((await owner.fail(contract.setCustomDomain, { body: { host } })).status).toBe(400)
    }
    await tenant.tx((t) => grantPlan(t, { planId: 'basic', source: 'owner' }))
    const refused = await owner.fail(contract.setCustomDomain, { body: { host: newHost() } })
    expect([refused.status, refused.error.reason]).toEqual([402, 'customDomain'])
    const { customDomain } = await owner.call(contract.getPortalAddress)
    expect(customDomain.isIncluded).toBe(false)
    expect(refused.error.message).toContain(`the ${customDomain.plan.name} plan`)
  })

  it('[Y3] a domain that one business proved stays its own, also against the same records and at the same moment', async () => {
    const [first, second] = [await business(), await business()]
    const host = newHost()
    const views = [await setDomain(first.owner, host), await setDomain(second.owner, host)]
    const proofs = views.map(({ domain }) => domain?.proof?.value ?? '')
    expect(proofs[0]).not.toBe(proofs[1])
    dns.zone[`_segue.${host}`] = { txt: proofs }
    dns.zone[host] = { a: ['203.0.113.7'] }
    aheadMs += 11_000
    const both = await Promise.all([first, second].map(({ owner }) => owner.call(contract.checkCustomDomain)))
    const states = both.map(({ domain }) => `${domain?.state} ${domain?.problem}`).sort()
    expect(states).toEqual(['pending taken', 'verified null'])
    const late = await business()
    expect((await setDomain(late.owner, host)).domain).toMatchObject({ state: 'pending', problem: 'taken' })
  })

  it('[Y3] the records are looked up once in ten seconds, also where the domain is removed and entered anew', async () => {
    const { owner } = await withDomain()
    const asked = dns.questions.length
    expect((await owner.fail(contract.checkCustomDomain)).status).toBe(429)
    await owner.call(contract.removeCustomDomain)
    await setDomain(owner, newHost())
    expect((await owner.fail(contract.checkCustomDomain)).status).toBe(429)
    expect(dns.questions.length).toBe(asked)
  })

  it('[Y3] records that vanish end the domain after three days, the owner is mailed once in their language, and silent name servers end nothing', async () => {
    const made = await withDomain()
    const state = async () => (await made.owner.call(contract.getPortalAddress)).domain
    await queryAsOwner(
      h.database.ownerUrl,
      `UPDATE auth."user" SET language = 'de' WHERE id IN
         (SELECT user_id FROM member JOIN tenant ON tenant.id = tenant_id WHERE slug = $1)`,
      [made.slug],
    )
    dns.zone[made.proofName] = { isSilent: true }
    await recheck(made, 4 * DAY_MS)
    expect(await state()).toMatchObject({ state: 'verified', problem: 'no_answer', failingSince: null })
    delete dns.zone[made.proofName]
    await recheck(made, HOUR_MS + 1000)
    expect(await state()).toMatchObject({ state: 'verified', problem: 'no_record', stopsAt: expect.any(String) })
    await recheck(made, 2 * DAY_MS)
    expect((await ask(made.host, '/')).text).toContain(made.slug)
    await recheck(made, DAY_MS)
    await recheck(made, DAY_MS)
    expect(await state()).toMatchObject({ state: 'failed', problem: 'no_record' })
    aheadMs += 6000
    expect((await ask(made.host, '/')).text).not.toContain(made.slug)
    const mails = await queryAsOwner<{ subject: string }>(
      h.database.ownerUrl,
      "SELECT subject FROM auth.system_mail WHERE kind = 'domain_failed' AND subject LIKE $1",
      [`${made.host}%`],
    )
    expect(mails).toEqual([{ subject: `${made.host} zeigt Ihr Portal nicht mehr` }])
    const next = await business()
    publish(await setDomain(next.owner, made.host))
    expect((await check(next.owner)).state).toBe('verified')
  }, 60_000)

  it('[Y3] the recurring job queues a domain whose last check is an hour old, and none that the operator gave', async () => {
    const { tenant } = await withDomain()
    const due = async () => {
      const before = new Date(h.platform.clock.now().getTime() - HOUR_MS)
      const rows = await h.platform.db.query<{ tenant_id: string }>('SELECT * FROM domains_to_check($1, 500)', [before])
      return rows.some(({ tenant_id }) => tenant_id === tenant.id)
    }
    expect(await due()).toBe(false)
    aheadMs += HOUR_MS + 1000
    expect(await due()).toBe(true)
    await queryAsOwner(h.database.ownerUrl, 'UPDATE tenant SET custom_domain_proof = NULL WHERE id = $1', [tenant.id])
    expect(await due()).toBe(false)
  })
})

describe('a host name', () => {
  it('[Y3] [U1] a proved domain serves its portal at “/”, with a cookie of that host alone, and takes its own origin', async () => {
    const { host, slug } = await withDomain()
    const page = await ask(`${host}:443`, '/')
    expect([page.status, page.text.includes(`"slug":"${slug}"`)]).toEqual([200, true])
    const from = (origin: string, to = host) => enter(to, slug, { origin })
    const started = await from(`https://${host}`)
    expect(started.status).toBe(200)
    expect(String(started.headers['set-cookie'])).toMatch(/^__Host-guest-.*; Path=\/; HttpOnly; Secure/)
    expect(String(started.headers['set-cookie'])).not.toMatch(/Domain=/i)
    expect((await from('https://evil.example')).status).toBe(403)
    expect((await from(`https://${host}`, OWN)).status).toBe(403)
  })

  it('[Y3] [V1] a mail to a guest of a proved domain leads to their request there; desk links stay the platform’s', async () => {
    const { host, slug, tenant, owner } = await withDomain()
    const started = await enter(host, slug, { origin: `https://${host}` })
    const headers = { 'content-type': 'application/json', cookie: String(started.headers['set-cookie']).split(';')[0] }
    const id = crypto.randomUUID()
    const form = {
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'Bent wheel',
      priority: 'normal',
      description: 'It wobbles.',
    }
    const body = JSON.stringify({ id, ...form })
    const sent = await ask(host, `/api/portal/${slug}/tickets`, { method: 'POST', headers, body })
    expect(sent.status).toBe(201)
    const mails = await readOutbox(tenant)
    const { text = '' } = mails.find(({ type }) => type === 'ticket_confirmation') ?? {}
    const link = new URL(/https:\S+#confirm=\S+/.exec(text)?.[0] ?? '')
    expect([link.origin, link.pathname, link.search]).toEqual([`https://${host}`, '/support', '?utm_source=email'])
    const page = await ask(host, `${link.pathname}${link.search}`, { headers })
    expect([page.status, page.text.includes(`"slug":"${slug}"`)]).toEqual([200, true])
    const token = JSON.stringify({ token: link.hash.slice('#confirm='.length) })
    const confirmed = await ask(host, `/api/portal/${slug}/email-confirmation`, {
      method: 'POST',
      headers,
      body: token,
    })
    expect(JSON.parse(confirmed.text).conversationId).toBe(JSON.parse(sent.text).conversationId)
    const { text: toTeam } = mails.find(({ type }) => type === 'ticket_notification') ?? {}
    expect(toTeam).toContain(`https://${OWN}/admin?section=tickets&ticket=${id}`)
    const { links } = await owner.call(getChecklist)
    expect(links.map(({ url }) => url)).toContain(`https://${host}/customer?utm_source=social`)
    await owner.call(contract.removeCustomDomain)
    expect((await owner.call(getChecklist)).links[0]?.url).toBe(`https://${OWN}/customer?tenant=${slug}`)
  })

  it('[Y3] a proved domain serves no other business, no desk and no account', async () => {
    const [{ host, slug }, other] = [await withDomain(), await business()]
    const { cookie = '' } = other.owner.headers
    const notThere = [
      `/api/portal/${other.slug}`,
      '/api/settings',
      '/api/session',
      '/api/docs/',
      '/api/openapi.json',
      '/metrics',
      '/%61pi/settings',
    ]
    for (const path of notThere)
      expect([path, (await ask(host, path, { headers: { cookie } })).status]).toEqual([path, 404])
    for (const path of ['account', 'account/code', 'account/session']) {
      const headers = { 'content-type': 'application/json', origin: `https://${host}` }
      const sent = { method: 'POST', headers, body: JSON.stringify({ email: 'ada@example.com' }) }
      expect([path, (await ask(host, `/api/portal/${slug}/${path}`, sent)).status]).toEqual([path, 404])
    }
    for (const path of ['/admin', '/signin', '/super-admin', '/signup', '/nowhere']) {
      expect([path, (await ask(host, path)).headers.location]).toEqual([path, '/'])
    }
    expect((await ask(host, `/?tenant=${other.slug}`)).headers.location).toBe(
      `https://${OWN}/customer?tenant=${other.slug}`,
    )
    expect((await ask(host, `/api/portal/${slug}`)).status).toBe(200)
  })

  it('[Y3] an unknown host gets nothing of any business', async () => {
    const { slug, owner } = await business()
    const { cookie = '' } = owner.headers
    for (const path of [`/api/portal/${slug}`, '/api/settings', '/api/openapi.json', '/nowhere'])
      expect([path, (await ask('elsewhere.example', path, { headers: { cookie } })).status]).toEqual([path, 404])
    for (const path of ['/', '/admin', '/signin', `/customer?tenant=${slug}`]) {
      const page = await ask('elsewhere.example', path, { headers: { cookie } })
      expect([path, page.status, page.text.includes(slug)]).toEqual([path, 404, false])
      expect(page.text).toContain('Invalid Support Link')
    }
    expect((await ask('elsewhere.example', '/livez')).status).toBe(200)
  })

  it('[Y3] certificates are allowed for the platform’s host, its portals and proved domains, and for no other name', async () => {
    const [{ host }, { slug, owner }] = [await withDomain(), await business()]
    const waiting = newHost()
    await setDomain(owner, waiting)
    const allowed = async (domain: string) =>
      (await ask('segue', `/internal/tls-allowed?domain=${encodeURIComponent(domain)}`)).status
    for (const name of [OWN, host, host.toUpperCase(), 'shops.example', `${slug}.shops.example`])
      expect([name, await allowed(name)]).toEqual([name, 200])
    for (const name of [
      waiting,
      'elsewhere.example',
      'nobody-here.shops.example',
      '127.0.0.1',
      'localhost',
      `x.${host}`,
    ])
      expect([name, await allowed(name)]).toEqual([name, 404])
  })
})
