import { createHmac, randomUUID } from 'node:crypto'
import { type Page, request } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { fillTicketForm, openTicketForm, SLUG, unique } from './customer.ts'
import { askIn, expectAnswerIn, openShadowRoots, siteWith } from './host-site.ts'
import { expect, memberOf, type Segue, sessionOf, signIn, test } from './segue.ts'

/** The widget secret of the demo business, as its owner makes it. */
async function makeSecret(segue: Segue): Promise<string> {
  const api = await request.newContext({
    baseURL: segue.url,
    extraHTTPHeaders: { origin: segue.url },
    storageState: { cookies: await sessionOf(segue, memberOf(segue)), origins: [] },
  })
  const { generation } = (await (await api.get('/api/settings/widget-secret')).json()) as { generation: number }
  const made = await api.post('/api/settings/widget-secret', { data: { generation } })
  return ((await made.json()) as { secret: string }).secret
}

/** Signs as the server of a business does, without a library. */
function sign(secret: string, sub: string): string {
  const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    sub,
    email: `${sub}@example.org`,
    name: 'Ada Park',
    aud: SLUG,
    iat,
    exp: iat + 300,
    jti: randomUUID(),
  }
  const signed = `${json({ alg: 'HS256', typ: 'JWT' })}.${json(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const hostPage = (segue: Segue) =>
  `<script>window.Segue=window.Segue||function(){(Segue.q=Segue.q||[]).push(arguments)};window.heard=[];Segue('on','identity',result=>heard.push(result))</script><h1>Shop</h1><script async src="${segue.url}/widget.js?tenant=${SLUG}"></script>`

const tell = (page: Page, ...call: unknown[]) =>
  page.evaluate((given) => (window as unknown as { Segue: (...given: unknown[]) => void }).Segue(...given), call)
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
const chatIn = (page: Page) => page.frameLocator('iframe')
const logIn = (page: Page) => chatIn(page).getByRole('log')

test('[U10] a visitor whom the business’s server names has their chat in another browser too, until they sign out', async ({
  page,
  secondPage,
  segue,
}) => {
  const [secret, sub, subject] = [await makeSecret(segue), unique('u').replace(' ', '-'), unique('Named')]
  const site = await siteWith({ '*': hostPage(segue) })
  const addresses: string[] = []
  page.on('request', (sent) => addresses.push(sent.url()))
  await openShadowRoots(page)
  await openShadowRoots(secondPage)
  await page.goto(site.url)
  const token = sign(secret, sub)
  await tell(page, 'identify', { token })
  await expect.poll(() => heard(page)).toEqual([{ identified: true, reason: null }])
  await tell(page, 'open')
  await expectAnswerIn(chatIn(page))
  await openTicketForm(chatIn(page))
  await expect(chatIn(page).getByLabel('Email')).toHaveValue(`${sub}@example.org`)
  await fillTicketForm(chatIn(page), { subject, email: `${sub}@example.org` })
  await chatIn(page).getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(logIn(page)).toContainText('created')
  expect(addresses.filter((url) => url.includes(token.slice(-20)))).toEqual([])

  await secondPage.goto(site.url)
  // Before the frame is there: the chat waits until it is known whose it is.
  await tell(secondPage, 'open')
  await tell(secondPage, 'identify', { token: sign(secret, sub) })
  await expect(logIn(secondPage)).toContainText('tracking link')

  await tell(secondPage, 'identify', null)
  await expect(logIn(secondPage).getByRole('article').first()).toBeVisible()
  await expect(logIn(secondPage)).not.toContainText('tracking link')
  site.close()
})

test('[U10] another visitor’s token begins a visit of their own, and a refused one shows nothing of who was there', async ({
  page,
  segue,
}) => {
  const secret = await makeSecret(segue)
  const [ada, ben] = [unique('ada').replace(' ', '-'), unique('ben').replace(' ', '-')]
  const site = await siteWith({ '*': hostPage(segue) })
  await openShadowRoots(page)
  await page.goto(site.url)
  await tell(page, 'identify', { token: sign(secret, ada) })
  await tell(page, 'open')
  await askIn(chatIn(page), 'My number is 4711')
  await expect(logIn(page)).toContainText('4711')
  await tell(page, 'identify', { token: sign(secret, ben) })
  await expect(logIn(page)).not.toContainText('4711')
  await tell(page, 'identify', { token: sign(secret, ada) })
  await expect(logIn(page)).toContainText('4711')
  await page.goto(`${site.url}/lamps`)
  await tell(page, 'identify', { token: sign('another key', ada) })
  await expect.poll(() => heard(page)).toEqual([{ identified: false, reason: 'identity_refused' }])
  await tell(page, 'open')
  await expect(logIn(page).getByRole('article').first()).toBeVisible()
  await expect(logIn(page)).not.toContainText('4711')
  site.close()
})

test('[U10] an owner makes the widget secret, sees it once, and is asked before another one replaces it', async ({
  page,
  segue,
}) => {
  await signIn(page, segue, memberOf(segue, 'owner', 1))
  await page.goto('/admin?section=customer-links')
  const card = page.getByRole('article', { name: 'Widget secret' })
  await expect(card).toContainText('There is no secret yet.')
  await card.getByRole('button', { name: 'Make a secret' }).click()
  await expect(card).toContainText('Copy the secret now.')
  await expect(card.getByRole('code')).toHaveText(/^segue_ws_[\w-]{43}$/)
  await expectAccessibleInBothThemes(page)
  await page.reload()
  await expect(card).toContainText('Made on')
  await expect(card).not.toContainText('segue_ws_')
  await card.getByRole('button', { name: 'Make a new secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click()
  await expect(card).toContainText('The secret before it is valid until')
})
