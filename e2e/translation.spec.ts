import { expectAccessible } from './accessibility.ts'
import { setKeys } from './agents.ts'
import { escalate, logOf, openChat, sendMessage, unique } from './customer.ts'
import { pane } from './desk.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'
import { teamOf } from './team.ts'

const BUSINESS = 2
const SLUG = 'alder-court'
const GERMAN = 'Mein Termin wurde leider noch nicht bestätigt. Wann höre ich endlich von Ihnen?'
const ENGLISH = 'My appointment has not been confirmed yet. When will I finally hear from you?'

test('[U12] [T5] a member reads a German chat in English and replies in German; each side has the original by one click', async ({
  page: customer,
  secondPage: desk,
  segue,
}, info) => {
  segue.standin.reset()
  await customer.setViewportSize({ width: 390, height: 844 })
  await desk.setViewportSize({ width: 1440, height: 900 })
  const subject = unique('Termin')
  await openChat(customer, 'Start Chat', SLUG)
  await sendMessage(customer, GERMAN)
  await escalate(customer, subject)
  const { id } = await (await teamOf(segue, BUSINESS)).ticketBySubject(subject)

  await signIn(desk, segue, memberOf(segue, 'owner', BUSINESS))
  await setKeys(desk, segue, { openai: null, deepseek: null, claude: null })
  await desk.goto(`/admin?section=tickets&ticket=${id}`)
  const open = pane(desk, subject)
  await expect(open.getByText('Translating needs an AI key')).toBeVisible()
  await expect(open.getByRole('button', { name: 'Translate', exact: true })).toHaveCount(0)

  await setKeys(desk, segue, { openai: 'sk-translation-walk' })
  segue.standin.setBehaviour('openai', { reply: ENGLISH })
  await desk.goto(`/admin?section=tickets&ticket=${id}`)
  const message = open.getByRole('article').filter({ hasText: 'Mein Termin' }).first()
  await message.getByRole('button', { name: 'Translate', exact: true }).click()
  const translated = open.getByRole('article').filter({ hasText: ENGLISH })
  await expect(translated).toContainText('Translated from German')
  await picture(desk, info, '1-translated')
  await translated.getByRole('button', { name: 'Show original' }).click()
  await expect(message).toContainText(GERMAN)
  await expect(translated).toHaveCount(0)
  const asked = segue.standin.requests.length

  // By themselves: the stored translation is shown at once, without the model.
  await open.getByRole('checkbox', { name: 'Translate automatically' }).check()
  await desk.reload()
  await expect(translated.first()).toContainText('Translated from German')
  expect(segue.standin.requests.filter(({ body }) => JSON.stringify(body).includes('Mein Termin')).length).toBe(asked)
  await expectAccessible(desk)

  segue.standin.setBehaviour('openai', { reply: 'Wir melden uns morgen.' })
  const reply = open.getByRole('textbox', { name: 'Reply' })
  await reply.fill('We will call you tomorrow.')
  await open.getByRole('button', { name: 'Write with AI' }).click()
  await desk.getByRole('menuitem', { name: 'Translate for the customer' }).click()
  await expect(reply).toHaveValue('Wir melden uns morgen.')
  await expect(open.getByText('Sent as a translation. The customer can open your text: We will call')).toBeVisible()
  await picture(desk, info, '2-translated-reply')
  await reply.press('Control+Enter')
  const sent = open.getByRole('article').filter({ hasText: 'We will call you tomorrow.' })
  await expect(sent).toContainText('Sent as a translation')
  await sent.getByRole('button', { name: 'Show translation' }).click()
  await expect(open.getByRole('article').filter({ hasText: 'Wir melden uns morgen.' })).toHaveCount(1)

  const received = logOf(customer).locator('[data-author="member"]')
  await expect(received).toContainText('Wir melden uns morgen.')
  await customer.reload()
  await expect(received).toContainText('Translated by the team')
  await received.getByRole('button', { name: 'Show original' }).click()
  await expect(received).toContainText('We will call you tomorrow.')
  await picture(customer, info, '3-customer')
  await received.getByRole('button', { name: 'Show translation' }).click()
  await expect(received).toContainText('Wir melden uns morgen.')
})

test('[U12] a customer reads a German reply in English: translated by one click, the original by the next, also after a failure', async ({
  page: customer,
  secondPage: desk,
  segue,
}, info) => {
  segue.standin.reset()
  await signIn(desk, segue, memberOf(segue, 'owner', BUSINESS))
  await setKeys(desk, segue, { openai: null, deepseek: null, claude: null })
  await customer.setViewportSize({ width: 390, height: 844 })
  const subject = unique('Appointment')
  await openChat(customer, 'Start Chat', SLUG)
  await sendMessage(customer, 'When is my appointment? I have not heard from you since last week.')
  await escalate(customer, subject)
  const team = await teamOf(segue, BUSINESS)
  const { id } = await team.ticketBySubject(subject)
  const reply = 'Ihr Termin ist am Freitag um zehn Uhr. Bitte bringen Sie Ihre Unterlagen mit.'
  const translation = 'Your appointment is on Friday at ten. Please bring your documents.'

  await team.reply(id, reply)
  const received = logOf(customer).locator('[data-author="member"]')
  await expect(received).toContainText(reply)
  const translate = received.getByRole('button', { name: 'Translate', exact: true })
  await customer.reload()
  await expect(received).toContainText(reply)
  await expect(translate).toHaveCount(0)

  segue.standin.setBehaviour('openai', '500')
  await setKeys(desk, segue, { openai: 'sk-customer-translation' })
  await customer.reload()
  await translate.click()
  await expect(received.getByRole('alert')).toContainText('This reply could not be translated just now.')
  await expect(received).toContainText(reply)
  await picture(customer, info, '4-not-translated')

  segue.standin.setBehaviour('openai', { reply: translation })
  await received.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(received).toContainText(translation)
  await expect(received).toContainText('Translated from German')
  // The focus stays on the button, which now shows the original.
  await expect(received.getByRole('button', { name: 'Show original' })).toBeFocused()
  await expectAccessible(customer)
  await picture(customer, info, '5-translated-for-customer')
  await received.getByRole('button', { name: 'Show original' }).click()
  await expect(received).toContainText(reply)
  await expect(received.locator('[lang="de"]')).toContainText(reply)

  // Stored: after a reload it is there without the model.
  segue.standin.setBehaviour('openai', '500')
  await customer.reload()
  await translate.click()
  await expect(received).toContainText(translation)
})
