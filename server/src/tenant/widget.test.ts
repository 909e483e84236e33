import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contrast } from '#contracts/tenant/accent.ts'
import { loaderOf } from '#server/platform/web/loader.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeTenant } from './fixture.ts'
import { findWidgetConfig } from './widget.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const configOf = (slug: string, language: 'en' | 'de' = 'en') => findWidgetConfig(h.platform, { slug, language })

describe('[U10] the configuration of the widget', () => {
  it('has the name of the business, its colour made readable under white, and texts in the language of the visitor', async () => {
    const { slug } = await makeTenant(h.platform, { name: 'Lumen & Söhne' })
    const hostile = 'UPDATE tenant SET branding = branding || \'{"primaryColor":"#ffee00"}\' WHERE slug = $1'
    await queryAsOwner(h.database.ownerUrl, hostile, [slug])
    const config = await configOf(slug, 'de')
    expect(config?.texts).toEqual({
      open: 'Chat öffnen',
      close: 'Chat schließen',
      title: 'Chat mit Lumen & Söhne',
      unread: 'Ungelesene Nachrichten: {count}',
      decline: 'Nein, danke',
    })
    expect(config?.offers).toEqual([['^(?:\\/.*)$', 20_000, 'Können wir helfen? Fragen Sie uns gern.']])
    const brand = /--brand:(#\w{6})/.exec(config?.style ?? '')?.[1]
    expect(contrast(brand ?? '#ffffff', '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect((await configOf(slug))?.texts.open).toBe('Open the chat')
  })

  it('is there for no unknown and no suspended business', async () => {
    const { slug } = await makeTenant(h.platform)
    expect(await configOf('nobody-here')).toBeNull()
    expect(await configOf('<script>')).toBeNull()
    expect(await configOf(slug)).toMatchObject({ frame: expect.stringContaining(`tenant=${slug}&embed=true`) })
    const suspended = await makeTenant(h.platform)
    await queryAsOwner(h.database.ownerUrl, "UPDATE tenant SET status = 'SUSPENDED' WHERE slug = $1", [suspended.slug])
    expect(await configOf(suspended.slug)).toBeNull()
  })

  it('[Y2] offers help by itself unless the business switched proactive support off', async () => {
    const { slug } = await makeTenant(h.platform)
    expect((await configOf(slug))?.offers).toHaveLength(1)
    const off = `UPDATE tenant SET customer_experience = customer_experience || '{"enableProactiveSupport":false}' WHERE slug = $1`
    await queryAsOwner(h.database.ownerUrl, off, [slug])
    expect((await configOf(slug))?.offers).toEqual([])
  })

  it('stays data in the script, whatever the name of the business is', async () => {
    const { slug } = await makeTenant(h.platform, { name: `"};stolen=1;{$&$'\u2028</script>` })
    const config = await configOf(slug)
    const page: Record<string, unknown> = {}
    runInNewContext(loaderOf('const config = __SEGUE_CONFIG__; found = config', config), page)
    expect(page).toEqual({ found: config })
  })
})
