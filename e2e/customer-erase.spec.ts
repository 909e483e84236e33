import { expectAccessibleInBothThemes } from './accessibility.ts'
import { newTicket, toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, signIn, test } from './segue.ts'

test('[C2] an owner erases a customer after typing the address; the list has them no more, and the ticket stays without a person', async ({
  page,
  segue,
}, info) => {
  await signIn(page, segue)
  const key = crypto.randomUUID().slice(0, 8)
  const customerEmail = `quentin.${key}@example.org`
  const { id } = await newTicket(page, segue, { customerName: `Quentin ${key}`, customerEmail, subject: `Bell ${key}` })
  await page.goto(`/admin?section=customers&q=${key}`)
  await page.getByRole('row', { name: new RegExp(`Quentin ${key}`) }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Erase customer' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Erase Quentin ${key}?` })
  const field = dialog.getByLabel(`Type ${customerEmail} to confirm`)
  await field.fill('Quentin')
  await field.press('Enter')
  await expect(dialog.getByText('exactly as it is shown')).toBeVisible()
  await picture(page, info, 'erase')
  await expectAccessibleInBothThemes(page)
  await field.fill(customerEmail)
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(toast(page, 'The customer is erased. Texts and files follow within minutes.')).toBeVisible()
  await expect(page.getByText('No customer matches')).toBeVisible()
  await page.goto(`/admin?section=tickets&ticket=${id}`)
  await expect(page.getByText('Erased customer').first()).toBeVisible()
  await expect(page.getByText(`Bell ${key}`)).toHaveCount(0)
})
