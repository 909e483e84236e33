import { expectAccessible } from './accessibility.ts'
import { fillTicketForm, PORTAL, unique } from './customer.ts'
import { headers, newTicket, pane, toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, signIn, test } from './segue.ts'

// The other tests of this installation have no fields: they resolve tickets and send the form without.
test.afterEach(async ({ page, segue }) => {
  const reply = await page.request.get(`${segue.url}/api/ticket-fields`)
  const { items } = (await reply.json()) as { items: { id: string; version: number; isArchived: boolean }[] }
  for (const { id, version } of items.filter(({ isArchived }) => !isArchived)) {
    const data = { version, isArchived: true }
    await page.request.post(`${segue.url}/api/ticket-fields/${id}/archive`, { headers: headers(segue), data })
  }
})

test('[T5] a field is added in Settings, filled in beside a ticket by keyboard, seen by a second member at once, required before resolving and filtered by', async ({
  page,
  segue,
  browser,
}, info) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
  await page.goto('/admin?section=settings&tab=tickets')
  await page.getByRole('button', { name: 'Add field' }).click()
  const dialog = page.getByRole('dialog', { name: 'New field' })
  await dialog.getByLabel('Name').fill('Frame colour')
  await expect(dialog.getByLabel('Key')).toHaveValue('frame_colour')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Single choice')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter at least one option')).toBeVisible()
  await dialog.getByLabel('Options, one a line').fill('Red\nBlue')
  await dialog.getByRole('combobox', { name: 'Required' }).selectOption('Before a ticket is resolved')
  await expectAccessible(page)
  await picture(page, info, 'field-dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Fields', exact: true })).toContainText(
    'Single choice · team only · required',
  )
  await expectAccessible(page)
  await picture(page, info, 'fields')

  const ticket = await newTicket(page, segue, { subject: 'Field ticket' })
  const address = `/admin?section=tickets&ticket=${ticket.id}`
  const second = await browser.newContext({ baseURL: segue.url, viewport: { width: 1440, height: 900 } })
  const other = await second.newPage()
  await signIn(other, segue)
  await other.goto(address)
  await page.goto(address)
  const field = page.getByRole('combobox', { name: 'Frame colour' })
  await expect(field).toHaveValue('')
  const open = pane(page, ticket.subject)
  await open.getByRole('button', { name: 'Take Ticket' }).click()
  await open.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(toast(page, 'Fill in "Frame colour" before you resolve this ticket.')).toBeVisible()
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Blue' }).waitFor()
  await page.keyboard.type('Blue')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Blue')
  await expect(other.getByRole('combobox', { name: 'Frame colour' })).toHaveValue('Blue')
  await expect(other.getByText('Frame colour set to Blue').first()).toBeVisible()
  await second.close()
  await expectAccessible(page)
  await picture(page, info, 'ticket-fields')

  await page.getByRole('button', { name: 'More filters' }).click()
  const filters = page.getByRole('dialog')
  await filters.getByRole('combobox', { name: 'Frame colour' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Blue' }).click()
  await page.keyboard.press('Escape')
  await filters.getByRole('button', { name: 'Show tickets' }).click()
  const list = page.getByRole('list', { name: 'Tickets' })
  await expect(list.getByRole('link')).toHaveCount(1)
  await expect(list).toContainText('Field ticket')
})

test('[T5] a customer fills in the business’s field on the ticket form, and reads what is missing', async ({
  page,
  segue,
}, info) => {
  await signIn(page, segue)
  const id = crypto.randomUUID()
  const made = await page.request.post(`${segue.url}/api/ticket-fields`, {
    headers: headers(segue),
    data: {
      id,
      key: 'receipt',
      name: 'Receipt number',
      type: 'text',
      help: 'It is at the top of your receipt.',
      required: 'form',
      isOnForm: true,
    },
  })
  expect(made.status()).toBe(201)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicketForm(page, { subject: unique('Wheel'), description: 'It wobbles.' })
  const submit = page.getByRole('main').getByRole('button', { name: 'Submit Ticket' })
  await expect(page.getByLabel('Receipt number')).toBeVisible()
  await submit.click()
  await expect(page.getByText('Fill in "Receipt number".')).toBeVisible()
  await expect(page.getByLabel('Receipt number')).toBeFocused()
  await expectAccessible(page)
  await picture(page, info, 'form-field')
  await page.getByLabel('Receipt number').fill('R-7')
  await submit.click()
  await expect(page.getByText('Your support request has been submitted!')).toBeVisible()
})
