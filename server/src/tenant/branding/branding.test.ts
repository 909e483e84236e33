import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrandImageId } from '#contracts/ids.ts'
import { getBranding, saveBranding, uploadBrandImage } from '#contracts/tenant/branding.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { setTenantStatus } from '#server/tenant/service.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

async function upload(
  who: TestClient,
  bytes: string | Buffer,
  name = 'logo',
): Promise<{ status: number; id: BrandImageId; url: string }> {
  const form = new FormData()
  form.append('file', new Blob([bytes as never]), name)
  const response = await who.raw(uploadBrandImage.path, { method: 'POST', body: form })
  return { status: response.status, ...(await response.json()) }
}

const HOSTILE = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="alert(1)"><script>alert(2)</script>
<style>@import url(https://evil.example/a.css)</style><foreignObject><body onload="alert(3)"/></foreignObject>
<a href="javascript:alert(4)"><circle r="1"/></a><use href="https://evil.example/x.svg#a"/><image href="https://evil.example/p.png"/>
<rect id="r" width="8" height="8" style="fill:url(https://evil.example/f)" fill="#c33"/><animate onbegin="alert(5)"/>&x;</svg>`

describe('branding', () => {
  it('[Y5] an uploaded SVG keeps its shapes and loses everything that runs or loads', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const { id, url } = await upload(admin, HOSTILE, 'x.png')
    await admin.call(saveBranding, { body: { version: 1, logo: id } })
    expect((await h.visitor().call(getPortal, { params: { slug: made.slug } })).branding.logo).toBe(url)
    const response = await h.visitor().raw(url)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const svg = await response.text()
    expect(svg).toContain('<rect id="r" width="8" height="8" fill="#c33">')
    expect(svg).not.toMatch(/script|alert|evil|foreignObject|<image|href|passwd|onload|animate|import/i)
  })

  it('[Y5] a PNG is drawn anew at 512 pixels at most; what is no picture is refused', async () => {
    const admin = await h.member(await h.tenant(), 'admin')
    const big = await sharp({ create: { width: 1500, height: 300, channels: 3, background: '#c33' } })
      .png()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer()
    const { url } = await upload(admin, big)
    const stored = Buffer.from(await (await h.visitor().raw(url)).arrayBuffer())
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'png', width: 512, height: 102 })
    expect(stored.includes('secret place')).toBe(false)
    for (const bytes of ['<html></html>', 'plain', '<svg', Buffer.from([0, 0, 1, 0, 9, 0])]) {
      expect((await upload(admin, bytes)).status).toBe(415)
    }
  })

  it('[Y5] the portal’s icon is the favicon, else the logo, else the initial in the business’s colour', async () => {
    const made = await h.tenant('Zephyr')
    const admin = await h.member(made, 'admin')
    const icon = async () => await (await h.visitor().raw(`/api/portal/${made.slug}/icon`)).text()
    await admin.call(saveBranding, { body: { version: 1, primaryColor: '#112233' } })
    expect(await icon()).toMatch(/fill="#112233".*>Z<\/text>/)
    const logo = await upload(admin, '<svg xmlns="http://www.w3.org/2000/svg"><title>the logo</title></svg>')
    await admin.call(saveBranding, { body: { version: 2, logo: logo.id } })
    expect(await icon()).toContain('the logo')
    const favicon = await upload(admin, '<svg xmlns="http://www.w3.org/2000/svg"><title>the icon</title></svg>')
    await admin.call(saveBranding, { body: { version: 3, favicon: favicon.id } })
    expect(await icon()).toContain('the icon')
  })

  it('[Y5] for a home screen the icon is a square PNG of the logo, else of the business’s colour; a change is shown at once', async () => {
    const made = await h.tenant('Zephyr')
    const admin = await h.member(made, 'admin')
    const path = `/api/portal/${made.slug}/icon`
    const middle = async (side: string) => {
      const response = await h.visitor().raw(`${path}?side=${side}`)
      expect(response.headers.get('content-type')).toBe('image/png')
      const png = sharp(Buffer.from(await response.arrayBuffer()))
      expect(await png.metadata()).toMatchObject({ format: 'png', width: Number(side), height: Number(side) })
      const { data } = await png
        .extract({ left: 8, top: Number(side) / 2, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      return [...data.subarray(0, 3)]
    }
    await admin.call(saveBranding, { body: { version: 1, primaryColor: '#112233' } })
    for (const side of ['192', '512']) expect(await middle(side)).toEqual([0x11, 0x22, 0x33])
    await admin.call(saveBranding, { body: { version: 2, primaryColor: '#332211' } })
    expect(await middle('192')).toEqual([0x33, 0x22, 0x11])
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#c33"/></svg>'
    const { id } = await upload(admin, drawing)
    await admin.call(saveBranding, { body: { version: 3, logo: id } })
    expect(await middle('512')).toEqual([0xcc, 0x33, 0x33])
    expect((await h.visitor().raw(`${path}?side=4096`)).status).toBe(400)
  })

  it('[Y5] the portal’s manifest has name, icon and colour of the business; a suspended or unknown one has none', async () => {
    const made = await h.tenant('Zephyr Sailing & Repair')
    await (await h.member(made, 'admin')).call(saveBranding, { body: { version: 1, primaryColor: '#112233' } })
    const path = `/api/portal/${made.slug}/manifest`
    const response = await h.visitor().raw(path)
    expect(response.headers.get('content-type')).toContain('application/manifest+json')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.json()).toMatchObject({
      name: 'Zephyr Sailing & Repair',
      theme_color: '#112233',
      start_url: `/customer?tenant=${made.slug}`,
      icons: [{ sizes: 'any' }, { sizes: '192x192', type: 'image/png' }, { sizes: '512x512', type: 'image/png' }],
    })
    expect((await h.visitor().raw('/api/portal/nobody/manifest')).status).toBe(404)
    const suspended = await h.tenant()
    await suspended.tenant.tx((t) => setTenantStatus(t, 'SUSPENDED'))
    expect((await h.visitor().raw(`/api/portal/${suspended.slug}/manifest`)).status).toBe(404)
  })

  it('[Y5] a picture of another business cannot be named', async () => {
    const [one, other] = [await h.member(await h.tenant(), 'admin'), await h.member(await h.tenant(), 'admin')]
    const { id } = await upload(one, '<svg/>')
    const { status, error } = await other.fail(saveBranding, { body: { version: 1, logo: id } })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['body.logo']])
  })

  it('[Y5] topics are those of the industry until the business has its own, in the visitor’s language with fallback', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const seen = async (language: string) => {
      const response = await h.visitor().raw(`/api/portal/${made.slug}`, { headers: { 'accept-language': language } })
      return (await response.json()) as {
        topics: { title: string; category: string }[]
        heading: string
        branding: { welcomeMessage: string }
      }
    }
    expect((await seen('en')).topics.map(({ title }) => title)).toEqual([
      'Technical Support',
      'Billing Questions',
      'How-to Guides',
      'Report an Issue',
    ])
    await admin.call(saveSettings, { body: { version: 1, businessInfo: { industry: 'Healthcare' } } })
    expect((await seen('de')).topics[0]).toMatchObject({ title: 'Termine', category: 'appointments' })
    const topic = {
      key: 'fit',
      icon: 'message',
      opens: 'general',
      category: 'bike_fit',
      title: 'Bike fitting',
      text: '',
    } as const
    await admin.call(saveBranding, {
      body: {
        version: 2,
        welcomeMessage: 'Ask us about bikes.',
        topics: [{ ...topic, translations: { fr: { title: 'Étude posturale', text: '' } } }],
        texts: { fr: { heading: 'Bonjour', welcomeMessage: 'Une question sur votre vélo ?' } },
      },
    })
    expect(await seen('fr')).toMatchObject({
      heading: 'Bonjour',
      branding: { welcomeMessage: 'Une question sur votre vélo ?' },
      topics: [{ title: 'Étude posturale', category: 'bike_fit' }],
    })
    expect(await seen('es')).toMatchObject({
      heading: '',
      branding: { welcomeMessage: 'Ask us about bikes.' },
      topics: [{ title: 'Bike fitting' }],
    })
    await admin.call(saveBranding, { body: { version: 3, topics: null } })
    expect((await admin.call(getBranding)).hasOwnTopics).toBe(false)
  })

  it('[Y5] without custom branding in the plan, colour and pictures are refused with the plan that has it; texts are not', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    await made.tenant.tx((t) => t.sql(`UPDATE subscription SET plan_id = 'monthly'`))
    expect((await admin.call(getBranding)).customBranding).toMatchObject({
      isIncluded: false,
      plan: { id: 'lifetime' },
    })
    const refused = await admin.fail(saveBranding, { body: { version: 1, primaryColor: '#112233' } })
    expect([refused.status, refused.error.reason]).toEqual([402, 'customBranding'])
    expect(refused.error.message).toContain('the Lifetime plan')
    const inFrench = clientOf(h.url, { ...admin.headers, 'accept-language': 'fr' })
    const again = await inFrench.fail(saveBranding, { body: { version: 1, primaryColor: '#112233' } })
    expect(again.error.message).toContain('« À vie »')
    expect((await upload(admin, '<svg/>')).status).toBe(402)
    await admin.call(saveBranding, { body: { version: 1, welcomeMessage: 'Hello.' } })
  })
})
