import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { toast } from './desk.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

test.beforeEach(async ({ page, segue }) => signIn(page, segue))

const wizard = (page: Page) => page.getByRole('navigation', { name: 'Steps of the business profile' })

test('[K1] the five steps of the business profile: required fields, back, completed steps, saved values', async ({
  page,
}) => {
  await page.goto('/admin?section=knowledge')
  await expect(page.getByRole('heading', { name: 'Company', level: 2 })).toBeVisible()
  // The name that the business is known by is filled in.
  await expect(page.getByLabel('Company name')).toHaveValue('Hollowbrook Cycles')
  await page.getByLabel('Company name').fill('')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please complete all required fields marked with *')
  await expect(page.getByLabel('Company name')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Company name').fill('Hollowbrook Cycles')
  for (const [label, option] of [
    ['Industry', 'E-commerce'],
    ['Business type', 'B2C (business to consumer)'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  // Unsaved input is still there after a reload.
  await page.reload()
  await expect(page.getByLabel('Company name')).toHaveValue('Hollowbrook Cycles')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(toast(page, 'Business profile saved successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Products and services', level: 2 })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Company', level: 2 })).toBeVisible()
  await wizard(page).getByRole('button', { name: 'Products and services' }).click()
  await page.getByRole('combobox', { name: 'Common issues' }).fill('Late parcels')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Common issues' }).fill('   ')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('heading', { name: 'Support process', level: 2 })).toBeVisible()
  await page.getByLabel('Chat', { exact: true }).check()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('heading', { name: 'Pricing and policies', level: 2 })).toBeVisible()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(page.getByRole('heading', { name: 'Brand voice and automation', level: 2 })).toBeVisible()
  await page.getByRole('combobox', { name: 'Topics to avoid' }).fill('Politics')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save and finish' }).click()
  await expect(page.getByText('Still empty: Pricing and policies.')).toBeVisible()
  await expect(wizard(page).getByRole('button', { name: 'Brand voice and automation done' })).toBeVisible()
  await expect(page.getByText('Your business profile is complete')).toBeHidden()
  await wizard(page).getByRole('button', { name: 'Pricing and policies' }).click()
  await page.getByLabel('Refund policy').fill('45 days, unused')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByText('Your business profile is complete')).toBeVisible()
  await expectAccessible(page)
  const view = await (await page.request.get('/api/knowledge/profile')).json()
  expect(view).toMatchObject({
    onboardingCompleted: true,
    completedSteps: [1, 2, 3, 4, 5],
    profile: {
      industry: 'ecommerce',
      commonIssues: ['Late parcels'],
      supportChannels: ['chat'],
      avoidTopics: ['Politics'],
    },
  })
})

test('[K1] the business profile on a phone and in the dark theme; a concurrent save shows a conflict', async ({
  page,
  segue,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, segue, memberOf(segue, 'owner', 1))
  await page.goto('/admin?section=knowledge&step=2')
  await page.getByLabel('Main products').fill('Mine')
  await expectAccessible(page)
  const other = await page.request.put('/api/knowledge/profile', {
    headers: { origin: segue.url },
    data: { version: 0, profile: { mainProducts: 'Theirs' } },
  })
  expect(other.status()).toBe(200)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Somebody else saved the profile meanwhile.')
  await expect(page.getByLabel('Main products')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expect(page.getByLabel('Main products')).toHaveValue('Theirs')
})
