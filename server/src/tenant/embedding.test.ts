import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeTenant } from './fixture.ts'
import { createTenant } from './service.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newSlug = () => `t${crypto.randomUUID().slice(0, 12)}`

/** The sites that may show the page in a frame, and the older header that says the same; null where the pages are not built. */
async function framing(slug: string, path = '/support') {
  const { headers } = await fetch(`${h.url}${path}?tenant=${slug}&embed=true`)
  if (!headers.get('content-type')?.startsWith('text/html')) return null
  const policy = headers.get('content-security-policy') ?? ''
  return { ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1], frameOptions: headers.get('x-frame-options') }
}

/** Expects these sites, where the pages are built. */
async function expectAncestors(slug: string, ancestors: string, path?: string): Promise<void> {
  const found = await framing(slug, path)
  if (found) expect(found).toEqual({ ancestors, frameOptions: null })
}

describe('[U10] the embedded chat', () => {
  it('may be framed by every site while the business names none', async () => {
    const { slug } = await makeTenant(h.platform)
    await expectAncestors(slug, '*')
  })

  it.each(['/support', '/customer', '/help'])('may be framed at %s by the named sites alone', async (path) => {
    const embedOrigins = ['https://shop.example', 'https://*.shop.example', 'http://localhost:8080']
    const { slug } = await makeTenant(h.platform, { embedOrigins })
    await expectAncestors(slug, `'self' ${embedOrigins.join(' ')}`, path)
  })

  it('keeps to the sites of its own business, also while that is suspended', async () => {
    const { slug } = await makeTenant(h.platform, { embedOrigins: ['https://shop.example'] })
    const other = await makeTenant(h.platform, { embedOrigins: ['https://other.example'] })
    await queryAsOwner(h.database.ownerUrl, "UPDATE tenant SET status = 'SUSPENDED' WHERE slug = $1", [slug])
    await expectAncestors(slug, "'self' https://shop.example")
    await expectAncestors(other.slug, "'self' https://other.example")
  })

  it.each([
    'https://shop.example/path',
    "https://shop.example; script-src 'unsafe-inline'",
    '*',
    'javascript:x',
    'shop',
  ])('refuses %s as a site', async (origin) => {
    const given = { slug: newSlug(), name: 'Acme', embedOrigins: [origin] }
    await expect(createTenant(h.platform, given)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('leaves out of its policy what is no origin, however it was stored', async () => {
    const { slug } = await makeTenant(h.platform, { embedOrigins: ['https://shop.example'] })
    const hostile = ['https://shop.example', "https://x; script-src 'unsafe-inline'"]
    await queryAsOwner(h.database.ownerUrl, 'UPDATE tenant SET embed_origins = $2 WHERE slug = $1', [slug, hostile])
    await expectAncestors(slug, "'self' https://shop.example")
  })
})
