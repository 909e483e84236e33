import { expectAccessibleInBothThemes } from './accessibility.ts'
import { answersOf, chatOf, logOf, openChat, sendMessage } from './customer.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'

test('a chat that its customer ends is rated with stars and a comment; the rating is changed once, and stays after a reload', async ({
  page,
}, info) => {
  await openChat(page)
  await page.getByRole('button', { name: 'What else can be done' }).click()
  await expect(page.getByRole('menu').getByText('End chat')).toBeHidden()
  await page.keyboard.press('Escape')
  await sendMessage(page, 'How long does a delivery take?')
  await expect(answersOf(page).nth(1)).toBeVisible()
  const form = logOf(page).getByRole('form', { name: 'How was this chat?' })
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'What else can be done' }).click()
  await page.getByRole('menu').getByText('End chat').click()
  await expect(logOf(page).getByText('You ended the chat')).toBeVisible()
  await expect(chatOf(page).getByText('This chat has ended')).toBeVisible()
  await form.getByTitle('Good').click()
  await form.getByLabel('Comment').fill('Quick and friendly.')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'rating of a chat on a phone')
  await form.getByRole('button', { name: 'Submit Rating' }).click()
  const given = logOf(page).getByRole('region', { name: 'You rated this' })
  await expect(given).toContainText('Quick and friendly.')
  await expect(given).toContainText('Thank you for your feedback!')
  await page.reload()
  await expect(given).toContainText('Good')
  await given.getByRole('button', { name: 'Change the rating' }).click()
  await expect(form.getByLabel('Comment')).toHaveValue('Quick and friendly.')
  await form.getByTitle('Poor', { exact: true }).click()
  await form.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(given).toContainText('Poor')
  await expect(given.getByRole('button', { name: 'Change the rating' })).toBeHidden()
  await sendMessage(page, 'One more question: do you ship abroad?')
  await expect(chatOf(page).getByText('This chat has ended')).toBeHidden()
})

test('a chat in which nobody writes for half an hour offers its rating, until the customer writes again', async ({
  clockedPage: page,
}) => {
  await openChat(page)
  await sendMessage(page, 'How long does a delivery take?')
  await expect(answersOf(page).nth(1)).toBeVisible()
  const form = logOf(page).getByRole('form', { name: 'How was this chat?' })
  await page.clock.fastForward('25:00')
  await expect(form).toBeHidden()
  await page.clock.fastForward('06:00')
  await expect(form).toBeVisible()
})
