import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { fillTicketForm, logOf, PORTAL, unique } from './customer.ts'
import { inMailTo } from './mail.ts'
import { picture } from './picture.ts'
import { expect, type Segue, test } from './segue.ts'

const PASSWORD = 'violet harbour 93'
const codeFor = (segue: Segue, email: string) => inMailTo(segue, email, /^(\d{6})\r?$/m)
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

async function signUp(page: Page, segue: Segue, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialogOf(page, 'Sign in').getByRole('button', { name: 'Create an account' }).click()
  const form = dialogOf(page, 'Create an account')
  await form.getByLabel('Your name').fill('Ada Moss')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel(/Password/).fill(PASSWORD)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send me a code' }).click()
  const code = dialogOf(page, 'Enter the code')
  await code.getByLabel('Code').fill(await codeFor(segue, email))
  await code.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible()
}

test('[I3] a customer makes an account, keeps the guest’s request, reads it by the password in another browser, and signs out', async ({
  page,
  secondPage,
  segue,
}, info) => {
  const email = `ada.${crypto.randomUUID().slice(0, 8)}@example.org`
  const description = unique('It falls off.')
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await fillTicketForm(page, { subject: 'Left pedal', email, description })
  await page.getByRole('main').getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(page.getByText('Left pedal').first()).toBeVisible()
  await signUp(page, segue, email)
  await expect(page.getByRole('button', { name: /Left pedal/ })).toBeVisible()
  await picture(page, info, 'my tickets')
  await expectAccessibleInBothThemes(page)

  await secondPage.setViewportSize({ width: 390, height: 844 })
  await secondPage.goto(PORTAL)
  await secondPage.getByRole('button', { name: 'Sign in', exact: true }).click()
  const form = dialogOf(secondPage, 'Sign in')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill(PASSWORD)
  await picture(secondPage, info, 'sign-in on a phone')
  await form.getByRole('button', { name: 'Sign in' }).click()
  await secondPage.getByRole('button', { name: /Left pedal/ }).click()
  await expect(logOf(secondPage)).toContainText(description)

  await page.getByRole('button', { name: `Account ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await page.goto(`${PORTAL}&tab=submit-ticket`)
  await expect(page.getByText('Left pedal')).toBeHidden()
})
