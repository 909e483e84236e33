import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { newTicket, toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, type Segue, signIn, test } from './segue.ts'

/** Two customers with a ticket each, whose mailboxes have the same name. */
async function twoCustomers(page: Page, segue: Segue) {
  const key = crypto.randomUUID().slice(0, 8)
  const [work, home] = [`Robin ${key}`, `R. Vale ${key}`]
  await newTicket(page, segue, {
    customerName: home,
    customerEmail: `robin.${key}@home.example`,
    subject: `Saddle ${key}`,
  })
  await newTicket(page, segue, {
    customerName: work,
    customerEmail: `robin.${key}@work.example`,
    subject: `Bell ${key}`,
  })
  return { key, work, home }
}

async function openCustomer(page: Page, name: string) {
  await page.goto(`/admin?section=customers&q=${encodeURIComponent(name)}`)
  await page.getByRole('row', { name: new RegExp(name.replaceAll('.', '\\.')) }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('[C2] a duplicate is found, merged by keyboard, seen as one in a second browser, and the merge is undone', async ({
  page,
  secondPage,
  segue,
}, info) => {
  await signIn(page, segue)
  await signIn(secondPage, segue)
  const { key, work, home } = await twoCustomers(page, segue)
  await openCustomer(page, work)
  await openCustomer(secondPage, home)
  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Merge with another customer' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Merge with ${work}` })
  const candidate = dialog.getByRole('button', { name: home })
  await expect(candidate).toContainText('Similar email')
  await picture(page, info, 'possible duplicates')
  await candidate.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('2 tickets, 0 chats')).toBeVisible()
  await expect(dialog.getByText(`robin.${key}@home.example`)).toBeVisible()
  await dialog.getByRole('radio', { name: home }).focus()
  await page.keyboard.press('Space')
  await picture(page, info, 'merge')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, `${home} was merged.`)).toBeVisible()
  await expect(dialog).toBeHidden()
  for (const shown of [page, secondPage]) {
    await expect(shown.getByRole('heading', { level: 1, name: home })).toBeVisible()
    await expect(shown.getByRole('link', { name: `Saddle ${key}` })).toBeVisible()
    await expect(shown.getByRole('link', { name: `Bell ${key}` })).toBeVisible()
  }
  const openIn = (one: Page) => new URL(one.url()).searchParams.get('customer')
  await expect.poll(() => openIn(secondPage) === openIn(page)).toBe(true)
  await page.keyboard.press('Escape')
  await picture(page, info, 'merged customer')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: `Undo the merge with ${home}` }).click()
  await expect(toast(page, 'The merge was undone.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: work })).toBeVisible()
  await expect(secondPage.getByRole('link', { name: `Saddle ${key}` })).toBeHidden()
})

test('[C2] a merged address is taken off again as a customer of its own; the dialog fits a phone', async ({
  page,
  segue,
}, info) => {
  await signIn(page, segue)
  const { key, work, home } = await twoCustomers(page, segue)
  await openCustomer(page, work)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge with another customer' }).click()
  await page.getByRole('searchbox', { name: 'Search for the other customer' }).fill(`robin.${key}@home`)
  await page.getByRole('button', { name: home }).click()
  await picture(page, info, 'merge on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const split = page.getByRole('button', { name: `Take off ${home}` })
  await split.scrollIntoViewIfNeeded()
  await picture(page, info, 'merged customer on a phone')
  await split.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take off' }).click()
  await expect(split).toBeHidden()
  await page.goto(`/admin?section=customers&q=${key}`)
  await expect(page.getByRole('row').filter({ hasText: key })).toHaveCount(2)
})
