import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCustomerLinks } from '#contracts/signup/customer-links.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { type Harness, startHarness } from '#test/harness.ts'

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
