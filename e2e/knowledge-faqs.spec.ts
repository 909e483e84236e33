import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { unique } from './customer.ts'
import { toast } from './desk.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

const list = (page: Page) => page.getByRole('list', { name: 'FAQs' })
const rowOf = (page: Page, question: string) => list(page).getByRole('listitem').filter({ hasText: question })

async function openFaqs(page: Page) {
  await page.goto('/admin?section=knowledge&tab=faqs')
  await expect(page.getByRole('tab', { name: 'FAQ Management', selected: true })).toBeVisible()
  await expect(list(page).getByRole('listitem').first()).toBeVisible()
}

/** Deletes a demo tenant's FAQs, so that its knowledge base is as new. */
async function removeAll(page: Page, segue: Segue): Promise<void> {
  const headers = { origin: segue.url }
  const { items } = await (await page.request.get(`${segue.url}/api/knowledge/faqs`)).json()
  for (const { id } of items) await page.request.delete(`${segue.url}/api/knowledge/faqs/${id}`, { headers })
}

test('[K2] a FAQ is created, found, changed and deleted after a confirmation; missing fields show a message', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  await openFaqs(page)
  const question = unique('Do you true wheels?')
  await page.getByRole('button', { name: 'Add FAQ' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add FAQ' })
  await drawer.getByLabel('Question', { exact: true }).fill('   ')
  await drawer.getByRole('button', { name: 'Save FAQ' }).click()
  await expect(drawer.getByText('Enter the question.')).toBeVisible()
  await expect(drawer.getByText('Enter the answer.')).toBeVisible()
  await drawer.getByLabel('Question', { exact: true }).fill(question)
  await drawer.getByLabel('Answer', { exact: true }).fill('Yes, for £18, while you wait.')
  await drawer.getByLabel('Other ways to ask').fill('my wheel wobbles\nwheel truing')
  await drawer.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Technical' }).click()
  await drawer.getByRole('radiogroup', { name: 'Priority' }).getByText('High').click()
  await drawer.getByRole('button', { name: 'Save FAQ' }).click()
  await expect(toast(page, 'FAQ added.')).toBeVisible()
  await expect(drawer).toBeHidden()
  await expect(rowOf(page, question)).toContainText('Technical')

  await page.getByRole('searchbox', { name: 'Search questions and answers' }).fill(question)
  await expect(list(page).getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL(/search=/)
  await list(page).getByRole('button', { name: question }).click()
  const open = page.getByRole('dialog', { name: 'FAQ', exact: true })
  await expect(open.getByLabel('Other ways to ask')).toHaveValue('my wheel wobbles\nwheel truing')
  await open.getByLabel('Answer', { exact: true }).fill('Yes, for £20.')
  // Leaving asks for confirmation.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(open.getByLabel('Answer', { exact: true })).toHaveValue('Yes, for £20.')
  await open.getByRole('switch', { name: 'Published' }).click()
  await open.getByRole('button', { name: 'Save FAQ' }).click()
  await expect(toast(page, 'FAQ saved.')).toBeVisible()
  await expect(rowOf(page, question)).toContainText('Draft')
  await expect(rowOf(page, question)).toContainText('Yes, for £20.')

  await list(page).getByRole('button', { name: question }).click()
  await open.getByRole('button', { name: 'Delete' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete this FAQ?' })
  await expect(sure).toContainText('Are you sure you want to delete this FAQ?')
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'FAQ deleted.')).toBeVisible()
  await expect(page.getByText('No FAQ fits')).toBeVisible()
})

test('[K2] two members change one FAQ: the second sees a conflict and keeps the input', async ({ page, segue }) => {
  await signIn(page, segue)
  // A draft of its own: customers of other tests ask what is published.
  const question = unique('Two members')
  const draft = { id: crypto.randomUUID(), question, answer: 'As it was.', isPublished: false }
  const made = await page.request.post(`${segue.url}/api/knowledge/faqs`, {
    data: { ...draft, category: 'General', priority: 'medium' },
    headers: { origin: segue.url },
  })
  expect(made.status()).toBe(201)
  await openFaqs(page)
  await list(page).getByRole('button', { name: question }).click()
  const open = page.getByRole('dialog', { name: 'FAQ', exact: true })
  await open.getByLabel('Answer', { exact: true }).fill('Mine.')
  const id = new URL(page.url()).searchParams.get('faq')
  const { faq } = await (await page.request.get(`${segue.url}/api/knowledge/faqs/${id}`)).json()
  const data = { version: faq.version, answer: 'Theirs.' }
  await page.request.patch(`${segue.url}/api/knowledge/faqs/${id}`, { data, headers: { origin: segue.url } })
  await open.getByRole('button', { name: 'Save FAQ' }).click()
  await expect(open.getByText('Somebody else changed this meanwhile.')).toBeInViewport()
  await expect(open.getByLabel('Answer', { exact: true })).toHaveValue('Mine.')
  await open.getByRole('button', { name: 'Show their version' }).click()
  await expect(open.getByLabel('Answer', { exact: true })).toHaveValue('Theirs.')
  await open.getByLabel('Answer', { exact: true }).fill('Ours.')
  await open.getByRole('button', { name: 'Save FAQ' }).click()
  await expect(toast(page, 'FAQ saved.')).toBeVisible()
})

test('[K2] eight sample FAQs on first load are labelled and removed in one action; then “No FAQs yet”', async ({
  page,
  segue,
}) => {
  await signIn(page, segue, memberOf(segue, 'owner', 1))
  await removeAll(page, segue)
  await openFaqs(page)
  await expect(list(page).getByRole('listitem')).toHaveCount(8)
  await expect(list(page).getByText('Sample', { exact: true })).toHaveCount(8)
  await page.getByRole('button', { name: 'Remove samples' }).click()
  await expect(toast(page, 'Sample FAQs removed.')).toBeVisible()
  await expect(page.getByText('No FAQs yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No FAQs yet')).toBeVisible()
})

test('[K6] a CSV file is previewed, imported with progress, and the import undone; the export is a CSV file with every column', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  await openFaqs(page)
  const mark = unique('import')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import FAQs' })
  const csv = `question;answer\nFirst ${mark}?;One\n;Nobody asks\nSecond ${mark}?;Two\nHow do gift cards work?;New words\n`
  const send = (text: string) =>
    dialog
      .getByLabel('CSV file')
      .last()
      .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await send('just one column')
  await expect(dialog.getByRole('alert')).toContainText('one column only')
  await send(csv)
  await expect(dialog).toContainText('3 questions in mine.csv')
  await expect(dialog.getByRole('alert')).toContainText('Line 3 The question is missing.')
  await expect(dialog.getByText('Exists', { exact: true })).toBeVisible()
  await dialog.getByRole('checkbox', { name: `Take over “Second ${mark}?”` }).click()
  await dialog.getByRole('button', { name: 'Import 2 FAQs' }).click()
  await expect(dialog).toContainText('1 added, 0 updated, 1 left as they were.')
  await expect(list(page).getByRole('button', { name: `First ${mark}?` })).toBeAttached()
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(toast(page, '1 FAQ removed again.')).toBeVisible()
  await expect(list(page).getByRole('button', { name: `First ${mark}?` })).toHaveCount(0)

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^faqs-\d{4}-\d\d-\d\d\.csv$/)
  const header = '\uFEFFquestion,answer,phrasings,category,priority,language,status\r\n'
  expect(await readFile(await file.path(), 'utf8')).toContain(header)
})

