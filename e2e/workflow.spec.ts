import { expectAccessibleInBothThemes } from './accessibility.ts'
import { newTicket, pane, readTicket, rowOf } from './desk.ts'
import { expect, signIn, test } from './segue.ts'

test.beforeEach(async ({ page, segue }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
})

test('[T11] a ticket is snoozed by keyboard, leaves the list, and comes back when its snooze is ended', async ({
  page,
  segue,
}) => {
  const ticket = await newTicket(page, segue, { subject: 'Not before tomorrow' })
  await page.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(page, ticket.subject)
  await expect(open.getByText('It wobbles since Monday.')).toBeVisible()
  await expect(rowOf(page, ticket.subject)).toBeVisible()
  await page.keyboard.press('z')
  const dialog = page.getByRole('dialog', { name: 'Snooze until…' })
  const tomorrow = dialog.getByRole('button', { name: /^Tomorrow.*9:00 AM$/ })
  await expect(tomorrow).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Another time (on your clock)').fill('2020-01-01T09:00')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This time has passed. Choose one that is still to come.')).toBeVisible()
  await tomorrow.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(open.getByText(/^Snoozed until .*End snooze$/)).toBeVisible()
  await expect(rowOf(page, ticket.subject)).toBeHidden()
  expect((await readTicket(page, segue, ticket.id)).activity[0]?.action).toMatch(/^Snoozed until .* at 9:00$|09:00$/)
  await open.getByRole('button', { name: 'End snooze' }).press('Enter')
  await expect(rowOf(page, ticket.subject)).toBeVisible()
  await open.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Snooze until…' }).click()
  await dialog.getByRole('button', { name: 'Until the customer replies' }).click()
  await expect(open.getByText('Snoozed until the customer replies')).toBeVisible()
})
