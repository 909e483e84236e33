import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { signInAsOwner } from './owner.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

const PHONE = { width: 390, height: 844 }
const LOAD = '**/api/owner/load**'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name })

/** An hour in which much went wrong. */
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const usage = { requests: 4810, databaseMs: 91_400, jobs: 1210, modelCalls: 340, mails: 95 }
const BUSY = {
  since: at(62),
  queues: [
    { name: 'notification.deliver', waiting: 12, oldestDueAt: at(2), active: 4, retrying: 3, failed: 0 },
    { name: 'assistant.answerConversation', waiting: 230, oldestDueAt: at(9), active: 10, retrying: 0, failed: 2 },
    { name: 'webhook.deliver', waiting: 0, oldestDueAt: null, active: 0, retrying: 0, failed: 0 },
  ],
  total: { requests: 9000, databaseMs: 120_000, jobs: 2000, modelCalls: 500, mails: 190 },
  tenants: [
    { ...usage, tenantId: crypto.randomUUID(), name: 'Northwind Outdoor Equipment and Repairs' },
    { ...usage, databaseMs: 730, tenantId: crypto.randomUUID(), name: null },
  ],
  running: [{ text: 'UPDATE ticket SET status = ? WHERE tenant_id = $1 AND id = $2', ms: 4200, isBlocked: true }],
  slow: [
    { text: `SELECT ${'a_long_column, '.repeat(25)}id FROM message`, count: 41, totalMs: 61_000, longestMs: 4100 },
  ],
  statistics: [{ text: 'SELECT * FROM conversation WHERE id = $1', count: 90_000, totalMs: 800_000, longestMs: 51 }],
}

test('[W6] the owner sees which businesses use most, in an order of their choice, and opens one', async ({
  page,
  secondPage,
  segue,
}) => {
  const { name = '' } = segue.businesses[0] ?? {}
  await signIn(secondPage, segue, memberOf(segue))
  await secondPage.goto('/admin')
  await expect(secondPage.getByRole('navigation').first()).toBeVisible()
  await signInAsOwner(page, segue)
  await page.goto('/super-admin?tab=load')
  await expect(heading(page, /^Businesses since \d/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Compare businesses by' }).click()
  await page.getByRole('option', { name: 'Requests' }).click()
  const row = page.getByRole('region', { name: /^Businesses since/ }).getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('%')
  await expectAccessibleInBothThemes(page)
  await row.click()
  await expect(page.getByRole('dialog')).toContainText(name)
})

test('[W6] queues, running and slow statements are shown with the longest wait first, on a desk and on a phone', async ({
  page,
  segue,
}, info) => {
  await signInAsOwner(page, segue)
  await page.route(LOAD, (route) => route.fulfill({ json: BUSY }))
  await page.goto('/super-admin?tab=load')
  const queues = page.getByRole('region', { name: 'Queues' }).getByRole('row')
  await expect(queues).toHaveCount(3)
  await expect(queues.nth(1)).toContainText('assistant.answerConversation')
  await expect(page.getByText('Waits for a lock')).toBeVisible()
  await expect(page.getByText('41× · 61.0 s together, longest 4.1 s')).toBeVisible()
  await expect(heading(page, 'Most time, by PostgreSQL’s own statistics')).toBeVisible()
  await expect(page.getByText('Deleted business')).toBeVisible()
  await picture(page, info, 'load-desk')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, info, 'load-desk-dark')
  await page.setViewportSize(PHONE)
  await expect(page.getByText('notification.deliver')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await expectAccessible(page)
  await picture(page, info, 'load-phone-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await picture(page, info, 'load-phone')
})

test('[W6] an idle installation says so, and a failed read keeps what was shown and offers Retry', async ({
  page,
  segue,
}, info) => {
  await signInAsOwner(page, segue)
  const idle = { ...BUSY, queues: [], tenants: [], running: [], slow: [], statistics: null }
  await page.route(LOAD, (route) => route.fulfill({ json: idle }))
  await page.goto('/super-admin?tab=load')
  await expect(page.getByText('No business has used anything in the last hour.')).toBeVisible()
  for (const text of ['Nothing waits, runs or has failed.', 'None has run for a second or longer.'])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText('None took a quarter of a second or longer.')).toBeVisible()
  await picture(page, info, 'load-idle')
  await page.unroute(LOAD)
  await page.route(LOAD, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 30_000 })
  await picture(page, info, 'load-failed')
  await page.unroute(LOAD)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page, /^Businesses since \d/)).toBeVisible()
})
