import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { SLUG, unique } from './customer.ts'
import { expect, type Segue, test } from './segue.ts'
import { teamOf } from './team.ts'

const FORM = `/api/portal/${SLUG}/form`

async function fill(page: Page, given: { name?: string; email?: string; subject?: string; description?: string }) {
  for (const [name, value] of Object.entries(given)) await page.locator(`[name=${name}]`).fill(value)
}

const ticketsCalled = async (segue: Segue, subject: string) => {
  const team = await teamOf(segue)
  return team.ticketBySubject(subject)
}

test('[U10] without JavaScript portal and chat lead to a form that becomes a ticket, with its faults in the page and the input kept', async ({
  browser,
  segue,
}) => {
  const context = await browser.newContext({ baseURL: segue.url, javaScriptEnabled: false, locale: 'en-GB' })
  const page = await context.newPage()
  for (const address of [`/customer?tenant=${SLUG}`, `/customer?tenant=${SLUG}&embed=true`]) {
    await page.goto(address)
    await expect(page.getByRole('link', { name: 'Without JavaScript, write to us with this form' })).toHaveAttribute(
      'href',
      FORM,
    )
  }
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(FORM)
  const subject = unique('Without a script')
  await fill(page, { name: 'Ada Park <b>', email: 'ada@park', subject })
  await page.getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByRole('alert')).toContainText('Error submitting your request.')
  await expect(page.getByText('Enter an email address like name@example.com.')).toBeVisible()
  await expect(page.getByText('Describe what you need help with.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Ada Park <b>')
  await expect(page.getByLabel('Subject')).toHaveValue(subject)
  await fill(page, { email: 'ada.park@example.org', description: 'It wobbles.' })
  await page.getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByRole('status')).toContainText('Your support request has been submitted!')
  await expect(page.getByText(/Your ticket has the number \d+\./)).toBeVisible()
  const said = await page.getByText(/Your ticket has the number/).textContent()
  // The same form sent again is the same ticket.
  await page.reload()
  await expect(page.getByText(/Your ticket has the number/)).toHaveText(said ?? '')
  expect((await ticketsCalled(segue, subject)).id).toBeTruthy()

  // A form that was opened before the cookies were cleared is sent once more.
  await page.goto(FORM)
  await context.clearCookies()
  await fill(page, { name: 'Ada', email: 'ada.park@example.org', subject: 'Again', description: 'It wobbles.' })
  await page.getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByRole('alert')).toContainText('Send the form once more')
  await expect(page.getByLabel('Subject')).toHaveValue('Again')
  await page.getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByText(/Your ticket has the number \d+\./)).toBeVisible()
  await context.close()
})

test('[U10] the form without a script is refused from another site, and its address names no unknown business', async ({
  browser,
  segue,
}) => {
  const context = await browser.newContext({ baseURL: segue.url, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(FORM)
  await expectAccessible(page, 'all')
  const foreign = await context.request.post(FORM, {
    form: { key: crypto.randomUUID(), name: 'Ada', email: 'a@example.org', subject: 'x', description: 'x' },
    headers: { origin: 'https://other.example' },
  })
  expect(foreign.status()).toBe(403)
  const json = await context.request.post(`/api/portal/${SLUG}/tickets`, {
    form: { subject: 'x' },
    headers: { origin: segue.url },
  })
  expect(json.status()).toBe(415)
  await page.goto('/api/portal/nobody-here/form')
  await expect(page.getByRole('heading')).toBeVisible()
  await context.close()
})

test('[U11] without JavaScript the sign-in page says in the visitor’s language what it needs, instead of loading for ever', async ({
  browser,
  segue,
}) => {
  for (const [locale, words] of [
    ['en-GB', 'This page needs JavaScript, which is switched off in this browser.'],
    ['de-DE', 'Diese Seite braucht JavaScript, das in diesem Browser ausgeschaltet ist.'],
  ] as const) {
    const context = await browser.newContext({ baseURL: segue.url, javaScriptEnabled: false, locale })
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 700 })
    for (const address of ['/signin', '/forgot-password', '/admin']) {
      await page.goto(address)
      // What is in this element is not found by its text.
      const said = page.locator('noscript .loading-needs')
      await expect(said).toBeInViewport({ ratio: 1 })
      expect(await said.textContent()).toContain(words)
      await expect(page.locator('.loading-word')).toBeHidden()
    }
    await context.close()
  }
})

test('[U8] without JavaScript a reader says from the article why it did not help, and comes back to it', async ({
  browser,
  segue,
}) => {
  const context = await browser.newContext({ baseURL: segue.url, javaScriptEnabled: false, locale: 'en-GB' })
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/help/fernbill')
  await page.getByRole('link', { name: 'Send your first invoice in five minutes' }).click()
  const article = page.url()
  await expect(page.getByRole('link', { name: 'Without JavaScript, write to us with this form' })).toBeVisible()
  await page.getByRole('link', { name: 'Say whether this article helped' }).click()
  await page.getByLabel('After a No: what was missing?').selectOption('It is out of date')
  await page.getByLabel('Tell us more (optional)').fill('The pictures are old.')
  await page.getByLabel('No', { exact: true }).check()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status')).toHaveText('Thank you. The team sees your reason.')
  await page.getByRole('link', { name: 'Back' }).click()
  expect(page.url()).toBe(article)
  await context.close()
})
