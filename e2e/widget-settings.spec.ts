import type { FrameLocator, Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { openShadowRoots, siteWith } from './host-site.ts'
import { expect, type Segue, signIn, test } from './segue.ts'
import { ownerOfOther, slugOfOther, withWidgetSettings } from './widget-owner.ts'

const hostPage = (segue: Segue) =>
  `<meta name="viewport" content="width=device-width"><h1>Shop</h1><script async src="${segue.url}/widget.js?tenant=${slugOfOther(segue)}"></script>`

const launcherIn = (page: Page | FrameLocator) =>
  page.locator('segue-widget').getByRole('button', { name: / the chat/ })
const chatIn = (page: Page) => page.frameLocator('iframe')
const greeting = (chat: Page | FrameLocator) => chat.getByRole('log').getByRole('article')

test('[U10] an owner moves the button, hides it on some pages and offers help on one: preview and website show it', async ({
  page,
  secondPage,
  segue,
}) => {
  const site = await siteWith({ '*': hostPage(segue) })
  await openShadowRoots(page)
  await openShadowRoots(secondPage)
  await withWidgetSettings(segue, {}, async () => {
    await signIn(page, segue, ownerOfOther(segue))
    await page.goto('/admin?section=customer-links')
    const card = page.getByRole('region', { name: 'Look and rules of the chat button' })
    const preview = card.frameLocator('iframe[title="Preview"]')
    await expect(launcherIn(preview)).toBeVisible()
    await card.getByLabel('Corner').selectOption('left')
    await card.getByLabel('Distance from the side (pixels)').fill('30')
    await card.getByLabel('Distance from the bottom (pixels)').fill('150')
    await card.getByLabel('Where the button is shown').selectOption('except')
    await card.getByLabel('Paths, one per line').fill('/checkout/*\n\n/login')
    const offer = card.getByRole('group', { name: 'Offer 1' })
    await offer.getByLabel('Path').fill('/pricing')
    await offer.getByLabel('After (seconds)').fill('1')
    await offer.getByLabel('Text').fill('Questions about prices?')
    await expect(preview.getByRole('button', { name: 'Questions about prices?' })).toBeVisible()
    const distance = () => launcherIn(preview).evaluate((button) => button.getBoundingClientRect().x)
    expect(await distance()).toBe(30)

    await offer.getByLabel('After (seconds)').fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(offer.getByText('Enter whole seconds from 1 to 600.')).toBeVisible()
    await offer.getByLabel('After (seconds)').fill('1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Chat button saved')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.reload()
    await expect(card.getByLabel('Paths, one per line')).toHaveValue('/checkout/*\n/login')

    await secondPage.goto(`${site.url}/checkout/pay`)
    await expect(secondPage.locator('segue-widget')).toHaveCount(1)
    await expect(launcherIn(secondPage)).toBeHidden()
    // A site that loads its pages by script.
    await secondPage.evaluate(() => history.pushState({}, '', '/lamps'))
    await expect(launcherIn(secondPage)).toBeVisible()
    const { x, y, height } = (await launcherIn(secondPage).boundingBox()) ?? { x: 0, y: 0, height: 0 }
    expect([x, (secondPage.viewportSize()?.height ?? 0) - y - height]).toEqual([30, 150])
    await secondPage.evaluate(() => history.pushState({}, '', '/login'))
    await expect(launcherIn(secondPage)).toBeHidden()
    await secondPage.evaluate(() => history.pushState({}, '', '/pricing'))
    await expect(secondPage.getByRole('button', { name: 'Questions about prices?' })).toBeVisible()
  })
  site.close()
})

test('[U10] the form before a chat in the widget names a wrong address, keeps what was typed over a reload, and is asked once', async ({
  page,
  segue,
}) => {
  const site = await siteWith({ '*': hostPage(segue) })
  await openShadowRoots(page)
  await withWidgetSettings(segue, { preChat: { name: 'optional', email: 'required' } }, async () => {
    await page.goto(site.url)
    await launcherIn(page).click()
    const chat = chatIn(page)
    await expect(chat.getByText('Before we begin: who is writing?')).toBeVisible()
    await chat.getByRole('button', { name: 'Start Chat' }).click()
    await expect(chat.getByText('Enter your email address.')).toBeVisible()
    await expect(chat.getByLabel('Email')).toBeFocused()
    await chat.getByLabel('Name').fill('Ada Park')
    await chat.getByLabel('Email').fill('ada@park')
    await chat.getByLabel('Email').press('Enter')
    await expect(chat.getByText('Enter an email address like name@example.com.')).toBeVisible()

    await page.reload()
    await launcherIn(page).click()
    await expect(chat.getByLabel('Name')).toHaveValue('Ada Park')
    await expect(chat.getByLabel('Email')).toHaveValue('ada@park')
    await chat.getByLabel('Email').fill('ada.park@example.org')
    await chat.getByRole('button', { name: 'Start Chat' }).dblclick()
    await expect(greeting(chat)).toHaveCount(1)

    await page.reload()
    await launcherIn(page).click()
    await expect(greeting(chat)).toHaveCount(1)
    await expect(chat.getByLabel('Email')).toHaveCount(0)
  })
  site.close()
})

test('[U10] on a phone the portal’s chat asks first, may be answered with nothing where nothing is required, and waits for the connection', async ({
  page,
  context,
  segue,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await withWidgetSettings(segue, { preChat: { name: 'off', email: 'optional' } }, async () => {
    await page.goto(`/support?tenant=${slugOfOther(segue)}`)
    await page.getByRole('button', { name: 'Start Chat' }).click()
    const chat = page.getByRole('dialog', { name: /^Chat with/ })
    await expect(chat.getByLabel('Email')).toBeVisible()
    await expect(chat.getByLabel('Name')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessibleInBothThemes(page)
    const posted: string[] = []
    page.on('request', (sent) => {
      if (sent.method() === 'POST' && sent.url().endsWith('/conversations')) posted.push(sent.postData() ?? '')
    })
    await context.setOffline(true)
    await chat.getByRole('button', { name: 'Start Chat' }).click()
    await expect(chat.getByRole('button', { name: 'Retry' })).toBeVisible()
    await context.setOffline(false)
    await expect(greeting(page)).toHaveCount(1)
    expect(posted.at(-1)).toContain('"contact":{"name":"","email":""}')
  })
})
