import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { unique } from './customer.ts'
import { headers, toast } from './desk.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

const conflicts = (page: Page) => page.getByRole('region', { name: 'Contradictions' })
const conflictOf = (page: Page, text: string) => conflicts(page).getByRole('listitem').filter({ hasText: text })

async function addFaq(page: Page, segue: Segue, question: string, answer: string): Promise<void> {
  const body = { id: crypto.randomUUID(), question, answer, phrasings: [], language: 'en', isPublished: true }
  const response = await page.request.post('/api/knowledge/faqs', { headers: headers(segue), data: body })
  expect(response.status(), await response.text()).toBe(201)
}

test('[K5] two answers that contradict each other are shown side by side, and stay dismissed', async ({
  page,
  segue,
}) => {
  test.slow()
  await signIn(page, segue, memberOf(segue, 'owner', 1))
  const thing = unique('pedalo').replace(' ', '')
  await addFaq(page, segue, `What does a ${thing} cost?`, `A ${thing} costs 14 euros an hour.`)
  await addFaq(page, segue, `Prices of the ${thing}?`, `A ${thing} costs 19 euros an hour.`)
  await page.goto('/admin?section=knowledge&tab=review')
  const found = conflictOf(page, thing)
  await expect(found).toBeVisible({ timeout: 60_000 })
  await expect(found.getByRole('heading', { name: /^Different amounts/ })).toBeVisible()
  expect((await found.locator('mark').allInnerTexts()).sort()).toEqual(['14 euros', '19 euros'])
  await found.getByRole('button', { name: 'Who was told which' }).press('Enter')
  await expect(found.getByText('No conversation was answered from this passage.')).toHaveCount(2)
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(found.getByRole('link', { name: `Prices of the ${thing}?` })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await found.getByRole('button', { name: 'No contradiction' }).click()
  await expect(toast(page, /Dismissed until its text changes/)).toBeVisible()
  await expect(found).toBeHidden()
  await page.getByText('Dismissed', { exact: true }).click()
  await expect(found).toContainText('Dismissed by')
  await found.getByRole('link', { name: `Prices of the ${thing}?` }).click()
  await expect(page.getByRole('dialog')).toContainText(thing)
})
