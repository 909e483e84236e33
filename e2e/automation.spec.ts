import { expectAccessible } from './accessibility.ts'
import { headers, toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, signIn, test } from './segue.ts'

test('[T12] a ready-made rule is tried over past tickets, and switched on; agreed times are tried and a holiday is added', async ({
  page,
  segue,
}, info) => {
  await signIn(page, segue)
  await page.goto('/admin?section=settings&tab=rules')
  await page.getByRole('button', { name: 'Use: Look at bad ratings' }).click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  await expect(form.getByRole('region', { name: 'In plain words' })).toContainText('When the customer rates the ticket')
  await expectAccessible(page)
  await picture(page, info, 'rule-form')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('switch', { name: 'Rule “Look at bad ratings” is on' }).click({ force: true })
  const dialog = page.getByRole('dialog', { name: /Switch on/ })
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(toast(page, 'Rule “Look at bad ratings” is on')).toBeVisible()
  await expectAccessible(page)
  await picture(page, info, 'rules')

  await page.goto('/admin?section=settings&tab=sla')
  await page.getByRole('button', { name: 'Try on past tickets' }).click()
  await expect(page.getByRole('dialog').getByRole('columnheader', { name: 'Breached' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, info, 'sla-dry-run')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Day' }).fill('2027-01-01')
  await page.getByRole('textbox', { name: 'Name' }).fill('New Year’s Day')
  await page.getByRole('button', { name: 'Add holiday' }).click()
  await expect(page.getByText('New Year’s Day', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await picture(page, info, 'sla')
})

test('[T12] a rule is written and moved by keyboard, and a second member sees both at once', async ({
  page,
  segue,
  browser,
}) => {
  const word = crypto.randomUUID().slice(0, 8)
  const name = `Keys ${word}`
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
  const id = crypto.randomUUID()
  const first = { id, name: `First ${word}`, trigger: 'created', time: null, conditions: {} }
  const made = await page.request.post(`${segue.url}/api/automation/rules`, {
    headers: headers(segue),
    data: { ...first, actions: [{ type: 'add_tag', tag: 'first' }] },
  })
  expect(made.status()).toBe(201)
  const second = await browser.newContext({ baseURL: segue.url, viewport: { width: 1440, height: 900 } })
  const other = await second.newPage()
  await signIn(other, segue)
  const path = '/admin?section=settings&tab=rules'
  await other.goto(path)
  await page.goto(path)
  const listed = (of: typeof page) => of.getByRole('list', { name: 'Rules', exact: true }).getByRole('listitem')

  await page.getByRole('button', { name: 'New rule' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New rule' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await expect(form.getByRole('combobox', { name: 'When' })).toBeFocused()
  await page.keyboard.type('the customer writes')
  await page.keyboard.press('Tab')
  await expect(form.getByRole('button', { name: 'Add condition' })).toBeFocused()
  await page.keyboard.press('Enter')
  await form.getByRole('combobox', { name: 'Condition' }).press('Tab')
  await form.getByRole('button', { name: /^Remove condition/ }).press('Enter')
  await form.getByRole('button', { name: 'Add action' }).press('Enter')
  await form.getByRole('combobox', { name: 'Action' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Urgent')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form).toBeHidden()
  await expect(listed(other).last()).toContainText(name)
  await expect(listed(other).last()).toContainText(/customer writes/i)

  const up = page.getByRole('button', { name: `Move ${name} up` })
  await up.press('Enter')
  await expect(page.getByRole('status').getByText(new RegExp(`^${name} is now number`))).toBeAttached()
  await expect(up).toBeFocused()
  await expect(listed(page).last()).toContainText(first.name)
  await expect(listed(other).last()).toContainText(first.name)
  await second.close()
})

test('the agreed times stand as cards at 390 px, without scrolling sideways', async ({ page, segue }, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, segue)
  await page.goto('/admin?section=settings&tab=sla')
  const table = page.getByRole('region', { name: 'Agreed times' }).locator('table')
  await expect(table).toBeVisible()
  const isWide = await table.evaluate(({ parentElement: box }) => (box ? box.scrollWidth > box.clientWidth : true))
  expect(isWide).toBe(false)
  await picture(page, info, 'sla-phone')
})
