import type { Page } from '@playwright/test'
import {
  answersOf,
  expectAnswer,
  fillTicketForm,
  openChat,
  openTicketForm,
  sendMessage,
  submitInChat,
  unique,
} from './customer.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

const BUSINESS = 1
const SLUG = 'fernbill'
const QUESTION = 'Is there a free trial?'
const ANSWER = '21 days'

const keyOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).getByLabel(/API key/)
const whyOf = (page: Page) => page.getByRole('dialog', { name: 'Why this answer?' })

async function pasteKeys(page: Page, keys: Record<string, string>): Promise<void> {
  await page.goto('/admin?section=api-settings')
  for (const [name, key] of Object.entries(keys)) await keyOf(page, name).fill(key)
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('API settings saved successfully!')).toBeVisible()
}

test('[H3] [P2] after a key is pasted an answer is grounded; if a provider fails the next one answers, if all fail the knowledge base does, and a person can be requested', async ({
  page: customer,
  secondPage: desk,
  segue,
}, info) => {
  await desk.setViewportSize({ width: 1440, height: 900 })
  await customer.setViewportSize({ width: 1280, height: 800 })
  // Seven screenshots with axe, and answers that wait for failing providers.
  const subject = unique('About the trial')
  segue.standin.reset()
  await signIn(desk, segue, memberOf(segue, 'owner', BUSINESS))
  await pasteKeys(desk, { OpenAI: 'sk-first-walk-aaaa', DeepSeek: 'sk-second-walk-bbbb', Claude: 'sk-third-walk-cccc' })
  await picture(desk, info, '1-keys-are-stored')

  await openChat(customer, 'Start Chat', SLUG)
  await sendMessage(customer, QUESTION)
  await expectAnswer(customer, ANSWER)
  await expect(customer.getByRole('button', { name: /^Read the source/ }).last()).toBeVisible()
  expect(segue.standin.requests.length).toBeGreaterThan(0)
  const first = segue.standin.requests.at(-1)?.provider
  await picture(customer, info, '2-grounded-answer-with-source')

  segue.standin.setBehaviour(first ?? 'openai', '500')
  await sendMessage(customer, `Once more please: ${QUESTION}`)
  await expect(answersOf(customer)).toHaveCount(3)
  await expectAnswer(customer, ANSWER)
  expect(segue.standin.requests.at(-1)?.provider).not.toBe(first)
  await picture(customer, info, '3-the-next-provider')

  for (const provider of ['openai', 'deepseek', 'claude'] as const) segue.standin.setBehaviour(provider, '500')
  await sendMessage(customer, QUESTION.toLowerCase())
  await expect(answersOf(customer)).toHaveCount(4)
  await expectAnswer(customer, ANSWER)
  await picture(customer, info, '4-all-providers-down')

  await openTicketForm(customer)
  await fillTicketForm(customer, { subject, description: 'Please have a look.' })
  await submitInChat(customer)
  await picture(customer, info, '5-a-person')

  await desk.goto('/admin?section=tickets')
  await desk.getByText(subject).first().click()
  await desk.getByRole('button', { name: 'Why this answer?' }).first().click()
  await expect(whyOf(desk).getByText('A language model chose the answer', { exact: false })).toBeVisible()
  await expect(whyOf(desk).getByText('Said by the source, word for word.').first()).toBeVisible()
  await expect(whyOf(desk).getByText('cited')).toBeVisible()
  await expect(whyOf(desk).getByText(/comes first: it is preferred for \w+ questions/)).toBeVisible()
  await expect(whyOf(desk).getByText(/asked first; \d+ tokens in/)).toBeVisible()
  await picture(desk, info, '6-why-this-answer')
  await whyOf(desk).getByRole('button', { name: 'Make it a test question' }).click()
  await expect(whyOf(desk).getByRole('button', { name: 'Added to the test questions' })).toBeVisible()
  await desk.goto('/admin?section=knowledge&tab=tests')
  await expect(desk.getByRole('region', { name: 'Test questions' }).getByText(QUESTION)).toBeVisible()
  await picture(desk, info, '7-a-test-question')
})