test('[K6] a help page with a private address is refused with the reason', async ({ page, segue }) => {
  await signIn(page, segue)
  await openFaqs(page)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import FAQs' })
  await dialog.getByLabel('Address of a public help page').fill('http://192.168.0.1/help')
  await dialog.getByRole('button', { name: 'Read page' }).click()
  await expect(dialog.getByRole('alert')).toContainText('private network')
  await dialog.getByRole('button', { name: 'Choose another' }).click()
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('[K2] an agent sees FAQs without controls to change them', async ({ page, segue }) => {
  await signIn(page, segue, memberOf(segue, 'agent'))
  await openFaqs(page)
  await expect(page.getByText('Owners and admins change it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add FAQ' })).toHaveCount(0)
  await list(page).getByRole('button').first().click()
  const open = page.getByRole('dialog', { name: 'FAQ', exact: true })
  await expect(open.getByLabel('Answer', { exact: true })).toHaveAttribute('readonly', '')
  await expect(open.getByRole('button', { name: 'Save FAQ' })).toHaveCount(0)
})

for (const width of [1440, 390]) {
  test(`FAQs and analytics have no accessibility violation, light and dark, ${width} px`, async ({ page, segue }) => {
    const wrong: string[] = []
    page.on('console', (line) => line.type() === 'error' && wrong.push(line.text()))
    await signIn(page, segue)
    await page.setViewportSize({ width, height: 900 })
    await openFaqs(page)
    await expectAccessibleInBothThemes(page)
    await list(page).getByRole('button').first().click()
    await expect(
      page.getByRole('dialog', { name: 'FAQ', exact: true }).getByLabel('Answer', { exact: true }),
    ).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Import' }).click()
    await expect(page.getByRole('dialog', { name: 'Import FAQs' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page
      .getByLabel('CSV file')
      .last()
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('A?,b\n,c') })
    await expect(page.getByText('1 question in a.csv')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await page.goto('/admin?section=knowledge&tab=analytics&period=all')
    await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible()
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    expect(wrong, 'console errors, the policy’s among them').toEqual([])
  })
}
