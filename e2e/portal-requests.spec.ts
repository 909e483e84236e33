import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { fillTicketForm, logOf, PORTAL, unique } from './customer.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'
import { teamOf } from './team.ts'

const fillTicket = (page: Page, subject: string) =>
  fillTicketForm(page, { subject, description: 'There is a click on every turn of the left crank.' })
const submitButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Submit Ticket' })

test('[U4] all invalid fields show their error at once and the first one gets the focus', async ({ page }) => {
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await expect(page.getByLabel('Priority')).toHaveValue('normal')
  await expect(page.getByLabel('Priority').getByRole('option')).toHaveText(['Low', 'Normal', 'High', 'Critical'])
  await page.getByLabel('Email').fill('ada at example')
  await submitButton(page).click()
  for (const words of ['Enter your name.', 'Enter a subject.', 'Describe what you need help with.']) {
    await expect(page.getByText(words)).toBeVisible()
  }
  await expect(page.getByText('Enter an email address like name@example.com.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Subject')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name').fill('Ada')
  await expect(page.getByText('Enter your name.')).toBeHidden()
  await expectAccessible(page, 'all')
})

test('[U4] a submitted ticket is confirmed, clears the form, reaches the desk and is listed under My requests', async ({
  page,
  segue,
}) => {
  const subject = unique('Clicking crank')
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await expect(page.getByText('Your requests appear here')).toBeVisible()
  await fillTicket(page, subject)
  await page.getByLabel('Priority').selectOption('critical')
  const submitted = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/tickets'))
  await submitButton(page).click()
  // The language of the page: the conversation begins in it.
  expect((await (await submitted).allHeaders())['accept-language']).toBe('en')
  await expect(
    page.getByText("Your support request has been submitted! We'll contact you via email soon."),
  ).toBeVisible()
  for (const name of ['Name', 'Email', 'Subject', 'Description']) await expect(page.getByLabel(name)).toHaveValue('')

  const team = await teamOf(segue)
  const ticket = await team.ticketBySubject(subject)
  expect(ticket.priority).toBe('urgent')
  expect(ticket.status).toBe('open')
  const row = page.getByRole('button').filter({ hasText: subject })
  await expect(row).toContainText('Open')
  await expect(row).toContainText(`#${ticket.number}`)
  await expect(row).toContainText('Critical priority')
  await expect(row).toContainText('Unassigned')
  await expect(row).toContainText('Just now')
  await row.click()
  await expect(logOf(page).getByText('There is a click on every turn of the left crank.')).toBeVisible()
})

/** The refusal of a field last: its error is shown until the field changes. */
const failures: [status: number, code: string, text: string][] = [
  [
    403,
    'forbidden',
    'Permission denied - the service security rules may be blocking guest access. Please contact support.',
  ],
  [503, 'unavailable', 'The service is temporarily unavailable. Please try again in a moment.'],
  [401, 'unauthenticated', 'Database permissions error. Please contact support.'],
  [500, 'internal', 'Unexpected error (internal). Please try again or contact support directly.'],
  [400, 'invalid_input', 'Invalid data format. Please check your input and try again.'],
]

test('[U4] a refused ticket shows the reason and keeps the input; a refused field shows its own', async ({ page }) => {
  let reply = {}
  await page.route('**/api/portal/*/tickets', (route) =>
    route.request().method() === 'POST' ? route.fulfill(reply) : route.continue(),
  )
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicket(page, 'Kept words')
  for (const [status, code, text] of failures) {
    const fields = code === 'invalid_input' ? { 'body.subject': 'Shorten the subject.' } : undefined
    reply = { status, json: { error: { code, message: 'No.', requestId: 'r', fields } } }
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(`Error submitting your request. ${text}`)
    await expect(page.getByLabel('Subject')).toHaveValue('Kept words')
    await expect(page.getByLabel('Name')).toHaveValue('Ada Park')
  }
  await expect(page.getByText('Shorten the subject.')).toBeVisible()
  await expect(page.getByLabel('Subject')).toBeFocused()
})

test('[U4] without a network the input stays, and sending again creates one ticket', async ({
  page,
  context,
  segue,
}) => {
  const subject = unique('Sent twice')
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicket(page, subject)
  await context.setOffline(true)
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Error submitting your request. Network error - please check your internet connection and try again.',
  )
  await expect(page.getByLabel('Description')).not.toHaveValue('')
  await context.setOffline(false)
  // The first reply is lost: the ticket exists, and the retry under the same id succeeds.
  let lost = 0
  await page.route('**/api/portal/*/tickets', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    lost += 1
    await route.abort()
  })
  await submitButton(page).click()
  await expect(page.getByText('Your support request has been submitted!')).toBeVisible()
  expect(lost).toBe(1)
  const rows = page.getByRole('button').filter({ hasText: subject })
  await expect(rows).toHaveCount(1)
  await (await teamOf(segue)).ticketBySubject(subject)
})

