import { expectAccessible } from './accessibility.ts'
import { toast } from './desk.ts'
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
