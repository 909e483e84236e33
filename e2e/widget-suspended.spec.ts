import { openShadowRoots, siteWith, watchViolations } from './host-site.ts'
import { setStatus, signInAsOwner } from './owner.ts'
import { expect, test } from './segue.ts'
import { slugOfOther } from './widget-owner.ts'

test('[U10] of a business that is suspended while a host page is open, the visitor reads that support is unavailable; a new page has no button and works', async ({
  page,
  secondPage,
  segue,
}) => {
  const slug = slugOfOther(segue)
  const name = segue.businesses[1]?.name ?? ''
  // Its own address: the browser keeps the script for some minutes.
  const script = `${segue.url}/widget.js?tenant=${slug}&test=suspended`
  const site = await siteWith({
    '/': `<h1>Shop</h1><input aria-label="Search"><script async src="${script}"></script>`,
    '/new': `<h1>Shop</h1><input aria-label="Search"><script async src="${script}-new"></script>`,
  })
  const thrown = watchViolations(page)
  await openShadowRoots(page)
  await page.goto(site.url)
  const launcher = page.locator('segue-widget').getByRole('button', { name: / the chat/ })
  await expect(launcher).toBeVisible()
  await signInAsOwner(secondPage, segue)
  await setStatus(secondPage, segue, name, 'SUSPENDED')
  try {
    await launcher.click()
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('heading', { name: 'Support temporarily unavailable' })).toBeVisible()
    await launcher.click()
    await expect(page.getByRole('dialog', { name: /^Chat with/ })).toBeHidden()
    await page.getByLabel('Search').fill('lamp')

    const loaded = page.waitForResponse(/suspended-new$/)
    await page.goto(`${site.url}/new`)
    await loaded
    await page.getByLabel('Search').fill('lamp')
    await expect(page.locator('segue-widget')).toHaveCount(0)
    await page.goto(`/customer?tenant=${slug}`)
    await expect(page.getByRole('heading', { name: 'Support temporarily unavailable' })).toBeVisible()
    expect(thrown).toEqual([])
  } finally {
    await setStatus(secondPage, segue, name, 'ACTIVE')
    site.close()
  }
})
