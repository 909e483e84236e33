import { expectAccessible } from './accessibility.ts'
import { SLUG } from './customer.ts'
import { expect, test } from './segue.ts'

test('[U8] search and categories filter the articles; an empty result says what to do', async ({ page }) => {
  await page.goto(`/help?tenant=${SLUG}`)
  const articles = page.getByRole('main').locator('a[href*="article="]')
  await expect(articles.first()).toBeVisible()
  // Other tests publish articles of their own.
  const all = await articles.count()
  expect(all).toBeGreaterThanOrEqual(6)
  const categories = page.getByRole('group', { name: 'Categories' }).getByRole('button')
  await expect(categories).toHaveText(['All', 'Basics', 'Technical', 'Billing', 'Support', 'Features', 'Security'])
  await expect(categories.first()).toHaveAttribute('aria-pressed', 'true')
  await categories.nth(1).click()
  await expect(articles).not.toHaveCount(all)
  for (const text of await articles.allInnerTexts()) expect(text).toContain('Basics')
  await categories.first().click()
  await page.getByRole('searchbox', { name: 'Search the Help Center' }).fill('frame size')
  await expect(articles.first()).toContainText('Find your frame size')
  await page.getByRole('searchbox').fill('zzzzqqq')
  await expect(page.getByText('No article matches')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Chat' })).toBeVisible()
  await expectAccessible(page, 'all')
})

test('[U8] an article counts its view, shows Markdown, accepts Yes or No, and Back opens the list', async ({
  page,
}) => {
  await page.goto(`/help?tenant=${SLUG}`)
  const article = page.getByRole('link', { name: /Find your frame size/ })
  const before = Number(/(\d+) views?/.exec((await article.textContent()) ?? '')?.[1])
  await article.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find your frame size' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Measure' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '166–178 cm' })).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Thank you. Your answer is counted.')).toBeVisible()
  await expect(page.getByText(/\d+% helpful/)).toBeVisible()
  await page.getByRole('button', { name: 'No' }).click()
  await expect(page.getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
  const views = page.getByRole('link', { name: /Find your frame size/ })
  await expect
    .poll(async () => Number(/(\d+) views?/.exec((await views.textContent()) ?? '')?.[1]))
    .toBeGreaterThan(before)
})
