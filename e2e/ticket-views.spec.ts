import { readFile } from 'node:fs/promises'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { newTicket, readTicket, rows, toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, signIn, test } from './segue.ts'

test.beforeEach(async ({ page, segue }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
})

test('[T11] filters are combined, saved as a shared view, and its counter follows a change in a second browser', async ({
  page,
  secondPage,
  segue,
}, info) => {
  const word = crypto.randomUUID().slice(0, 8)
  const category = `bells-${word}`
  await newTicket(page, segue, { subject: `First ${word}`, category, priority: 'urgent' })
  await newTicket(page, segue, { subject: `Second ${word}`, category })
  await page.goto('/admin?section=tickets')
  await page.getByRole('button', { name: 'More filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByLabel('Category', { exact: true }).fill(category)
  await page.keyboard.press('Enter')
  await filters.getByLabel('Status', { exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Open', exact: true }).click()
  await page.getByRole('option', { name: 'Waiting', exact: true }).click()
  await picture(page, info, 'filters')
  await expectAccessibleInBothThemes(page)
  await filters.getByRole('button', { name: 'Show tickets' }).click()
  await expect(page).toHaveURL(new RegExp(`category=${category}`))
  await expect(rows(page).getByRole('link')).toHaveCount(2)

  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Save as view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save the filter as a view' })
  await dialog.getByLabel('Name').fill(`Bells ${word}`)
  await dialog.getByLabel('Share with the team').check({ force: true })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, `View saved: Bells ${word}`)).toBeVisible()

  await signIn(secondPage, segue)
  await secondPage.goto('/admin?section=tickets')
  await secondPage.getByRole('button', { name: /^View/ }).click()
  const view = secondPage.getByRole('menuitemradio', { name: `Bells ${word}` })
  await expect(view).toContainText('2')
  await newTicket(page, segue, { subject: `Third ${word}`, category })
  await expect(view).toContainText('3')
  await view.click()
  await expect(rows(secondPage).getByRole('link')).toHaveCount(3)
  await expect(secondPage).toHaveURL(/status=open/)

  await page.getByRole('button', { name: /^View/ }).click()
  await picture(page, info, 'views')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, info, 'list on a phone')
})

test('[T9] tickets are marked by keyboard, changed at once and changed back from the toast; the list is exported; a tag is renamed', async ({
  page,
  segue,
}, info) => {
  const word = crypto.randomUUID().slice(0, 8)
  const category = `lamps-${word}`
  const first = await newTicket(page, segue, { subject: `=First ${word}`, category })
  const second = await newTicket(page, segue, { subject: `Second ${word}`, category })
  await page.goto(`/admin?section=tickets&category=${category}`)
  await expect(rows(page).getByRole('link')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Change the selected tickets' })
  await expect(bar.getByText('1 selected')).toBeVisible()
  await rows(page).getByRole('checkbox').nth(1).check()
  await expect(bar.getByText('2 selected')).toBeVisible()
  await picture(page, info, 'marked')
  await expectAccessibleInBothThemes(page)
  await bar.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('menuitemradio', { name: 'Urgent' }).click()
  await expect(toast(page, /^2 tickets changed$/)).toBeVisible()
  await expect(bar).toBeHidden()
  expect((await readTicket(page, segue, first.id)).ticket.priority).toBe('urgent')
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '2 tickets changed back')).toBeVisible()
  expect((await readTicket(page, segue, second.id)).ticket.priority).toBe('medium')

  await rows(page).getByRole('checkbox').first().check()
  await bar.getByRole('button', { name: 'Select all that match' }).click()
  await bar.getByLabel('Tag', { exact: true }).fill('checked')
  await bar.getByRole('button', { name: 'Add tag' }).click()
  await expect(toast(page, /^2 tickets changed$/)).toBeVisible()
  expect((await readTicket(page, segue, second.id)).ticket.tags).toEqual(['checked'])

  await page.getByRole('button', { name: 'View', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitemradio', { name: 'Export as CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(3)
  expect(text).toContain(`'=First ${word}`)

  await page.goto('/admin?section=settings&tab=tickets')
  const tags = page.getByRole('region', { name: 'Tags' })
  await tags.getByRole('button', { name: 'Rename the tag checked' }).click()
  await page.getByLabel('Name', { exact: true }).fill(`seen-${word}`)
  await picture(page, info, 'a tag')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(tags.getByText(`seen-${word}`)).toBeVisible()
  await picture(page, info, 'tags')
  await expectAccessibleInBothThemes(page)
  expect((await readTicket(page, segue, second.id)).ticket.tags).toEqual([`seen-${word}`])
})
