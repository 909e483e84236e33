import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { CUSTOMER_PASSWORD, fillTicketForm, logOf, PORTAL, signUpAtPortal, unique } from './customer.ts'
import { picture } from './picture.ts'
import { expect, test } from './segue.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

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
  await signUpAtPortal(page, segue, email)
  await expect(page.getByRole('button', { name: /Left pedal/ })).toBeVisible()
  await picture(page, info, 'my tickets')
  await expectAccessibleInBothThemes(page)

  await secondPage.setViewportSize({ width: 390, height: 844 })
  await secondPage.goto(PORTAL)
  await secondPage.getByRole('button', { name: 'Sign in', exact: true }).click()
  const form = dialogOf(secondPage, 'Sign in')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill(CUSTOMER_PASSWORD)
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
