import { answersOf, chatOf, expectAnswer, openChat, sendMessage } from './customer.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'

test('[H9] the chat of the README without a key: a question, its follow-up, a misspelling, the opening hours, a person', async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openChat(page)
  await sendMessage(page, 'do you repair punctures?')
  await expectAnswer(page, 'about 20 minutes')
  await sendMessage(page, 'and how much is that?')
  await expect(answersOf(page)).toHaveCount(3)
  await expectAnswer(page, '£14')
  await expect(
    answersOf(page)
      .last()
      .getByRole('button', { name: /^Read the source/ }),
  ).toBeVisible()
  await sendMessage(page, 'how long is the waranty?')
  await expectAnswer(page, '5 years')
  await sendMessage(page, 'are you open on sunday?')
  await expectAnswer(page, /Sunday: closed/)
  await picture(page, info, 'without-a-key')
  await sendMessage(page, 'can i talk to a person?')
  await expect(chatOf(page).getByText('Ready to create a support ticket?')).toBeVisible()
})

test('[H9] a chat without a key in German, on a dark phone', async ({ page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await openChat(page)
  await sendMessage(page, 'hallo, habt ihr samstags offen?')
  await expectAnswer(page, /Samstag: geöffnet/)
  await sendMessage(page, 'danke dir!')
  await expect(answersOf(page).last()).toContainText(/Gern/)
  await picture(page, info, 'without-a-key-german')
})
