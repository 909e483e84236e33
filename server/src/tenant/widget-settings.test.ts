import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { getWidgetSettings, saveWidgetSettings, type WidgetSettings } from '#contracts/tenant/widget-settings.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { findWidgetConfig, readPreview } from './widget.ts'
import { pagesNamed, pagesShown } from './widget-pages.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const CHANGED: WidgetSettings = {
  position: 'left',
  side: 0,
  bottom: 90,
  pages: { shown: 'except', paths: ['/checkout/*'] },
  offers: [
    { path: '/pricing', afterSeconds: 5, text: 'Questions about prices?' },
    { path: '/*', afterSeconds: 60, text: '' },
  ],
  preChat: { name: 'optional', email: 'required' },
}

/** A business with widget settings that an admin saved. */
async function businessWith(settings: Partial<WidgetSettings>): Promise<TestTenant> {
  const made = await h.tenant()
  const admin = await h.member(made, 'admin')
  await admin.call(saveWidgetSettings, { body: { version: 1, settings: { ...CHANGED, ...settings } } })
  return made
}

describe('[U10] the settings of the widget', () => {
  it('begin with the defaults, read back as they were saved, and reach the loader', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const before = await admin.call(getWidgetSettings)
    expect(before).toMatchObject({
      version: 1,
      settings: { position: 'right', side: 20, bottom: 20, pages: { shown: 'everywhere' }, preChat: null },
      hasOffers: true,
      isContactRequired: false,
    })
    const saved = await admin.call(saveWidgetSettings, { body: { version: 1, settings: CHANGED } })
    expect(saved).toEqual({ ...before, version: 2, settings: CHANGED })
    expect(await admin.call(getWidgetSettings)).toEqual(saved)
    expect(await findWidgetConfig(h.platform, { slug: made.slug, language: 'en' })).toMatchObject({
      style: expect.stringMatching(/;--x:0px;--y:90px;--above:162px$/),
      position: 'left',
      pages: pagesShown(CHANGED.pages),
      offers: [
        [pagesNamed(['/pricing']), 5000, 'Questions about prices?'],
        [pagesNamed(['/*']), 60_000, 'Can we help? Ask us anything.'],
      ],
    })
  })

  it('of two admins who save one version the second gets a conflict with the current ones, and an agent is refused', async () => {
    const made = await businessWith({})
    const settings = { ...CHANGED, side: 7 }
    const late = await (await h.member(made, 'owner')).fail(saveWidgetSettings, { body: { version: 1, settings } })
    expect(late).toMatchObject({ status: 409, error: { current: { version: 2, settings: CHANGED } } })
    const refused = await (await h.member(made, 'agent')).fail(saveWidgetSettings, { body: { version: 2, settings } })
    expect(refused.status).toBe(403)
  })

  it('refuse wrong input with its field and store nothing of it', async () => {
    const admin = await h.member(await h.tenant(), 'admin')
    const offer = { path: '/', afterSeconds: 1, text: '' }
    const wrong: [change: Record<string, unknown>, field: string][] = [
      [{ side: 201 }, 'side'],
      [{ bottom: null }, 'bottom'],
      [{ pages: { shown: 'only', paths: [] } }, 'pages.paths'],
      [{ pages: { shown: 'only', paths: ['shop'] } }, 'pages.paths.0'],
      [{ pages: { shown: 'only', paths: ['/a*b*c*d*e'] } }, 'pages.paths.0'],
      [{ offers: [{ ...offer, afterSeconds: 0 }] }, 'offers.0.afterSeconds'],
      [{ offers: [{ ...offer, text: 'x'.repeat(121) }] }, 'offers.0.text'],
      [{ preChat: { name: 'required', email: 'off' } }, 'preChat.email'],
    ]
    for (const [change, field] of wrong) {
      const body = { version: 1, settings: { ...CHANGED, ...change } } as never
      const { status, error } = await admin.fail(saveWidgetSettings, { body })
      expect([status, Object.keys(error.fields ?? {})], field).toEqual([400, [`body.settings.${field}`]])
    }
    expect((await admin.call(getWidgetSettings)).version).toBe(1)
  })

  it('name pages by their path, with * for any text and whatever else taken as it is written', () => {
    const fits = (pattern: string, path: string) => RegExp(pagesNamed([pattern])).test(path)
    expect(fits('/shop/*', '/shop/lamps/2')).toBe(true)
    expect(fits('/shop/*', '/shop')).toBe(false)
    expect(fits('/pricing', '/pricing/')).toBe(true)
    expect(fits('/pricing', '/pricing/teams')).toBe(false)
    expect(fits('/a.b(c', '/aXb(c')).toBe(false)
    expect(fits('/a.b(c', '/a.b(c')).toBe(true)
    expect(fits('/über-uns', '/%C3%BCber-uns')).toBe(true)
    expect(fits('/%C3%BCber-uns', '/%C3%BCber-uns')).toBe(true)
    const shown = (pages: WidgetSettings['pages'], path: string) => RegExp(pagesShown(pages)).test(path)
    const paths = ['/checkout/*', '/login']
    expect(['/login', '/checkout/2', '/'].map((path) => shown({ shown: 'only', paths }, path))).toEqual([
      true,
      true,
      false,
    ])
    expect(['/login', '/checkout/2', '/'].map((path) => shown({ shown: 'except', paths }, path))).toEqual([
      false,
      false,
      true,
    ])
    expect(shown({ shown: 'everywhere', paths: [] }, '/anything')).toBe(true)
  })

  it('that are not saved yet are previewed with all of them at once; what is malformed previews nothing', async () => {
    const { slug } = await h.tenant()
    const preview = readPreview(JSON.stringify(CHANGED))
    expect(await findWidgetConfig(h.platform, { slug, language: 'en', preview })).toMatchObject({
      frame: expect.stringContaining('prechat=optional+required'),
      position: 'left',
      pages: '',
      offers: [['', 1000, 'Questions about prices?']],
    })
    for (const given of [undefined, '{', '{}', JSON.stringify({ ...CHANGED, side: '1;color:red' })])
      expect(readPreview(given)).toBeNull()
  })
})

