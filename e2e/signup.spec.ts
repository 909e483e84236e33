import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { chatOf, expectAnswer, openChat, sendMessage } from './customer.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'

const PASSWORD = 'violet harbour 93'
const uniqueEmail = () => `ada@harbor-${crypto.randomUUID().slice(0, 8)}.example`

/** Chooses a plan on the landing page and completes the stand-in checkout in the tab that it opens. */
async function payFor(page: Page, plan: RegExp): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: plan }).click()
  const checkout = await opened
  await expect(checkout.getByText('no payment service is connected, and no money moves')).toBeVisible()
  await checkout.getByRole('button', { name: 'Complete test payment' }).click()
  return checkout
}

test('[X1] [N1] [N5] from the landing page through checkout, sign-up, onboarding and knowledge to the first answered chat', async ({
  page,
  secondPage,
}, info) => {
  test.setTimeout(120_000)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'AI answers what you know. People take over without a break.',
  )
  await picture(page, info, 'landing')
  const tab = await payFor(page, /Monthly plan/)
  await expect(tab.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await picture(tab, info, 'payment')
  await tab.getByLabel('Email').fill(uniqueEmail())
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await tab.getByLabel('Confirm password').fill(PASSWORD)
  await tab.getByRole('button', { name: 'Create account' }).click()
  await expect(tab.getByText('Your account is ready.')).toBeVisible()

  await tab.getByLabel('Company name').fill('Harbor Coffee')
  await tab.getByLabel('Industry').selectOption('Retail')
  await picture(tab, info, 'onboarding')
  await tab.getByRole('button', { name: 'Create My Support Portal' }).click()
  await expect(tab.getByRole('heading', { name: 'Your support links' })).toBeVisible()
  const link = (await tab.locator('code').first().textContent()) ?? ''
  expect(new URL(link).searchParams.get('tenant')).toMatch(/^harbor-coffee-[a-z0-9]{4,}$/)
  await picture(tab, info, 'links')
  // The wizard resumes where it was left.
  await tab.reload()
  await tab.getByRole('button', { name: 'Continue', exact: true }).click()
  await picture(tab, info, 'tour')
  await tab.getByRole('button', { name: 'Start Using My Dashboard!' }).click()

  await expect(tab.getByRole('heading', { name: 'Get to your first answered chat' })).toBeVisible()
  await tab.getByLabel('Or paste a text').fill('Do you sell decaf?\nYes, our decaf is from Colombia and costs 9 euros.')
  await tab.getByRole('button', { name: 'Propose questions' }).click()
  await expect(tab.getByRole('checkbox', { name: 'Take over: Do you sell decaf?' })).toBeChecked()
  await picture(tab, info, 'checklist')
  await tab.getByRole('button', { name: 'Publish 1' }).click()
  await expect(tab.getByText('1 of 5 done')).toBeVisible()
  await tab.getByRole('button', { name: 'Ask a test question' }).click()
  await tab.getByRole('textbox', { name: 'Question', exact: true }).fill('Do you have decaf?')
  await tab.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(tab.getByText('2 of 5 done')).toBeVisible()

  await openChat(secondPage, 'Start Chat', new URL(link).searchParams.get('tenant') ?? '')
  await sendMessage(secondPage, 'Do you sell decaf?')
  await expectAnswer(secondPage, 'Colombia')
  await expect(chatOf(secondPage)).toBeVisible()
  await tab.reload()
  await expect(tab.getByText('3 of 5 done')).toBeVisible()
})

test('[N2] [N3] the wizard and the simple form ask for the payment first and return to their own form', async ({
  page,
}) => {
  await page.goto('/new-signup/lifetime')
  await expect(page.getByRole('heading', { name: 'The Lifetime plan' })).toBeVisible()
  const wizard = await payFor(page, /Go to checkout/)
  await expect(wizard).toHaveURL(/\/new-signup\/lifetime\?/)
  await wizard.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(wizard.getByText('Please fill in all fields')).toBeVisible()
  await wizard.getByLabel('Your name').fill('Ada')
  await wizard.getByLabel('Email').fill(uniqueEmail())
  await wizard.getByLabel('Password', { exact: true }).fill('short')
  await wizard.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(wizard.getByText('Password must be at least 6 characters', { exact: true })).toBeVisible()
  await wizard.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await wizard.getByRole('button', { name: 'Continue', exact: true }).click()
  await wizard.getByRole('button', { name: 'Create account' }).click()
  await expect(wizard.getByText('Please enter your business name')).toBeVisible()
  await wizard.getByLabel('Business name').fill('Harbor Books')
  await wizard.getByRole('button', { name: 'Create account' }).click()
  await expect(wizard).toHaveURL(/\/admin/)

  await page.context().clearCookies()
  await page.goto('/simple-signup/monthly')
  const simple = await payFor(page, /Go to checkout/)
  await expect(simple).toHaveURL(/\/simple-signup\/monthly\?/)
  await expect(simple.getByLabel('Business name')).toBeVisible()
})

test('[N4] a gift link that is not valid says so, and one without a token leads to the sign-in', async ({ page }) => {
  for (const path of ['/gift/SG-GIFT-NOTHING', '/signup?gift_token=SG-GIFT-NOTHING&type=lifetime']) {
    await page.goto(path)
    await expect(page.getByRole('alert').filter({ hasText: 'gift' })).toHaveText(
      'Invalid gift token: Invalid or expired gift token.',
    )
  }
  await page.goto('/gift')
  await expect(page).toHaveURL(/\/signin/)
  await page.goto('/signup?plan=gold')
  await expect(page).toHaveURL(/\/signup\/monthly/)
})

for (const width of [1440, 390]) {
  test(`[X1] the landing page has no accessibility violation, light and dark, ${width} px`, async ({ page }, info) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Monthly' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await picture(page, info, `landing-${width}`)
    await page.goto('/signup/monthly')
    await expect(page.getByRole('heading', { name: 'The Monthly plan' })).toBeVisible()
    await expectAccessible(page)
  })
}
