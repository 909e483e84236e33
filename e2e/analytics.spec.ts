import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { expect, type Segue, signIn, test } from './segue.ts'

const figures = (page: Page) => page.getByRole('list', { name: 'Figures of the period' })
const figure = (page: Page, name: string) => figures(page).getByRole('listitem').filter({ hasText: name })

async function openAnalytics(page: Page, segue: Segue, period = ''): Promise<void> {
  await signIn(page, segue)
  await page.goto(`/admin?section=analytics${period}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  await expect(figure(page, 'Created')).toBeVisible()
}

const numberIn = (text: string | null): number => Number(/[\d,]+/.exec(text ?? '')?.[0].replace(',', ''))

/** How many tickets the list has by the filter in the page's address. */
async function listed(page: Page): Promise<number> {
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
  const shown = new URL(page.url()).searchParams
  const query = new URLSearchParams({ limit: '100' })
  for (const name of ['dated', 'from', 'before', 'hour', 'sources']) {
    const value = shown.get(name)
    if (value) query.set(name, value)
  }
  const assignee = shown.get('assignee')
  if (assignee) query.set('assignees', assignee)
  let count = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    if (cursor) query.set('cursor', cursor)
    const { items, nextCursor } = (await (await page.request.get(`/api/tickets?${query}`)).json()) as {
      items: unknown[]
      nextCursor: string | null
    }
    count += items.length
    cursor = nextCursor
  }
  return count
}

test('[S6] a figure, a day of the table, an agent and an hour open the tickets that add up to them, and back leads back', async ({
  page,
  segue,
}) => {
  await openAnalytics(page, segue, '&last=90')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const created = numberIn(await figure(page, 'Created').textContent())
  await figure(page, 'Created').getByRole('link').click()
  expect(await listed(page)).toBe(created)
  await page.goBack()
  await expect(figure(page, 'Created')).toBeVisible()

  const volume = page.getByRole('region', { name: 'Tickets created and resolved' })
  await volume.getByRole('button', { name: 'As a table' }).click()
  const day = volume.getByRole('cell').getByRole('link').first()
  const ofDay = numberIn(await day.textContent())
  await day.click()
  expect(await listed(page)).toBe(ofDay)
  await page.goBack()

  const byAgent = page.getByRole('region', { name: 'Broken down by: Agent' })
  const ofAgent = byAgent.getByRole('cell').getByRole('link').first()
  const agents = numberIn(await ofAgent.textContent())
  await ofAgent.click()
  expect(await listed(page)).toBe(agents)
  await page.goBack()

  const hours = page.getByRole('table', { name: 'Busiest hours' })
  const hour = hours.getByRole('link').first()
  const ofHour = numberIn(await hour.textContent())
  await hour.focus()
  await page.keyboard.press('ArrowRight')
  await expect(hour).not.toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(hour).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await listed(page)).toBe(ofHour)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('[S6] the period is chosen, its days are checked, and its figures are downloaded as CSV', async ({
  page,
  segue,
}) => {
  await openAnalytics(page, segue)
  await expectAccessibleInBothThemes(page)
  await page.getByText('7 days', { exact: true }).click()
  await expect(page).toHaveURL(/last=7/)
  await page.getByText('Custom', { exact: true }).click()
  await page.getByLabel('First day').fill('2025-03-10')
  await page.getByLabel('Last day').fill('2025-03-09')
  await expect(page.getByText('The last day is before the first. Choose a later one.')).toBeVisible()
  await page.getByLabel('Last day').fill('2025-03-12')
  await expect(page).toHaveURL(/from=2025-03-10&to=2025-03-12/)
  await expect(figure(page, 'Created')).toContainText('0')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'By day' }).click()
  expect((await download).suggestedFilename()).toBe('report-day-2025-03-10-2025-03-12.csv')
})

test('[S6] on a phone the figures stand one below the other without a page that scrolls sideways', async ({
  page,
  segue,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAnalytics(page, segue)
  await expect(page.getByRole('table', { name: 'Busiest hours' })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})

test('[S6] on a phone every hour of the week is in sight without scrolling sideways', async ({ page, segue }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAnalytics(page, segue, '&last=90')
  const hours = page.getByRole('table', { name: 'Busiest hours' })
  await expect(hours.getByRole('columnheader')).toHaveCount(24)
  const last = hours.locator('[data-cell="7 23"]')
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  expect(
    await hours.evaluate((table) => (table.parentElement?.scrollWidth ?? 0) <= (table.parentElement?.clientWidth ?? 0)),
  ).toBe(true)
})
