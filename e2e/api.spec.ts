import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { unique } from './customer.ts'
import { picture } from './picture.ts'
import { expect, signIn, test } from './segue.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

test('[D4] an admin makes an API key, which is shown once and works until it is revoked', async ({
  page,
  segue,
  request,
}, info) => {
  await signIn(page, segue)
  await page.goto('/admin?section=settings&tab=api')
  const card = page.getByRole('region', { name: 'API keys' })
  const name = unique('Warehouse')
  await card.getByRole('button', { name: 'Make a key' }).click()
  await expect(card.getByLabel('Name')).toBeFocused()
  await card.getByRole('button', { name: 'Make the key' }).click()
  await expect(card.getByText('Enter a name for the key.')).toBeVisible()
  await card.getByLabel('Name').fill(name)
  await card.getByRole('checkbox', { name: 'Read tickets' }).press('Space')
  await expectAccessible(page)
  await picture(page, info, 'api-new-key')
  await card.getByRole('button', { name: 'Make the key' }).click()
  const key =
    (await card
      .getByText(/^segue_/)
      .first()
      .textContent()) ?? ''
  await expect(card.getByRole('button', { name: 'Copy' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'api-key-once')
  const ask = async () =>
    (await request.get(`${segue.url}/api/tickets`, { headers: { authorization: `Bearer ${key}` } })).status()
  expect(await ask()).toBe(200)
  await card.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText(key)).toBeHidden()
  const row = card.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText('tickets:read')).toBeVisible()
  await page.reload()
  await expect(row.getByText('Last used')).toBeVisible()
  await page.setViewportSize(PHONE)
  await picture(page, info, 'api-keys-phone')
  await page.setViewportSize(DESK)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toBeHidden()
  expect(await ask()).toBe(401)
})

test('[D4] an admin adds a webhook, sends a test, reads in the log why it failed, and removes it', async ({
  page,
  segue,
}, info) => {
  await signIn(page, segue)
  await page.goto('/admin?section=settings&tab=api')
  const card = page.getByRole('region', { name: 'Webhooks' })
  const url = `http://10.0.0.1/${unique('hook').replaceAll(' ', '-')}`
  await card.getByRole('button', { name: 'Add a webhook' }).click()
  await card.getByLabel('Address').fill('no address')
  await card.getByRole('button', { name: 'Add a webhook' }).click()
  await expect(card.getByText('Enter a full address that begins with https://.')).toBeVisible()
  await card.getByLabel('Address').fill(url)
  await card.getByRole('checkbox', { name: 'Every event' }).press('Space')
  await card.getByRole('checkbox', { name: 'ticket.created' }).press('Space')
  await expectAccessible(page)
  await picture(page, info, 'api-webhook-events')
  await card.getByRole('button', { name: 'Add a webhook' }).click()
  await expect(card.getByText(/^segue_whs_/)).toBeVisible()
  await card.getByRole('button', { name: 'I have stored it' }).click()
  const row = card.getByRole('listitem').filter({ hasText: url })
  await row.getByRole('button', { name: 'Send test' }).click()
  const log = row.getByRole('region', { name: 'Delivery log' })
  await expect(log.getByText('webhook.test')).toBeVisible()
  await expect(log.getByText('This address is in a private network, which is never called.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await picture(page, info, 'api-webhook-log')
  await page.setViewportSize(PHONE)
  await log.scrollIntoViewIfNeeded()
  await picture(page, info, 'api-webhook-log-phone')
  await page.setViewportSize(DESK)
  await row.getByRole('button', { name: 'Switch off' }).click()
  await expect(row.getByText('Off', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toBeHidden()
})
