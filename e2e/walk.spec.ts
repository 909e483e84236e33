import { chatOf, composerOf, escalate, expectAnswer, logOf, openChat, sendMessage, unique } from './customer.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

test('[H1] a customer’s request is answered with its source, handed over to a member who replies in the same window, resolved and rated', async ({
  page: customer,
  secondPage: desk,
  segue,
}, info) => {
  // With the animations that the other tests leave out.
  for (const page of [customer, desk]) await page.emulateMedia({ reducedMotion: 'no-preference' })
  await customer.setViewportSize({ width: 1280, height: 800 })
  await desk.setViewportSize({ width: 1440, height: 900 })

  await openChat(customer)
  await sendMessage(customer, 'do you ship to ireland?')
  await expectAnswer(customer, 'We ship to the UK and Ireland')
  await expect(customer.getByRole('button', { name: /^Read the source/ })).toBeVisible()
  await picture(customer, info, '1-answer-with-source')
  await customer.getByRole('button', { name: /^Read the source/ }).click()
  await expect(customer.getByText('Question and answer')).toBeVisible()
  await customer.keyboard.press('Escape')

  const subject = unique('Bent mudguard')
  await escalate(customer, subject)
  await picture(customer, info, '2-handed-over')

  await signIn(desk, segue, memberOf(segue, 'agent'))
  await desk.goto('/admin?section=tickets')
  await desk
    .getByRole('searchbox', { name: 'Search tickets' })
    .or(desk.getByLabel('Search tickets'))
    .first()
    .fill(subject)
  await desk.getByText(subject).first().click()
  await expect(desk.getByRole('article', { name: 'Ada Park' }).getByText('do you ship to ireland?')).toBeVisible()
  await picture(desk, info, '3-the-person-sees-all-that-was-said')
  await desk.getByRole('button', { name: 'Take Ticket' }).click()
  const reply = desk.getByPlaceholder(/^Reply to/)
  await reply.fill('I have put a new mudguard aside for you.')
  await reply.press('Control+Enter')

  await expect(logOf(customer).getByText('I have put a new mudguard aside for you.')).toBeVisible()
  await sendMessage(customer, 'Thank you, that is all.')
  await expect(desk.getByText('Thank you, that is all.').first()).toBeVisible()
  await picture(customer, info, '4-the-person-answers-in-the-same-window')

  await desk.getByRole('button', { name: /^(Resolve|Mark Resolved)$/ }).click()
  await expect(desk.getByText('Ticket status updated to resolved').first()).toBeVisible()
  await chatOf(customer).getByTitle('Excellent').click()
  await chatOf(customer)
    .getByRole('button', { name: /^Submit/ })
    .click()
  await expect(customer.getByText('Thank you for your feedback! Your rating has been submitted.')).toBeVisible()
  await picture(customer, info, '5-rated')
  await expect(desk.getByText(/5 of 5|Excellent/).first()).toBeVisible()
  await picture(desk, info, '6-the-rating-at-the-desk')
  await expect(composerOf(customer)).toBeVisible()
})
