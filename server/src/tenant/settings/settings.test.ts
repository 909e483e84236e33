import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPortal } from '#contracts/tenant/portal.ts'
import { generatePortalUrl, getSettings, saveSettings } from '#contracts/tenant/settings.ts'
import { getTenant } from '#contracts/tenant/tenant.ts'
import { mergeSettings } from '#server/tenant/queries.ts'
import { readTenant } from '#server/tenant/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const HOURS = { start: '10:00', end: '18:30', days: ['monday' as const, 'saturday' as const] }

describe('System Settings', () => {
  it('[Y1] of a business from before a setting existed are read with its default, and after they are changed too', async () => {
    const { tenant } = await h.tenant()
    const without = { business_info: ['address', 'emergencyPhone', 'holidays'], ai_settings: ['enableLearning'] }
    for (const [column, names] of Object.entries(without))
      await tenant.tx((t) =>
        t.sql(`UPDATE tenant SET ${column} = ${column} - $2::text[] WHERE id = $1`, [t.tenantId, names]),
      )
    const filled = {
      businessInfo: { address: '', emergencyPhone: '', holidays: [], timezone: 'America/New_York' },
      aiSettings: { enableLearning: true, confidenceThreshold: 0.8 },
    }
    expect(await tenant.read(readTenant)).toMatchObject(filled)
    const changed = await tenant.tx((t) => mergeSettings(t, 1, { businessInfo: { phone: '+44 113 1' } }))
    expect(changed).toMatchObject({ ...filled, businessInfo: { ...filled.businessInfo, phone: '+44 113 1' } })
  })

  it('[Y1] begin with the defaults; each value that is saved reads back, and the others stay', async () => {
    const admin = await h.member(await h.tenant('Acme Support'), 'admin')
    const before = await admin.call(getSettings)
    expect(before).toMatchObject({
      version: 1,
      businessInfo: { timezone: 'America/New_York', businessHours: { start: '09:00', end: '17:00' } },
      aiSettings: {
        escalationThreshold: 3,
        confidenceThreshold: 0.8,
        personalizeResponses: true,
        enableLearning: true,
      },
      customerExperience: { enableRatings: true, allowAnonymous: true, enableProactiveSupport: true },
      support: { allowPublicTickets: true, autoResponse: true, closeResolvedAfterDays: 7 },
      notifications: { emailNotifications: true, escalationAlerts: true },
    })
    const saved = await admin.call(saveSettings, {
      body: {
        version: 1,
        businessInfo: {
          companyName: 'Acme Bikes',
          address: 'Mill Lane 4, Leeds',
          emergencyPhone: '+44 113 999',
          timezone: 'Europe/London',
          businessHours: HOURS,
        },
        aiSettings: { escalationThreshold: 5, replyStyle: 'casual', answers: 'reworded' },
        customerExperience: { enableProactiveSupport: false },
        support: { closeResolvedAfterDays: 30 },
        notifications: { weeklyAnalytics: false },
        embedOrigins: ['https://acme.example'],
      },
    })
    expect(saved).toEqual({
      ...before,
      version: 2,
      updatedAt: saved.updatedAt,
      businessInfo: {
        ...before.businessInfo,
        companyName: 'Acme Bikes',
        address: 'Mill Lane 4, Leeds',
        emergencyPhone: '+44 113 999',
        timezone: 'Europe/London',
        businessHours: HOURS,
      },
      aiSettings: { ...before.aiSettings, escalationThreshold: 5, replyStyle: 'casual', answers: 'reworded' },
      customerExperience: { ...before.customerExperience, enableProactiveSupport: false },
      support: { ...before.support, closeResolvedAfterDays: 30 },
      notifications: { ...before.notifications, weeklyAnalytics: false },
      embedOrigins: ['https://acme.example'],
    })
    expect(await admin.call(getSettings)).toEqual(saved)
    expect((await admin.call(getTenant)).name).toBe('Acme Bikes')
  })

  it('[Y1] refuse what is no setting or out of range, with the field, and store nothing of it', async () => {
    const admin = await h.member(await h.tenant(), 'admin')
    const wrong: [body: Record<string, unknown>, field: string][] = [
      [{ businessInfo: { companyName: ' ' } }, 'body.businessInfo.companyName'],
      [{ businessInfo: { supportEmail: 'nobody' } }, 'body.businessInfo.supportEmail'],
      [{ businessInfo: { website: 'javascript:alert(1)' } }, 'body.businessInfo.website'],
      [{ businessInfo: { timezone: 'Mars/Olympus' } }, 'body.businessInfo.timezone'],
      [{ aiSettings: { escalationThreshold: 6 } }, 'body.aiSettings.escalationThreshold'],
      [{ aiSettings: { confidenceThreshold: 1 } }, 'body.aiSettings.confidenceThreshold'],
      [{ support: { closeResolvedAfterDays: 31 } }, 'body.support.closeResolvedAfterDays'],
      [{ embedOrigins: ['https://acme.example/path'] }, 'body.embedOrigins.0'],
      [{ slug: 'other' }, 'body'],
    ]
    for (const [change, field] of wrong) {
      const { status, error } = await admin.fail(saveSettings, { body: { version: 1, ...change } as never })
      expect([status, Object.keys(error.fields ?? {})], field).toEqual([400, [field]])
    }
    expect((await admin.call(getSettings)).version).toBe(1)
  })

  it('[Y1] of two admins who save one version the second gets a conflict with the current settings', async () => {
    const made = await h.tenant()
    const [ada, ben] = [await h.member(made, 'admin'), await h.member(made, 'owner')]
    await ada.call(saveSettings, { body: { version: 1, businessInfo: { phone: '555 1' } } })
    const late = await ben.fail(saveSettings, { body: { version: 1, businessInfo: { phone: '555 2' } } })
    expect(late).toMatchObject({ status: 409, error: { current: { version: 2, businessInfo: { phone: '555 1' } } } })
    await ben.call(saveSettings, { body: { version: 2, businessInfo: { phone: '555 2' } } })
    expect((await ada.call(getSettings)).businessInfo.phone).toBe('555 2')
  })

  it('[Y3] generate the URL of the portal, which leads to this business', async () => {
    const made = await h.tenant()
    const { url } = await (await h.member(made, 'admin')).call(generatePortalUrl)
    expect(url).toBe(`${h.url}/customer?tenant=${made.slug}`)
  })

  it('[Y2] hours and time zone decide whether the portal says that the business is open', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const isOpen = async (start: string, end: string, timezone: string) => {
      const { version } = await admin.call(getSettings)
      const businessInfo = { timezone, businessHours: { start, end, days: [...DAYS] } }
      await admin.call(saveSettings, { body: { version, businessInfo } })
      return (await h.visitor().call(getPortal, { params: { slug: made.slug } })).isOpenNow
    }
    const hour = (ahead: number) =>
      `${String((h.platform.clock.now().getUTCHours() + ahead + 24) % 24).padStart(2, '0')}:00`
    expect(await isOpen(hour(-1), hour(2), 'UTC')).toBe(true)
    // The same hours six hours further east are over.
    expect(await isOpen(hour(-1), hour(2), 'Asia/Dhaka')).toBe(false)
    expect(await isOpen(hour(3), hour(5), 'UTC')).toBe(false)
  })
})

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