describe('[U10] the questions before a chat', () => {
  const start = (contact?: { name: string; email: string }) => ({
    id: crypto.randomUUID() as ConversationId,
    context: 'general' as const,
    ...(contact && { contact }),
  })

  it('are asked until they are answered, and who answered is a claim of this guest', async () => {
    const made = await businessWith({ preChat: { name: 'optional', email: 'required' } })
    const params = { slug: made.slug }
    const guest = await h.guest(made)
    expect((await guest.call(getPortal, { params })).preChat).toEqual({ name: 'optional', email: 'required' })
    const refused = await guest.fail(startConversation, { params, body: start() })
    expect([refused.status, refused.error.reason]).toEqual([403, 'contact_required'])
    const empty = await guest.fail(startConversation, { params, body: start({ name: 'Ada', email: '' }) })
    expect(Object.keys(empty.error.fields ?? {})).toEqual(['body.contact.email'])
    await guest.call(startConversation, { params, body: start({ name: '', email: 'ada@example.com' }) })
    await guest.call(startConversation, { params, body: start() })
    const rows = await made.tenant.read((t) =>
      t.sql<{ email: string; claimed: boolean }>('SELECT email, claimed_by IS NOT NULL AS claimed FROM customer'),
    )
    expect(rows).toEqual([{ email: 'ada@example.com', claimed: true }])
  })

  it('may be left empty where they are optional, and are not asked of who is signed in', async () => {
    const made = await businessWith({ preChat: { name: 'optional', email: 'optional' } })
    const params = { slug: made.slug }
    const guest = await h.guest(made)
    expect((await guest.fail(startConversation, { params, body: start() })).error.reason).toBe('contact_required')
    await guest.call(startConversation, { params, body: start({ name: '', email: '' }) })
    expect(await made.tenant.read((t) => t.sql('SELECT id FROM customer'))).toEqual([])
    const customer = await h.customer(made)
    await customer.call(startConversation, { params, body: start() })
  })

  it('[Y2] are name and e-mail where anonymous chats are switched off, whatever the widget asks', async () => {
    const made = await businessWith({ preChat: null })
    const admin = await h.member(made, 'admin')
    await admin.call(saveSettings, { body: { version: 2, customerExperience: { allowAnonymous: false } } })
    const params = { slug: made.slug }
    const guest = await h.guest(made)
    expect((await guest.call(getPortal, { params })).preChat).toEqual({ name: 'required', email: 'required' })
    const nameless = await guest.fail(startConversation, { params, body: start({ name: '', email: 'a@example.com' }) })
    expect(Object.keys(nameless.error.fields ?? {})).toEqual(['body.contact.name'])
    expect((await admin.call(getWidgetSettings)).isContactRequired).toBe(true)
  })
})
