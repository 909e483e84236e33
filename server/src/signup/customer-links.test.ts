import { afterAll, beforeAll, expect, test } from 'vitest'
import { getChecklist } from '#contracts/signup/checklist.ts'
import { getCustomerLinks } from '#contracts/signup/customer-links.ts'
import type { CustomerLink } from '#contracts/signup/onboarding.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { insertDefaultLinks } from './customer-links.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('[L1] an agent reads four links with their utm_source; the address to embed and the sites that may follow the settings', async () => {
  const made = await h.tenant()
  const [owner, agent] = [await h.member(made, 'owner'), await h.member(made, 'agent')]
  await owner.call(saveSettings, { body: { version: 1, embedOrigins: ['https://shop.example'] } })
  const { links, embedUrl, formUrl, embedOrigins } = await agent.call(getCustomerLinks)
  const parameters = links.map(({ kind, url }) => [kind, Object.fromEntries(new URL(url).searchParams)])
  const tenant = made.slug
  expect(parameters).toEqual([
    ['basic', { tenant }],
    ['website', { tenant, utm_source: 'website' }],
    ['email', { tenant, utm_source: 'email' }],
    ['social', { tenant, utm_source: 'social' }],
  ])
  expect((await fetch(new URL(new URL(formUrl).pathname, h.url))).status).toBe(200)
  expect(new URL(formUrl).origin).toBe(new URL(embedUrl).origin)
  expect(embedUrl).toBe(`${links[1]?.url}&embed=true`)
  expect(embedOrigins).toEqual(['https://shop.example'])
})

test('[U12] the texts of the links are in the reader’s language', async () => {
  const made = await h.tenant()
  await made.tenant.tx((t) => insertDefaultLinks(t, 'en'))
  const owner = await h.member(made, 'owner')
  const german = clientOf(h.url, { ...owner.headers, 'accept-language': 'de' })
  const shown = ({ links }: { links: CustomerLink[] }) => links.map(({ title }) => title)
  const titles = ['Einfacher Link', 'Website-Link', 'E-Mail-Link', 'Link für soziale Medien']
  expect(shown(await german.call(getCustomerLinks))).toEqual(titles)
  expect(shown(await german.call(getChecklist))).toEqual(titles)
  expect(shown(await owner.call(getCustomerLinks))[0]).toBe('Basic link')
})
