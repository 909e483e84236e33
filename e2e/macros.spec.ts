import { headers, newTicket, pane, readTicket, rowOf, rows, toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, signIn, test } from './segue.ts'

test('[T9] [T11] a macro is made in Settings, inserted by / with its preview, and changes the ticket when it is sent; the draft is on another device', async ({
  page,
  segue,
  browser,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
  await page.goto('/admin?section=settings&tab=macros')
  await page.getByRole('button', { name: 'New macro' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Wheel on its way')
  await dialog.getByLabel('Text', { exact: true }).fill('Hi {{customer.nme}}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('{{customer.nme}} is no variable')).toBeVisible()
  await dialog
    .getByLabel('Text', { exact: true })
    .fill('Hi {{customer.first_name|there}}, it is on its way. {{agent.name}}')
  await dialog.getByRole('combobox', { name: 'Set the priority' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Priority: High')).toBeVisible()

  const ticket = await newTicket(page, segue, { subject: 'Macro ticket' })
  const address = `/admin?section=tickets&ticket=${ticket.id}`
  await page.goto(address)
  const open = pane(page, ticket.subject)
  const reply = open.getByRole('textbox', { name: 'Reply' })
  await reply.focus()
  await page.keyboard.type('/wheel')
  await expect(open.getByText('Hi Robin, it is on its way. Maya Thornton')).toBeVisible()
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/drafts') && response.request().method() === 'PUT',
  )
  await page.keyboard.press('Enter')
  await expect(reply).toHaveValue('Hi Robin, it is on its way. Maya Thornton')
  await expect(open.getByText('When you send it: Priority: High')).toBeVisible()
  await saved

  const phone = await browser.newContext({ baseURL: segue.url, viewport: { width: 390, height: 844 } })
  const second = await phone.newPage()
  await signIn(second, segue)
  await second.goto(address)
  await expect(second.getByRole('textbox', { name: 'Reply' })).toHaveValue('Hi Robin, it is on its way. Maya Thornton')
  await phone.close()

  await reply.press('Control+Enter')
  await expect(open.getByRole('log').getByText('Hi Robin, it is on its way.')).toBeVisible()
  await expect.poll(async () => (await readTicket(page, segue, ticket.id)).ticket.priority).toBe('high')
  const left = await page.request.get(`${segue.url}/api/tickets/${ticket.id}/drafts`)
  expect(await left.json()).toEqual({ items: [] })
})

test('[T9] a macro that sets a field of the business is run on the marked tickets after its reply is shown, and a ticket with a value missing stays as it is', async ({
  page,
  segue,
}, info) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
  const word = crypto.randomUUID().slice(0, 8)
  const field = { name: `Shelf ${word}`, key: `shelf_${word}`, type: 'choice', options: ['Left', 'Right'] }
  const id = crypto.randomUUID()
  const made = await page.request.post(`${segue.url}/api/ticket-fields`, {
    headers: headers(segue),
    data: { id, ...field },
  })
  expect(made.status(), await made.text()).toBe(201)
  const name = `Shelved ${word}`
  await page.goto('/admin?section=settings&tab=macros')
  await page.getByRole('button', { name: 'New macro' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Text', { exact: true }).fill('Hi {{customer.first_name}}, it is on the shelf.')
  await dialog.getByRole('combobox', { name: 'Set a field' }).selectOption(field.name)
  await dialog.getByRole('combobox', { name: field.name }).click()
  await page.getByRole('option', { name: 'Left' }).click()
  await picture(page, info, 'macro with a field')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Field: Left')).toBeVisible()

  const category = `shelf-${word}`
  const known = await newTicket(page, segue, { subject: `Known ${word}`, category })
  const nameless = await newTicket(page, segue, {
    subject: `Nameless ${word}`,
    category,
    customerName: 'Anonymous Customer',
  })
  await page.goto(`/admin?section=tickets&category=${category}`)
  await rows(page).getByRole('checkbox').nth(0).check()
  await rows(page).getByRole('checkbox').nth(1).check()
  const bar = page.getByRole('region', { name: 'Change the selected tickets' })
  await bar.getByRole('button', { name: 'Run macro' }).press('Enter')
  await page.getByRole('menuitemradio', { name }).press('Enter')
  const question = page.getByRole('dialog', { name: `Send “${name}” to the customers of 2 tickets?` })
  await expect(question).toContainText('Hi {{customer.first_name}}, it is on the shelf.')
  await picture(page, info, 'macro on two tickets')
  await question.getByRole('button', { name: 'Send replies' }).press('Enter')
  await expect(toast(page, /1 tickets? changed, 1 stayed as they were\. There is no value for/)).toBeVisible()
  const sent = await readTicket(page, segue, known.id)
  expect(sent.ticket).toMatchObject({ customFields: { [id]: 'Left' } })
  expect((await readTicket(page, segue, nameless.id)).ticket).toMatchObject({ customFields: {} })

  const archive = { headers: headers(segue), data: { version: 1, isArchived: true } }
  await page.request.post(`${segue.url}/api/ticket-fields/${id}/archive`, archive)
})

test('[T9] a tag gets a colour in Settings, which a second member sees on the row and in the open ticket at once', async ({
  page,
  segue,
  browser,
}, info) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
  const word = crypto.randomUUID().slice(0, 8)
  const tag = `tag-${word}`
  const { id, subject, version } = await newTicket(page, segue, { subject: `Tagged ${word}` })
  const change = { headers: headers(segue), data: { version, tags: [tag] } }
  expect((await page.request.patch(`${segue.url}/api/tickets/${id}`, change)).status()).toBe(200)
  const second = await browser.newContext({ baseURL: segue.url, viewport: { width: 1440, height: 900 } })
  const other = await second.newPage()
  await signIn(other, segue)
  await other.goto(`/admin?section=tickets&ticket=${id}`)
  const row = rowOf(other, subject)
  await expect(row).toContainText(tag)
  const dots = other.locator('[data-colour="violet"]')
  await expect(dots).toHaveCount(0)

  await page.goto('/admin?section=settings&tab=tickets')
  await page.getByRole('button', { name: `Colour of the tag ${tag}: No colour` }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Violet' }).press('Enter')
  const button = page.getByRole('button', { name: `Colour of the tag ${tag}: Violet` })
  await expect(button).toBeFocused()
  await button.scrollIntoViewIfNeeded()
  await picture(page, info, 'tag colours')
  await expect(row.locator('[data-colour="violet"]')).toHaveCount(1)
  await expect(pane(other, subject).locator('[data-colour="violet"]')).toHaveCount(1)
  await picture(other, info, 'coloured tag')
  await second.close()
})
