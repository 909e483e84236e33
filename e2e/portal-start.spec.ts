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
