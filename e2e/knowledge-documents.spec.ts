import type { Page } from '@playwright/test'
import { makeDocx, makePdf } from '#server/knowledge/parsing/fixture.ts'
import { expectAccessible } from './accessibility.ts'
import { openChat, sendMessage } from './customer.ts'
import { toast } from './desk.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Training documents' })
const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add a training document' })

async function openDocuments(page: Page) {
  await page.goto('/admin?section=knowledge&tab=documents')
  await expect(page.getByRole('tab', { name: 'Training Documents', selected: true })).toBeVisible()
}

async function choose(page: Page, label: string, option: string) {
  await dialog(page).getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Saves a screenshot if `SHOTS` names a folder. */
async function picture(page: Page, name: string) {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test.beforeEach(async ({ page, segue }) => signIn(page, segue))

test('[K3] a pasted text is processed in the background, shown with its passages, renamed and deleted', async ({
  page,
}) => {
  await openDocuments(page)
  await page.getByRole('button', { name: 'Add document' }).click()
  await dialog(page).getByText('Paste text').click()
  const add = dialog(page).getByRole('button', { name: 'Add document' })
  await expect(add).toBeDisabled()
  await dialog(page).getByLabel('Name').fill('Care of saddles')
  await dialog(page).getByLabel('Content').fill('# Care\n\n## Saddles\n\nRub leather with beeswax twice a year.')
  await expect(add).toBeDisabled()
  await choose(page, 'Type', 'Guide')
  await choose(page, 'Category', 'Product Information')
  await picture(page, 'add-text')
  await add.click()
  await expect(row(page, 'Care of saddles').getByText('Active')).toBeVisible()
  await expect(row(page, 'Care of saddles')).toContainText('Guide')
  await expect(row(page, 'Care of saddles')).toContainText('characters')
  await row(page, 'Care of saddles').getByRole('button', { name: 'Care of saddles', exact: true }).click()
  const side = page.getByRole('dialog', { name: 'Training documents' })
  await expect(side.getByRole('region', { name: 'What the assistant may quote' })).toContainText('beeswax twice a year')
  await expectAccessible(page)
  await picture(page, 'open')
  await side.getByLabel('Name').fill('Care of leather')
  await side.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Document saved.')).toBeVisible()
  await side.getByRole('button', { name: 'Close' }).click()
  await row(page, 'Care of leather').getByRole('button', { name: 'Actions for Care of leather' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Care of leather”?' })
  await expect(question).toContainText('Are you sure you want to delete this training document?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Care of leather')).toBeVisible()
  await row(page, 'Care of leather').getByRole('button', { name: 'Actions for Care of leather' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Care of leather')).toHaveCount(0)
})

test('[K3] several files are uploaded at once; a file that cannot be parsed shows the reason, without a Retry that could not help', async ({
  page,
}) => {
  await openDocuments(page)
  await page.getByRole('button', { name: 'Add document' }).click()
  await page.setInputFiles('input[type=file]', [
    {
      name: 'Torque table.pdf',
      mimeType: 'application/pdf',
      buffer: makePdf([['Crank bolts take 42 newton metres.']]),
    },
    {
      name: 'Winter tyres.docx',
      mimeType: 'application/octet-stream',
      buffer: makeDocx(['# Winter tyres', 'Change them in October.']),
    },
    { name: 'Locked.pdf', mimeType: 'application/pdf', buffer: makePdf([['secret']], { isLocked: true }) },
    { name: 'Scan.pdf', mimeType: 'application/pdf', buffer: makePdf([[]], { isScanned: true }) },
  ])
  await choose(page, 'Type', 'Manual')
  await picture(page, 'add-files')
  await dialog(page).getByRole('button', { name: 'Add 4 documents' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Torque table').getByText('Active')).toBeVisible()
  await expect(row(page, 'Torque table')).toContainText('1 page,')
  await expect(row(page, 'Winter tyres').getByText('Active')).toBeVisible()
  await expect(row(page, 'Scan')).toContainText('Its pages are pictures without text.')
  const locked = row(page, 'Locked')
  await expect(locked).toContainText('It asks for a password. Save it without one, then upload it again.')
  await picture(page, 'list')
  await expect(list(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await expect(page).toHaveURL(/status=failed/)
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
})

test('[K3] a picture is refused before it is uploaded, with what to use instead; the other files are added, a CSV too', async ({
  page,
}) => {
  let uploads = 0
  page.on('request', (request) => {
    if (request.headers()['content-type']?.startsWith('multipart/')) uploads += 1
  })
  await openDocuments(page)
  await page.getByRole('button', { name: 'Add document' }).click()
  await page.setInputFiles('input[type=file]', [
    { name: 'Price list.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG') },
    { name: 'Prices.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('PK') },
  ])
  const refusals = dialog(page).getByRole('alert')
  await expect(refusals.nth(0)).toContainText('Price list.png is a picture, and the assistant reads text only.')
  await expect(refusals.nth(0)).toContainText('Paste its text instead')
  await expect(refusals.nth(1)).toContainText('Prices.xlsx is a kind of file that is not read.')
  await choose(page, 'Type', 'Manual')
  await expect(dialog(page).getByRole('button', { name: 'Add 2 documents' })).toBeDisabled()
  await page.setInputFiles('input[type=file]', [
    { name: 'Opening times.txt', mimeType: 'text/plain', buffer: Buffer.from('We open at nine.') },
    { name: 'Repair prices.csv', mimeType: 'text/csv', buffer: Buffer.from('Repair;Price\nNew chain;39 EUR') },
  ])
  await dialog(page).getByRole('button', { name: 'Add 4 documents' }).click()
  await expect(row(page, 'Opening times').getByText('Active')).toBeVisible()
  await expect(row(page, 'Repair prices').getByText('Active')).toBeVisible()
  await expect(refusals).toHaveCount(2)
  expect(uploads).toBe(2)
})

test('[K3] a private address is refused with the reason; a failed request keeps the input', async ({ page }) => {
  await openDocuments(page)
  await page.getByRole('button', { name: 'Add document' }).click()
  await dialog(page).getByText('Public page').click()
  await dialog(page).getByLabel('Address').fill('ftp://example.com/x')
  await choose(page, 'Type', 'Policy')
  await dialog(page).getByRole('button', { name: 'Add document' }).click()
  await expect(dialog(page).getByText('Enter an address like https://example.com/help.')).toBeVisible()
  await dialog(page).getByLabel('Address').fill('http://10.1.2.3/handbook')
  await page.route('**/api/knowledge/documents/page', (route) => route.abort(), { times: 1 })
  await dialog(page).getByRole('button', { name: 'Add document' }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expect(dialog(page).getByLabel('Address')).toHaveValue('http://10.1.2.3/handbook')
  await dialog(page).getByRole('button', { name: 'Add document' }).click()
  await expect(row(page, 'http://10.1.2.3/handbook')).toContainText('leads into a private network')
})

test('[K3] an agent sees documents without controls to change them', async ({ page, segue }) => {
  await signIn(page, segue, memberOf(segue, 'agent'))
  await openDocuments(page)
  await expect(page.getByText('Only owners and admins can change documents.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add document' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
})

test('[K3] documents on a phone and in the dark theme', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await openDocuments(page)
  await expect(list(page).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(wide).toBe(false)
  await picture(page, 'phone-list')
  await page.getByRole('button', { name: 'Add document' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'phone-add')
})

test('[K5] the source of an answer opens for the customer with its page', async ({
  page,
  segue,
  secondPage: customer,
}) => {
  const filler = Array.from(
    { length: 20 },
    (_, line) => `Line ${line} tells how to keep the workshop tidy and dry in winter.`,
  )
  const fact = 'The quartz bearing of the Zephyr turbine is greased every 137 days with lithium paste.'
  const query = '/api/knowledge/documents/file?type=Manual'
  const buffer = makePdf([
    filler,
    [{ heading: 'Bearings' }, fact, 'Wipe it dry with a soft cloth before you do so.'],
    filler,
  ])
  const sent = await page.request.post(query, {
    headers: { origin: segue.url },
    multipart: { file: { name: 'Turbine.pdf', mimeType: 'application/pdf', buffer } },
  })
  expect(sent.status()).toBe(201)
  const { id } = (await sent.json()) as { id: string }
  const status = async () =>
    ((await (await page.request.get(`/api/knowledge/documents/${id}`)).json()) as { document: { status: string } })
      .document.status
  await expect.poll(status).toBe('active')
  await openChat(customer)
  await sendMessage(customer, 'how often is the quartz bearing of the Zephyr turbine greased with lithium paste')
  const source = customer.getByRole('button', { name: 'Read the source: Turbine, p. 2' })
  await source.click()
  const opened = customer.getByRole('dialog', { name: 'Turbine' })
  await expect(opened).toContainText('Document · p. 2 · Bearings')
  await expect(opened).toContainText('every 137 days')
  await expectAccessible(customer)
  await picture(customer, 'source')
})
