import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

// Each test changes another demo business, so that none finds what another saved.
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const portalOf = (segue: Segue, business: number) => segue.businesses[business]?.supportUrl ?? ''
const slugOf = (segue: Segue, business: number) => new URL(portalOf(segue, business)).searchParams.get('tenant')

async function openSettings(page: Page, segue: Segue, business: number, tab = ''): Promise<void> {
  await signIn(page, segue, memberOf(segue, 'owner', business))
  await page.goto(`/admin?section=settings${tab && `&tab=${tab}`}`)
}

test('[Y1] [Y2] [Y3] business information and support rules are saved, kept when a save fails, and seen on the portal', async ({
  page,
  secondPage,
  segue,
}, info) => {
  await openSettings(page, segue, 1)
  await expect(card(page, 'Business Information').getByLabel('Company name')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'settings-general')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Sign Out' }).last()).toBeVisible()
  await picture(page, info, 'settings-general-390')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByLabel('Emergency phone').fill('+44 113 999')
  await page.getByLabel('Allow public tickets').click()
  await page.route('**/api/settings', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  const saveBar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(saveBar).toContainText('Business Information, Support')
  await saveBar.getByRole('button', { name: 'Save' }).click()
  await expect(saveBar).toContainText('Error saving settings. Please try again.')
  await expect(page.getByLabel('Emergency phone')).toHaveValue('+44 113 999')
  await page.unroute('**/api/settings')
  await saveBar.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Business information saved successfully!')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Emergency phone')).toHaveValue('+44 113 999')

  await secondPage.goto(portalOf(segue, 1))
  await expect(secondPage.getByRole('link', { name: 'Help Center' })).toBeVisible()
  await expect(secondPage.getByRole('link', { name: 'Submit Ticket' })).toHaveCount(0)

  await page.getByRole('tab', { name: 'Portal' }).click()
  await page.getByRole('button', { name: 'Generate Portal URL' }).click()
  await expect(page.getByRole('dialog')).toContainText(`/customer?tenant=${slugOf(segue, 1)}`)
  await page.keyboard.press('Escape')
  await page.route('**/api/settings/portal-url', (route) => route.abort())
  await page.getByRole('button', { name: 'Generate Portal URL' }).click()
  await expect(toast(page, 'Error generating portal URL. Please try again.')).toBeVisible()
})

test('[Y5] colour, logo, welcome, questions and topics are previewed, saved, and shown on the portal with its own icon', async ({
  page,
  secondPage,
  segue,
}, info) => {
  await openSettings(page, segue, 2, 'branding')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Brand colour', { exact: true }).fill('#8a2be2')
  await page.getByLabel('Welcome message', { exact: true }).fill('Ask us anything.')
  await expect(preview).toContainText('Ask us anything.')
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#8a2be2"/></svg>'
  const picture8 = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
  await page.getByLabel('Logo', { exact: true }).setInputFiles(picture8)
  await expect(preview.locator('img')).toHaveAttribute('src', /\/images\//)
  await page.getByLabel('Title').first().fill('Bike fitting')
  await expect(preview).toContainText('Bike fitting')
  await page.getByLabel('Questions to start with (English)').fill('Do you fit bikes?\n\nWhat does it cost?')
  await expect(preview).toContainText('What does it cost?')
  await picture(page, info, 'settings-branding')
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Branding saved.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)

  await secondPage.goto(portalOf(segue, 2))
  await expect(secondPage.getByRole('button', { name: /Bike fitting/ })).toBeVisible()
  await expect(secondPage.getByText('Ask us anything.')).toBeVisible()
  await expect(secondPage.getByRole('region', { name: 'Ask right away' }).getByRole('button')).toHaveText([
    'Do you fit bikes?',
    'What does it cost?',
  ])
  await expect(secondPage.locator('img.pf-logo').first()).toHaveAttribute('src', /\/images\//)
  const icon = await secondPage.locator('link[rel=icon]').getAttribute('href')
  expect(await (await secondPage.request.get(`${segue.url}${icon}`)).text()).toContain('#8a2be2')
})