test('[U4] what was typed is still there after a reload, and a form that is submitted twice is one ticket', async ({
  page,
}) => {
  const subject = unique('Squeaky brake')
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicketForm(page, { subject, description: 'It squeaks in the rain.' })
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue(subject)
  await expect(page.getByLabel('Description')).toHaveValue('It squeaks in the rain.')
  await page.getByLabel('Subject').evaluate((field: HTMLInputElement) => {
    field.form?.requestSubmit()
    field.form?.requestSubmit()
  })
  await expect(page.getByRole('status').filter({ hasText: 'has been submitted' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('')
  await expect(page.getByRole('button', { name: new RegExp(subject) })).toHaveCount(1)
})

test('[U6] a resolved request can be rated once: 1 to 5 labelled stars and a comment, read-only afterwards', async ({
  page,
  segue,
}) => {
  const subject = unique('To be rated')
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicket(page, subject)
  await submitButton(page).click()
  const row = page.getByRole('button').filter({ hasText: subject })
  await row.click()
  await expect(logOf(page)).toContainText('created')
  await expect(page.getByText('How was our support?')).toBeHidden()

  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  await team.reply(id, 'Tightened. It is silent now.')
  await expect(logOf(page).getByText('Tightened. It is silent now.')).toBeVisible()
  await team.move(id, 'resolved')
  const form = page.getByRole('form', { name: 'How was our support?' })
  await expect(form).toBeVisible()
  await expect(form.getByRole('button', { name: 'Submit Rating' })).toBeDisabled()
  for (const [value, word] of ['Very Poor', 'Poor', 'Average', 'Good', 'Excellent'].entries()) {
    await form.getByTitle(word, { exact: true }).click()
    await expect(form.getByRole('radio', { name: `${value + 1} of 5: ${word}` })).toBeChecked()
    await expect(form.getByText(word, { exact: true })).toBeVisible()
  }
  await form.getByTitle('Good', { exact: true }).click()
  await form.getByLabel('Comment').fill('Quick and kind.')

  await page.route('**/rating', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Later.', requestId: 'r' } } }),
  )
  await form.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(form.getByRole('alert')).toHaveText('Failed to submit rating. Please try again.')
  await page.unroute('**/rating')
  await form.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('Thank you for your feedback! Your rating has been submitted.')).toBeVisible()
  await expect(page.getByText('Quick and kind.')).toBeVisible()
  await expect(form).toBeHidden()

  await page.reload()
  await expect(page.getByRole('img', { name: '4 of 5: Good' }).last()).toBeVisible()
  await expect(page.getByRole('form', { name: 'How was our support?' })).toBeHidden()
  const detail = await team.detail(id)
  expect(detail.ticket).toMatchObject({ rating: 4, ratingComment: 'Quick and kind.' })
})

test('[U4] answers are suggested while a ticket is written: by keyboard, announced, dismissable, and the form keeps its input', async ({
  page,
}, info) => {
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  const suggestions = page.getByRole('region', { name: 'Perhaps this helps' })
  await page.getByLabel('Subject').fill('My order')
  await page.getByLabel('Description').fill('Where is my order, and how long does a delivery take?')
  await expect(suggestions.locator('summary').first()).toBeVisible()
  expect(await suggestions.locator('summary').count()).toBeLessThanOrEqual(3)
  await expect(page.getByRole('status').filter({ hasText: /suggestions? below the description/ })).toBeAttached()
  await expect(page.getByLabel('Description')).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await suggestions.scrollIntoViewIfNeeded()
  await picture(page, info, 'suggestions on a phone')
  await suggestions.locator('summary').first().press('Enter')
  await expect(suggestions.locator('details').first()).toHaveAttribute('open')
  await suggestions.getByRole('button', { name: 'Hide suggestions' }).press('Enter')
  await expect(suggestions).toBeHidden()
  await expect(page.getByLabel('Description')).toBeFocused()
  await expect(page.getByLabel('Subject')).toHaveValue('My order')
  await page.getByLabel('Description').fill('Where is my order now, and how long does a delivery take?')
  await expect(page.getByLabel('Description')).toHaveValue(/now, and how long/)
})
