import type { Page, TestInfo } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { setStatus, signInAsOwner } from './owner.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

type Problem = { title: string; text: RegExp; status: number }
const INVALID: Problem = {
  title: 'Invalid Support Link',
  text: /^This support link is missing required information\. Please use the correct link from the business\.$/,
  status: 404,
}
const UNKNOWN: Problem = { title: 'Tenant not found', text: /Check the link, or ask the business/, status: 404 }
const SUSPENDED: Problem = { title: 'Support temporarily unavailable', text: /^Fernbill is not taking/, status: 200 }

/** The page shows the problem whole, and nothing of a portal; by script and without one. */
async function expectProblem(page: Page, path: string, { title, text, status }: Problem, info: TestInfo) {
  const answer = await page.goto(path)
  expect(answer?.status(), path).toBe(status)
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('paragraph').filter({ hasText: text })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await picture(page, info, `${title} ${page.viewportSize()?.width}`)
}

test('[U1] a link without a business, or with an unknown one, shows an error by its title and what to do, on desktop and phone', async ({
  page,
}, info) => {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const path of ['/support', '/help', '/customer', '/support?tenant=', '/help?tenant='])
      await expectProblem(page, path, INVALID, info)
    for (const path of ['/customer', '/support', '/help'])
      await expectProblem(page, `${path}?tenant=no-such-shop`, UNKNOWN, info)
    await expectProblem(page, '/help/no-such-shop', UNKNOWN, info)
  }
  await expectAccessible(page, 'all')
})

test('[U1] a suspended business says so on every page, keeps what a customer was typing, and is back after Retry', async ({
  page,
  secondPage,
  segue,
}, info) => {
  const subject = 'The calendar stays empty'
  await page.goto('/support?tenant=fernbill&tab=submit-ticket')
  await page.getByLabel('Subject').fill(subject)
  await signInAsOwner(secondPage, segue)
  await setStatus(secondPage, segue, 'Fernbill', 'SUSPENDED')
  try {
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const path of ['/customer', '/support']) {
        await expectProblem(page, `${path}?tenant=fernbill&tab=submit-ticket`, SUSPENDED, info)
        await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
      }
      // Search engines drop what is in the help centre.
      for (const path of ['/help?tenant=fernbill', '/help/fernbill'])
        await expectProblem(page, path, { ...SUSPENDED, status: 404 }, info)
    }
    await page.goto('/support?tenant=fernbill&tab=submit-ticket')
  } finally {
    await setStatus(secondPage, segue, 'Fernbill', 'ACTIVE')
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue(subject)
})
