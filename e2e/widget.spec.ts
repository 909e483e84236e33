import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { fillTicketForm, openTicketForm, SLUG, unique } from './customer.ts'
import { askIn, expectAnswerIn, openShadowRoots, siteWith, watchViolations } from './host-site.ts'
import { expect, type Segue, test } from './segue.ts'
import { teamOf } from './team.ts'

/** The host page's own function before the script is there. */
const STUB = '<script>window.Segue=window.Segue||function(){(Segue.q=Segue.q||[]).push(arguments)}</script>'
const scriptOf = (segue: Segue, tenant = SLUG) =>
  `<script async src="${segue.url}/widget.js?tenant=${tenant}"></script>`

const launcher = (page: Page) => page.locator('segue-widget').getByRole('button', { name: / the chat/ })
const box = (page: Page) => page.getByRole('dialog', { name: /^Chat with/ })
const chatIn = (page: Page) => page.frameLocator('iframe')

/** Calls the widget's function in the page, as its own scripts do. */
const tell = (page: Page, ...call: unknown[]) =>
  page.evaluate((given) => (window as unknown as { Segue: (...given: unknown[]) => void }).Segue(...given), call)

/** Notes the events of the widget on the page. */
const LISTENING = `<script>window.heard=[];for(const name of ['ready','open','close','unread','message'])Segue('on',name,detail=>heard.push(name==='message'?[name,detail.author]:[name,detail]))</script>`
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: [string, unknown][] }).heard)

