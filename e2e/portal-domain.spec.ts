import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { toast } from './desk.ts'
import { picture } from './picture.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

/** Browsers resolve every name under localhost to this machine, so that no name server is needed for the visit itself. */
const HOST = 'help.acme.localhost'

test('[Y3] the portal’s address is changed, a domain is proved by its records, and customers open the portal under both', async ({
  page,
  secondPage,
  segue,
}, info) => {
  const { supportUrl, name } = segue.businesses[2] ?? { supportUrl: '', name: '' }
  await signIn(page, segue, memberOf(segue, 'owner', 2))
  await page.goto('/admin?section=settings&tab=portal')
  const url = page.getByRole('region', { name: 'Customer Portal URL' })
  const slug = page.getByRole('region', { name: 'Portal address' })
  const domain = page.getByRole('region', { name: 'Your own domain' })
  await expect(slug.getByLabel('Address')).not.toHaveValue('')
  await expectAccessibleInBothThemes(page)

  await slug.getByLabel('Address').fill('Billing')
  await slug.getByRole('button', { name: 'Change address' }).click()
  await expect(slug).toContainText('This address is reserved for the platform. Choose another one.')
  await slug.getByLabel('Address').fill('bright wheels')
  await slug.getByRole('button', { name: 'Change address' }).click()
  await expect(toast(page, 'Your portal has its new address.')).toBeVisible()
  await expect(slug).toContainText('Earlier addresses')

  await secondPage.goto(supportUrl)
  await expect(secondPage).toHaveURL(/tenant=bright-wheels/)
  await expect(secondPage.getByText(name).first()).toBeVisible()

  await domain.getByLabel('Host name').fill(`https://${HOST}/`)
  await domain.getByRole('button', { name: 'Use this domain' }).click()
  await expect(domain).toContainText('Waiting for records')
  const value = (await domain.getByText(/^segue-domain=/).textContent()) ?? ''
  await domain.getByRole('button', { name: 'Check now' }).click()
  await expect(domain).toContainText('Look for a spelling mistake')
  await picture(page, info, 'settings-portal-waiting')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await picture(page, info, 'settings-portal-waiting-390')
  await page.setViewportSize({ width: 1280, height: 800 })

  segue.dns.zone[`_segue.${HOST}`] = { txt: [value] }
  segue.dns.zone[HOST] = { a: ['127.0.0.1'] }
  await expect(async () => {
    await domain.getByRole('button', { name: 'Check now' }).click()
    await expect(domain).toContainText('Proved', { timeout: 3000 })
  }).toPass({ intervals: [4000] })
  await picture(page, info, 'settings-portal-proved')
  await url.getByRole('button', { name: 'Generate Portal URL' }).click()
  await expect(page.getByRole('dialog')).toContainText(`https://${HOST}/customer`)

  const { port } = new URL(segue.url)
  await secondPage.goto(`http://${HOST}:${port}/`)
  await expect(secondPage.getByText(name).first()).toBeVisible()
  await secondPage.getByRole('link', { name: 'Submit Ticket' }).click()
  await expect(secondPage.getByLabel('Subject')).toBeVisible()
  await secondPage.getByRole('button', { name: 'Sign in' }).click()
  await expect(secondPage).toHaveURL(`${segue.url}/customer?tenant=bright-wheels`)
})
