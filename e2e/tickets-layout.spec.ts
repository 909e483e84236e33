import type { Locator, Page } from '@playwright/test'
import { newTicket, pane } from './desk.ts'
import { expect, type Segue, signIn, test } from './segue.ts'

const SUBJECT =
  'The rear wheel of the cargo bike that I ordered on Monday came without its quick release, and the left brake rubs'

test.beforeEach(async ({ page, segue }) => signIn(page, segue))

async function openLong(page: Page, segue: Segue): Promise<Locator> {
  const { id } = await newTicket(page, segue, { subject: SUBJECT })
  await page.goto(`/admin?section=tickets&ticket=${id}`)
  const open = pane(page, SUBJECT)
  await expect(open.getByText('It wobbles since Monday.')).toBeVisible()
  return open
}

const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0

/** Whether all of the subject is shown: no line is cut at the side or below. */
const isWhole = (open: Locator) =>
  open
    .getByRole('heading', { name: SUBJECT })
    .evaluate((title) => title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight)

test('[T5] at 1440 px list, thread and side panel stand together, the thread is 640 px or wider, the subject whole', async ({
  page,
  segue,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const open = await openLong(page, segue)
  const panel = page.getByRole('region', { name: 'Details', exact: true }).first()
  await expect(panel).toBeVisible()
  await expect.poll(() => widthOf(open)).toBeGreaterThanOrEqual(640)
  expect(await isWhole(open)).toBe(true)
  // With the sidebar open there is no room for both: the panel is a drawer then.
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect(panel).toBeHidden()
  await expect.poll(() => widthOf(open)).toBeGreaterThanOrEqual(640)
  expect(await isWhole(open)).toBe(true)
  await open.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('Robin Vale')
})

for (const width of [1920, 1280]) {
  test(`[T5] at ${width} px the sidebar is open, and the subject is whole`, async ({ page, segue }) => {
    await page.setViewportSize({ width, height: 900 })
    const open = await openLong(page, segue)
    await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()
    await expect.poll(() => widthOf(open)).toBeGreaterThanOrEqual(620)
    expect(await isWhole(open)).toBe(true)
  })
}

test('[T5] on a phone the conversation begins in the uppermost 14 % of the screen, and every action is reached', async ({
  page,
  segue,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // A test of the platform owner may announce something to every business meanwhile.
  await page.route('**/api/announcements', (route) => route.fulfill({ json: { items: [] } }))
  const open = await openLong(page, segue)
  const begins = async () => (await open.getByRole('region', { name: 'Conversation' }).boundingBox())?.y ?? 844
  await expect.poll(begins).toBeLessThanOrEqual(844 * 0.14)
  await open.getByRole('button', { name: 'Take Ticket' }).click()
  await expect(open.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
  expect(await begins()).toBeLessThanOrEqual(844 * 0.14)
  await open.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Waiting' }).click()
  const properties = open.getByRole('group', { name: 'Properties of the ticket' })
  await expect(properties.getByText('Waiting', { exact: true })).toBeVisible()
  await open.getByRole('button', { name: 'Mark Resolved' }).click()
  await expect(open.getByRole('button', { name: 'Reopen' })).toBeVisible()
  expect(await begins()).toBeLessThanOrEqual(844 * 0.14)
})

test('[T5] on a phone 40 characters of the subject are read, and the step to take next is in sight beside the properties', async ({
  page,
  segue,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const subject = 'Left brake lever rubs against the basket'
  expect(subject).toHaveLength(40)
  const { id } = await newTicket(page, segue, { subject, category: 'workshop and repairs', priority: 'urgent' })
  await page.goto(`/admin?section=tickets&ticket=${id}`)
  const title = pane(page, subject).getByRole('heading', { name: subject })
  expect(await title.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true)
  await expect(page.getByRole('button', { name: 'Take Ticket' })).toBeInViewport({ ratio: 1 })
})

for (const width of [1280, 1440]) {
  test(`[T1] at ${width} px the button to all filters is beside the search, and the choices are one line`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin?section=tickets&lang=de')
    const boxes = ['Weitere Filter', 'Ansicht', 'Status', 'Zuständig'].map((name) =>
      page
        .getByRole('button', { name, exact: name !== 'Ansicht' })
        .first()
        .boundingBox(),
    )
    const search = await page.getByRole('searchbox').first().boundingBox()
    const [more, view, status, assignee] = await Promise.all(boxes)
    expect(Math.abs((more?.y ?? 0) - (search?.y ?? 99))).toBeLessThan(4)
    expect(new Set([view?.y, status?.y, assignee?.y]).size).toBe(1)
  })
}
