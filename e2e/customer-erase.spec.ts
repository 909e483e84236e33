import { readFile } from 'node:fs/promises'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { newTicket, toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

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

test('[C2] an owner exports all data of a customer as one file, and an agent is not offered it', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  const key = crypto.randomUUID().slice(0, 8)
  const customerEmail = `nora.${key}@example.org`
  await newTicket(page, segue, { customerName: `Nora ${key}`, customerEmail, subject: `Horn ${key}` })
  const open = async () => {
    await page.goto(`/admin?section=customers&q=${key}`)
    await page.getByRole('row', { name: new RegExp(`Nora ${key}`) }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
  }
  await open()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export all data (JSON)' }).press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^customer-[0-9a-f]{8}\.json$/)
  const data = JSON.parse((await readFile(await file.path())).toString())
  expect(data.customers).toMatchObject([{ name: `Nora ${key}`, email: customerEmail }])
  expect(data.conversations).toMatchObject([{ ticket: { subject: `Horn ${key}` } }])
  await signIn(page, segue, memberOf(segue, 'agent'))
  await open()
  await expect(page.getByRole('menuitem', { name: 'Block customer' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Export all data (JSON)' })).toHaveCount(0)
})
