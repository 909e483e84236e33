import { fileURLToPath } from 'node:url'
import { expectAccessible } from './accessibility.ts'
import { expect, signIn, test } from './segue.ts'

const EXPORT = fileURLToPath(new URL('../server/src/data-import/samples/csv/tickets.csv', import.meta.url))

test('[D5] an owner moves a table in: chooses the product, maps a status, checks, imports and takes it back', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  await page.goto('/admin?section=settings&tab=move-in')
  await page.getByRole('radio', { name: 'Another (CSV table)' }).check()
  await page.locator('input[type=file]').setInputFiles(EXPORT)

  const mapping = page.getByRole('region', { name: 'What becomes what' })
  await expect(mapping.getByLabel('Order number')).toHaveValue('')
  await mapping.getByLabel('Open', { exact: true }).selectOption('waiting')
  await mapping.getByRole('button', { name: 'Save' }).click()
  await expect(mapping.getByRole('button', { name: 'Save' })).toBeDisabled()

  await page.getByRole('button', { name: 'Start the dry run' }).click()
  const check = page.getByRole('table', { name: 'Dry run: what the import would do' })
  await expect(check.getByRole('row', { name: 'Tickets 3 0 0' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const result = page.getByRole('table', { name: 'What was imported' })
  await expect(result.getByRole('row', { name: 'Tickets 3 0 0' })).toBeVisible()
  await page.reload()
  await expect(result.getByRole('row', { name: 'Customers 2 0 0' })).toBeVisible()

  await page.getByRole('button', { name: 'Undo the import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type the name of the file').fill('tickets.txt')
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expect(dialog.getByText('Enter the name of the file as it is written: tickets.csv')).toBeVisible()
  await dialog.getByLabel('Type the name of the file').fill('tickets.csv')
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('Undone: 5 records removed.')).toBeVisible()
})
