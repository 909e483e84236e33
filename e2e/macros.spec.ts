import { newTicket, pane, readTicket } from './desk.ts'
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
