import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { unique } from './customer.ts'
import { headers, newTicket, rowOf, rows } from './desk.ts'
import { expect, type Segue, signIn, test } from './segue.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Figures' })

async function openOverview(page: Page, segue: Segue): Promise<void> {
  await signIn(page, segue)
  await page.goto('/admin?section=overview')
  await expect(cards(page).getByRole('listitem')).toHaveCount(6)
}

test('[S2] six cards from real data lead to their sections without a reload', async ({ page, segue }) => {
  await openOverview(page, segue)
  await expectAccessibleInBothThemes(page)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  for (const [card, section] of [
    ['Total Customers', 'customers'],
    ['Active Tickets', 'tickets'],
    ['Resolved Today', 'tickets'],
    ['Avg Response Time', 'analytics'],
    ['Customer Satisfaction', 'analytics'],
    ['Monthly Revenue', 'billing'],
  ] as const) {
    await cards(page).getByRole('link', { name: card }).click()
    await expect(page).toHaveURL(new RegExp(`section=${section}`))
    await page.goBack()
    await expect(cards(page)).toBeVisible()
  }
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('[S3] bars of the performance overview have the lengths of their figures, follow a new ticket, and open its rows', async ({
  page,
  secondPage,
  segue,
}) => {
  await openOverview(page, segue)
  const performance = page.getByRole('region', { name: 'Performance Overview' })
  const statuses = performance.getByRole('list', { name: 'Tickets by status' }).getByRole('listitem')
  const read = () =>
    statuses.evaluateAll((rows) =>
      rows.map((row) => ({
        label: row.querySelector('a')?.textContent ?? '',
        count: Number(row.querySelector('span')?.textContent),
        width: Number(row.querySelectorAll('rect')[1]?.getAttribute('width')),
      })),
    )
  await expect(statuses).toHaveCount(5)
  const before = await read()
  await signIn(secondPage, segue)
  const { subject } = await newTicket(secondPage, segue, { subject: unique('Pedal is loose') })
  await expect.poll(async () => (await read())[0]?.count).toBe((before[0]?.count ?? 0) + 1)
  const after = await read()
  expect(after.map(({ label }) => label)).toEqual(['Open', 'In Progress', 'Waiting', 'Resolved', 'Closed'])
  const all = after.reduce((sum, { count }) => sum + count, 0)
  for (const { count, width } of after) expect(width).toBeCloseTo((100 * count) / all, 5)
  await expect(performance.getByText(/^Revenue /)).toBeVisible()
  await performance.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(rowOf(page, subject)).toBeVisible()
  await expect(rows(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(after[0]?.count))
})

test('[S4] what a colleague does appears in the activity at once', async ({ page, secondPage, segue }) => {
  await openOverview(page, segue)
  await signIn(secondPage, segue)
  const { id, version } = await newTicket(secondPage, segue, { subject: 'Bell does not ring' })
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  await expect(activity.getByRole('link', { name: 'Bell does not ring' }).first()).toBeVisible()
  const taken = await secondPage.request.post(`${segue.url}/api/tickets/${id}/take`, {
    headers: headers(segue),
    data: { version },
  })
  expect(taken.ok()).toBe(true)
  await expect(activity.getByText('in-progress').first()).toBeVisible()
  await activity.getByRole('link', { name: 'Bell does not ring' }).first().click()
  await expect(page.getByRole('region', { name: 'Ticket: Bell does not ring' })).toBeVisible()
})

test('[S4] activity that cannot be loaded offers Retry and shows a sample, marked as such', async ({ page, segue }) => {
  await page.route('**/api/overview/activity', (route) => route.abort())
  await openOverview(page, segue)
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  await expect(activity.getByText('Sample', { exact: true })).toBeVisible()
  await page.unroute('**/api/overview/activity')
  await activity.getByRole('button', { name: 'Retry' }).click()
  await expect(activity.getByText('Sample', { exact: true })).toHaveCount(0)
  await expect(activity.getByRole('listitem').first()).toBeVisible()
})

test('[S5] the video guide plays the film that comes with the product', async ({ page, segue }) => {
  await openOverview(page, segue)
  await page.getByRole('button', { name: 'Video guide' }).click()
  const guide = page.getByRole('dialog', { name: 'Video guide' })
  const film = guide.locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
  const { duration, width } = await film.evaluate((video: HTMLVideoElement) => ({
    duration: video.duration,
    width: video.videoWidth,
  }))
  expect(duration).toBeGreaterThan(20)
  expect(width).toBe(1280)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Video guide' })).toBeFocused()
})

test('[S3] what waits for the member opens as many rows as it says, breaching soon too; at 390 px the title is whole', async ({
  page,
  segue,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openOverview(page, segue)
  const title = page.getByRole('heading', { level: 1, name: 'Overview' })
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const what of ['assigned to you', 'unassigned', 'breaching soon']) {
    const link = page.getByRole('link', { name: new RegExp(`^\\d+ ${what}$`) })
    const count = Number.parseInt((await link.textContent()) ?? '', 10)
    await link.click()
    // Rows below the screen are not drawn: each row says of how many it is one.
    const row = rows(page).getByRole('listitem').first()
    if (count === 0) await expect(page.getByText(/no tickets|nothing/i).first()).toBeVisible()
    else await expect(row).toHaveAttribute('aria-setsize', String(count))
    await page.goBack()
    await expect(cards(page)).toBeVisible()
  }
})
