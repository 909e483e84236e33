import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveBranding, uploadBrandImage } from '#contracts/tenant/branding.ts'
import * as contract from '#contracts/tenant/portal-address.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { openPage, readyPageOf } from '#server/knowledge/help-pages/fixture.ts'
import type { Platform } from '#server/platform/platform.ts'
import { portalOf } from '#server/tenant/routes.ts'
import { findPortal, portalSlugOf } from '#server/tenant/service.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type DnsStandin, startDns } from '#test/standin/dns.ts'

const OWN = 'support.segue-platform.example'

let h: Harness
let dns: DnsStandin
let other: Platform
let nowMs = Date.now()
beforeAll(async () => {
  dns = await startDns({ [OWN]: { a: ['203.0.113.7'] } })
  // The clock stands still: what a node knows is never looked up anew because it is old.
  const env = { DNS_SERVERS: dns.server, BASE_URL: `https://${OWN}`, BASE_DOMAIN: 'shops.example', ROLE: 'web' }
  h = await startHarness({ env, overrides: { clock: { now: () => new Date(nowMs) } } })
  other = (await h.secondNode()).platform
})
afterAll(async () => {
  await h.stop()
  await dns.stop()
})
// Domains are looked up once in ten seconds.
beforeEach(() => {
  nowMs += 11_000
})

const business = async () => {
  const made = await h.tenant()
  return { ...made, owner: await h.member(made, 'owner') }
}

/** What the other node shows of a portal, as its pages ask for it. */
const shown = async ({ slug }: TestTenant, language: 'en' | 'de' = 'en') =>
  (await portalOf(other, { slug, language }, async () => null))?.view

const slugs = async (slug: string) => (await findPortal(other, slug))?.slugs ?? null
const slugAt = (host: string) => portalSlugOf(other, { host })

describe('what a business changes of its portal, at a node that answered for it a moment ago', () => {
  it('[Y5] colour, logo, name and the texts of each language are the new ones, in the pages kept ready too', async () => {
    const made = await business()
    const { owner, slug } = made
    const address = `/help/${slug}`
    const pageHas = async (text: string) => {
      // Asked twice: the first may build the page, the second is the one that is kept ready.
      await openPage(other, address)
      return readyPageOf(other, address)?.includes(text) ?? false
    }
    const form = new FormData()
    form.append('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><title>mark</title></svg>']), 'mark.svg')
    const logo = await (await owner.raw(uploadBrandImage.path, { method: 'POST', body: form })).json()
    await pageHas(slug)
    await shown(made)

    await owner.call(saveBranding, { body: { version: 1, primaryColor: '#112233' } })
    await expect.poll(() => pageHas('#112233')).toBe(true)
    expect((await shown(made))?.branding.primaryColor).toBe('#112233')

    await owner.call(saveBranding, { body: { version: 2, logo: logo.id } })
    await expect.poll(() => pageHas(logo.url)).toBe(true)
    expect((await shown(made))?.branding.logo).toBe(logo.url)

    const texts = {
      de: { heading: 'Was können wir tun?', welcomeMessage: 'Guten Tag' },
      en: { heading: 'What can we do?', welcomeMessage: 'Good day' },
    }
    await owner.call(saveBranding, { body: { version: 3, texts } })
    await expect.poll(() => pageHas('Good day')).toBe(true)
    expect([(await shown(made))?.heading, (await shown(made, 'de'))?.heading]).toEqual([
      'What can we do?',
      'Was können wir tun?',
    ])

    await owner.call(saveSettings, { body: { version: 4, businessInfo: { companyName: 'Renamed Ltd' } } })
    await expect.poll(() => pageHas('Renamed Ltd')).toBe(true)
    expect((await shown(made))?.name).toBe('Renamed Ltd')
  })

  it('[Y3] a new address is the portal’s, also where it led nowhere; what is known of other businesses stays', async () => {
    const [{ slug, owner }, neighbour] = [await business(), await business()]
    const renamed = `bright-${slug}`
    expect([await slugs(slug), await slugs(renamed), await slugs(neighbour.slug)]).toEqual([
      [slug],
      null,
      [neighbour.slug],
    ])
    await owner.call(contract.changeSlug, { body: { address: renamed } })
    await expect.poll(() => slugs(slug)).toEqual([renamed, slug])
    expect(await slugs(renamed)).toEqual([renamed, slug])
    const { statements } = await measureCall(() => slugs(neighbour.slug))
    expect(statements).toBe(0)
  })

  it('[Y3] a domain leads to the portal once it is proved, follows its address, and leads nowhere once it is removed', async () => {
    const { slug, owner } = await business()
    const host = 'help.nodes.example'
    const { domain } = await owner.call(contract.setCustomDomain, { body: { host } })
    dns.zone[domain?.proof?.name ?? ''] = { txt: [domain?.proof?.value ?? ''] }
    dns.zone[host] = { a: ['203.0.113.7'] }
    expect(await slugAt(host)).toBeNull()
    await owner.call(contract.checkCustomDomain)
    await expect.poll(() => slugAt(host)).toBe(slug)

    await owner.call(contract.changeSlug, { body: { address: `dm-${slug}` } })
    await expect.poll(() => slugAt(host)).toBe(`dm-${slug}`)
    const neighbour = await business()
    await neighbour.owner.call(saveSettings, { body: { version: 1, businessInfo: { companyName: 'Renamed Ltd' } } })
    await expect.poll(async () => (await shown(neighbour))?.name).toBe('Renamed Ltd')
    expect((await measureCall(() => slugAt(host))).statements).toBe(0)

    await owner.call(contract.removeCustomDomain)
    await expect.poll(() => slugAt(host)).toBeNull()
  })

  it('[Y3] the address of a business that was deleted leads nowhere', async () => {
    const { slug } = await h.tenant()
    expect(await slugs(slug)).toEqual([slug])
    await queryAsOwner(h.database.ownerUrl, 'DELETE FROM tenant WHERE slug = $1', [slug])
    await expect.poll(() => slugs(slug)).toBeNull()
  })
})
