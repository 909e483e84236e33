import { expectAccessibleInBothThemes } from './accessibility.ts'
import { answersOf, chatOf, composerOf, logOf, openChat, ownMessages, PORTAL } from './customer.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'

test('[U3] a question on the start page opens the chat and is sent as its first message, once', async ({
  page,
}, info) => {
  await page.goto(PORTAL)
  const questions = page.getByRole('region', { name: 'Ask right away' }).getByRole('button')
  await expect(questions).not.toHaveCount(0)
  expect(await questions.count()).toBeLessThanOrEqual(6)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'questions to start with on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await picture(page, info, 'questions to start with')
  const question = (await questions.first().textContent()) ?? ''
  await questions.first().click()
  await expect(ownMessages(page)).toContainText([question])
  await expect(answersOf(page)).toHaveCount(2)
  await expect(ownMessages(page)).toHaveCount(1)
  await expect(chatOf(page).getByRole('list', { name: 'Questions to start with' })).toBeHidden()
})

test('[U3] the most read articles open from the start page, and Back returns to it', async ({ page }) => {
  await page.goto(PORTAL)
  const articles = page.getByRole('region', { name: /Most read|From the help center/ }).getByRole('link')
  const title = (await articles.first().textContent()) ?? ''
  await articles.first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(articles.first()).toBeVisible()
})

test('[H1] an empty chat offers the questions; one that is chosen by keyboard is sent, and the composer has the focus', async ({
  page,
}) => {
  await openChat(page)
  const questions = chatOf(page).getByRole('list', { name: 'Questions to start with' }).getByRole('button')
  const question = (await questions.first().textContent()) ?? ''
  await questions.first().focus()
  await page.keyboard.press('Enter')
  await expect(ownMessages(page)).toContainText([question])
  await expect(composerOf(page)).toBeFocused()
  await expect(questions).toHaveCount(0)
  await page.reload()
  await expect(logOf(page).getByText(question).first()).toBeVisible()
  await expect(questions).toHaveCount(0)
})

test('[Y2] when business hours begin or end the page says so by itself, and whether anybody is there', async ({
  clockedPage: page,
}) => {
  await page.goto(PORTAL)
  const status = page.getByText(/^(Open now|Opens |Nobody is available)/).first()
  await expect(status).toBeVisible()
  const portal = await page.evaluate(
    () => JSON.parse(document.getElementById('initial-data')?.textContent ?? '').portal,
  )
  const change = Date.parse(portal.isOpenNow ? portal.closesAt : portal.opensAt)
  const now = { ...portal, isOpenNow: true, opensAt: null, closesAt: null, isTeamAway: true }
  await page.route(`**/api/portal/${portal.slug}`, (route) => route.fulfill({ json: now }))
  await page.clock.fastForward(change - Date.now() + 5000)
  await expect(page.getByText('Nobody is available right now').first()).toBeVisible()
  await expect(status).not.toContainText('Open now')
})

test('[U2] a tab that the address names replaces the first frame at once, however late its code arrives', async ({
  page,
}) => {
  await page.route(/submit-ticket-page/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      const main = document.querySelector('#root main')
      if (main) seen.push(main.querySelector('h1')?.textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await expect(page.getByLabel('Subject')).toBeVisible()
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect(seen.length).toBeGreaterThan(0)
  // The first frame is parsed from the top: its heading may come a moment after its page.
  expect(seen.slice(seen.findIndex((heading) => heading !== ''))).not.toContain('')
})