test('[U10] the widget opens and closes by its button, by Escape and by the close button of the chat, and gives the focus back', async ({
  page,
  segue,
}) => {
  const site = await siteWith({ '/': `${STUB}${LISTENING}<h1>Shop</h1><input aria-label="Search">${scriptOf(segue)}` })
  await openShadowRoots(page)
  await page.goto(site.url)
  await expect(launcher(page)).toHaveAttribute('aria-expanded', 'false')
  expect(await launcher(page).boundingBox()).toMatchObject({ width: 56, height: 56 })
  // Nothing of the chat is loaded before it is asked for.
  expect(page.frames()).toHaveLength(1)
  await launcher(page).focus()
  await page.keyboard.press('Enter')
  await expect(launcher(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(launcher(page)).toHaveAccessibleName('Close the chat')
  expect(await box(page).boundingBox()).toMatchObject({ width: 400, height: 600 })
  const write = chatIn(page).getByRole('textbox', { name: 'Message', exact: true })
  await expect(write).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await expect(launcher(page)).toBeFocused()
  await launcher(page).click()
  await chatIn(page).getByRole('button', { name: 'Close the chat' }).click()
  await expect(box(page)).toBeHidden()
  await launcher(page).click()
  await launcher(page).click()
  await expect(box(page)).toBeHidden()
  // A greeting that came while the chat was closed is unread too.
  expect((await heard(page)).filter(([name]) => name !== 'unread')).toEqual([
    ['ready', undefined],
    ...Array.from({ length: 3 }, () => [
      ['open', undefined],
      ['close', undefined],
    ]).flat(),
  ])
  site.close()
})

test('[U10] the button counts what was answered while the chat was closed, also on the next page', async ({
  page,
  segue,
}) => {
  const site = await siteWith({ '*': `${STUB}${LISTENING}<h1>Shop</h1>${scriptOf(segue)}` })
  await openShadowRoots(page)
  await page.goto(site.url)
  await launcher(page).click()
  const subject = unique('From the widget')
  await expectAnswerIn(chatIn(page))
  await openTicketForm(chatIn(page))
  await fillTicketForm(chatIn(page), { subject })
  await chatIn(page).getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(chatIn(page).getByRole('log')).toContainText('created')
  await launcher(page).click()
  const team = await teamOf(segue)
  const { id } = await team.ticketBySubject(subject)
  await team.reply(id, 'It is on its way.')
  await expect(launcher(page)).toHaveAccessibleName('Open the chat. Unread messages: 1')
  await expect(page.locator('segue-widget').getByRole('status')).toHaveText('Unread messages: 1')
  expect(await heard(page)).toEqual(
    expect.arrayContaining([
      ['message', 'customer'],
      ['message', 'assistant'],
      ['message', 'member'],
      ['unread', 1],
    ]),
  )

  await page.goto(`${site.url}/lamps`)
  await expect(launcher(page)).toHaveAccessibleName('Open the chat. Unread messages: 1')
  await launcher(page).click()
  await expect(chatIn(page).getByRole('log')).toContainText('It is on its way.')
  await launcher(page).click()
  await expect(launcher(page)).toHaveAccessibleName('Open the chat')

  // Who is next at this browser is another guest.
  await tell(page, 'shutdown')
  await expect(launcher(page)).toHaveCount(0)
  await page.goto(site.url)
  await launcher(page).click()
  await expect(chatIn(page).getByRole('log').getByRole('article').first()).toBeVisible()
  await expect(chatIn(page).getByRole('log')).not.toContainText('It is on its way.')
  site.close()
})

test('[U10] on a phone the widget takes the whole screen, and the page behind takes no focus', async ({
  page,
  segue,
}) => {
  const markup = `<meta name="viewport" content="width=device-width">${STUB}<h1>Shop</h1><a href="/x">Lamps</a>`
  const site = await siteWith({ '/': `${markup}${scriptOf(segue)}` })
  await page.setViewportSize({ width: 390, height: 700 })
  await openShadowRoots(page)
  await page.goto(site.url)
  await launcher(page).click()
  expect(await box(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 700 })
  const focused = () =>
    page.evaluate(() => {
      document.querySelector('a')?.focus()
      return document.activeElement?.localName
    })
  expect(await focused()).toBe('segue-widget')
  await expectAnswerIn(chatIn(page))
  await chatIn(page).getByRole('button', { name: 'Close the chat' }).click()
  await expect(box(page)).toBeHidden()
  expect(await focused()).toBe('a')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  site.close()
})

test('[U10] calls from before the script was there are carried out in their order, and each command does what it says', async ({
  page,
  segue,
}) => {
  const early = `<script>Segue('prefill','About my lamp');Segue('open')</script>`
  const site = await siteWith({ '/': `${STUB}${LISTENING}${early}<h1>Shop</h1>${scriptOf(segue)}` })
  await openShadowRoots(page)
  await page.goto(site.url)
  const write = chatIn(page).getByRole('textbox', { name: 'Message', exact: true })
  await expect(write).toHaveValue('About my lamp')
  await tell(page, 'prefill', 'About my chair')
  await expect(write).toHaveValue('About my chair')
  await tell(page, 'close')
  await expect(box(page)).toBeHidden()
  await tell(page, 'toggle')
  await expect(box(page)).toBeVisible()
  // The browser reports the closing after the window is open again.
  const events = await page.evaluate(async () => {
    const heard: string[] = []
    const { Segue } = window as unknown as { Segue: (...given: unknown[]) => void }
    for (const event of ['open', 'close']) Segue('on', event, () => heard.push(event))
    Segue('close')
    Segue('open')
    await new Promise((resolve) => setTimeout(resolve, 300))
    return heard
  })
  expect(events).toEqual(['close', 'open'])
  await expect(box(page)).toBeVisible()
  await tell(page, 'toggle')
  await tell(page, 'update', { launcher: false })
  await expect(launcher(page)).toBeHidden()
  await tell(page, 'update', { launcher: true, position: 'left' })
  await expect.poll(async () => (await launcher(page).boundingBox())?.x).toBe(20)
  await tell(page, 'no such command')
  await page.evaluate(() => {
    const { Segue, noted } = Object.assign(window as unknown as { Segue: (...given: unknown[]) => void }, {
      noted: [] as number[],
    })
    const first = () => noted.push(1)
    Segue('on', 'open', first)
    Segue('on', 'open', () => {
      throw new Error('of the host page')
    })
    Segue('on', 'open', () => noted.push(2))
    Segue('off', 'open', first)
    Segue('open')
  })
  await expect.poll(() => page.evaluate(() => (window as unknown as { noted: number[] }).noted)).toEqual([2])
  site.close()
})

test('[U10] a page with hostile styles, loaded twice and replaced by scripts, keeps one readable button', async ({
  page,
  segue,
}) => {
  const hostile =
    '<style>*{display:none!important;opacity:0!important;transform:scale(0)!important;visibility:hidden!important}html,body{display:block!important;opacity:1!important;transform:none!important;visibility:visible!important}button{font-size:90px!important}</style>'
  const site = await siteWith({ '/': `${hostile}${STUB}<h1>Shop</h1>${scriptOf(segue)}${scriptOf(segue)}` })
  await openShadowRoots(page)
  await page.goto(site.url)
  await expect(launcher(page)).toHaveCount(1)
  await launcher(page).click()
  await expect(chatIn(page).getByRole('log').getByRole('article').first()).toBeVisible()
  await page.evaluate(() => {
    history.pushState({}, '', '/other')
    const script = document.createElement('script')
    script.src = (document.querySelector('script[src]') as HTMLScriptElement).src
    document.body.replaceWith(document.createElement('body'))
    document.body.append(script)
    return new Promise((loaded) => script.addEventListener('load', loaded))
  })
  await expect(page.locator('segue-widget')).toHaveCount(1)
  await expect(chatIn(page).getByRole('log').getByRole('article').first()).toBeVisible()
  await page.evaluate(() => document.querySelector('segue-widget')?.remove())
  await expect(launcher(page)).toBeVisible()
  site.close()
})

test('[U10] the widget is dark where the host page is', async ({ page, segue }) => {
  const site = await siteWith({ '/': `<style>.night{background:#111}</style>${STUB}<h1>Shop</h1>${scriptOf(segue)}` })
  await openShadowRoots(page)
  await page.goto(site.url)
  await launcher(page).click()
  const html = chatIn(page).locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.evaluate(() => document.documentElement.classList.add('night'))
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await tell(page, 'update', { theme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'light')
  site.close()
})

test('[U10] the widget believes its frame alone, and tells the host page no word of the chat', async ({
  page,
  segue,
}) => {
  const site = await siteWith({
    '/': `${STUB}${LISTENING}<script>addEventListener('message',({data})=>heard.push(JSON.stringify(data)))</script><h1>Shop</h1><iframe src="/inner" title="Inner"></iframe>${scriptOf(segue)}`,
    '/inner': `<script>parent.postMessage({segue:'unread',count:7},'*')</script>`,
  })
  await openShadowRoots(page)
  await page.goto(site.url)
  await launcher(page).click()
  const chat = page.locator('segue-widget').frameLocator('iframe')
  await askIn(chat, 'My number is 4711')
  await expect.poll(() => heard(page)).toContainEqual(['message', 'assistant'])
  await page.evaluate(() => postMessage({ segue: 'unread', count: 7 }, '*'))
  await tell(page, 'close')
  await expect(launcher(page)).toHaveAccessibleName('Open the chat')
  const all = JSON.stringify(await heard(page))
  expect(all).toContain('count\\":7')
  expect(all).not.toContain('["unread",7]')
  expect(all).not.toContain('4711')
  site.close()
})

test('[U10] its shadow root is closed, and the host page passes the accessibility rules with it', async ({
  page,
  segue,
}) => {
  const markup = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>${STUB}${scriptOf(segue)}`
  const site = await siteWith({ '/': markup })
  await page.goto(site.url)
  await expect(page.locator('segue-widget')).toHaveCount(1)
  expect(await page.locator('segue-widget').evaluate((host) => host.shadowRoot)).toBeNull()
  await openShadowRoots(page)
  await page.reload()
  await expect(launcher(page)).toBeVisible()
  await expectAccessible(page, 'all')
  site.close()
})

test('[U10] without a business, without storage and without the script the host page works and nothing is thrown', async ({
  page,
  segue,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await openShadowRoots(page)
  const site = await siteWith({
    '/unknown': `${STUB}<h1>Shop</h1>${scriptOf(segue, 'nobody-here')}`,
    '/nameless': `${STUB}<h1>Shop</h1><script async src="${segue.url}/widget.js"></script>`,
    '/blocked': `${STUB}<script>Segue('open')</script><h1>Shop</h1>${scriptOf(segue)}`,
    '/': `${STUB}<h1>Shop</h1>${scriptOf(segue)}`,
  })
  const thrown = watchViolations(page)
  for (const path of ['/unknown', '/nameless']) {
    await page.goto(`${site.url}${path}`)
    await page.waitForLoadState('networkidle')
    await tell(page, 'open')
    await expect(page.locator('segue-widget')).toHaveCount(0)
  }
  await page.route(/widget\.js/, (route) => route.abort())
  await page.goto(`${site.url}/blocked`)
  await tell(page, 'open')
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible()
  await page.unroute(/widget\.js/)
  await page.goto(site.url)
  await launcher(page).click()
  await expectAnswerIn(chatIn(page))
  expect(thrown).toEqual([])
  site.close()
})

test('[Y2] help is offered once to a visitor who stays on a page, and never where that cannot be noted', async ({
  clockedPage: page,
  segue,
}) => {
  const site = await siteWith({ '*': `${STUB}<h1>Shop</h1>${scriptOf(segue)}` })
  const offer = page.getByRole('button', { name: 'Can we help? Ask us anything.' })
  const stay = async (path: string) => {
    await page.goto(`${site.url}${path}`)
    // The browser's own idle time is part of the clock.
    await expect
      .poll(async () => {
        await page.clock.runFor(100)
        return page.locator('segue-widget').count()
      })
      .toBe(1)
    await page.clock.runFor(21_000)
  }
  await openShadowRoots(page)
  await stay('/')
  await expect(offer).toBeVisible()
  await expect(launcher(page)).toHaveAccessibleName('Open the chat. Unread messages: 1')
  await page.getByRole('button', { name: 'No, thank you' }).click()
  await expect(offer).toBeHidden()
  await stay('/lamps')
  await expect(offer).toBeHidden()

  await page.evaluate(() => localStorage.clear())
  await stay('/chairs')
  await offer.click()
  await expect(box(page)).toBeVisible()
  await expect(offer).toBeHidden()

  await page.evaluate(() => localStorage.clear())
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await stay('/')
  await expect(offer).toBeHidden()
  site.close()
})
