import { expectAccessibleInBothThemes } from './accessibility.ts'
import { headers, newTicket, toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, signIn, test } from './segue.ts'

test('[C1] a customer is found, gets a plan, an attribute and a note, and is blocked; a second browser sees it', async ({
  page,
  secondPage,
  segue,
}, info) => {
  const name = `Robin ${crypto.randomUUID().slice(0, 8)}`
  const customerEmail = `${name.slice(6)}@example.org`
  await signIn(page, segue)
  await signIn(secondPage, segue)
  await newTicket(page, segue, { customerName: name, customerEmail, subject: 'Bell does not ring' })
  await page.goto('/admin?section=customers')
  const table = page.getByRole('region', { name: 'Customers' }).getByRole('table')
  for (const column of ['Customer', 'Email', 'Plan', 'Status', 'Tickets', 'Joined', 'Last Active'])
    await expect(table.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await expect(page).toHaveURL(/sort=name/)
  await picture(page, info, 'customers')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(name.toUpperCase())
  const row = table.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText(customerEmail)
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('link', { name: /Bell does not ring/ })).toBeVisible()
  await secondPage.goto(page.url())
  await expect(secondPage.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.getByRole('button', { name: 'Manage attributes' }).click()
  const attribute = `Contract ${name.slice(6)}`
  await page.getByLabel('Name of the attribute').fill(attribute)
  await page.getByRole('button', { name: 'Add attribute' }).click()
  await expect(page.getByRole('dialog').getByText(attribute)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel(attribute).fill('A-17')
  await page.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Enterprise' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Customer saved.')).toBeVisible()
  await expect(secondPage.getByRole('combobox', { name: 'Plan' })).toHaveValue('Enterprise')

  await page.getByLabel('Note about this customer').fill('Prefers to be called.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(secondPage.getByText('Prefers to be called.')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Block customer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block customer' }).click()
  await expect(secondPage.getByText('This customer is blocked')).toBeVisible()
  await picture(page, info, 'customer')
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, info, 'customer on a phone')
})

test('[C1] a failed read shows the error with Retry, the rows that were read last, and a sample row', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  await newTicket(page, segue, { customerName: 'Robin Vale', customerEmail: 'robin.vale@example.org' })
  await page.goto('/admin?section=customers')
  const row = page.getByRole('row', { name: /robin\.vale@example\.org/ })
  await expect(row).toBeVisible()
  await page.route('**/api/customers?*', (route) => route.fulfill({ status: 503, headers: headers(segue) }))
  await newTicket(page, segue)
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(row).toBeVisible()
  await expect(page.getByText('Sample Customer')).toBeVisible()
  await page.unrouteAll()
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toBeHidden()
})
