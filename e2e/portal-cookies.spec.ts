import { expectAccessible } from './accessibility.ts'
import { blockCookies, withoutCookies } from './cookieless.ts'
import {
  expectAnswer,
  fillTicketForm,
  openTicketForm,
  ownMessages,
  PORTAL,
  sendMessage,
  unique,
  waitForGreeting,
} from './customer.ts'
import { expectAnswerIn, siteWith } from './host-site.ts'
import { picture } from './picture.ts'
import { expect, memberOf, test } from './segue.ts'
import { teamOf } from './team.ts'

const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]
const FORGETS = /this page forgets you as soon as you close or reload it/
const NO_SIGN_IN = /blocks cookies, and without them nobody can be signed in/

test('[U1] where the browser blocks cookies a chat is answered and a ticket is sent, and both say what is not kept', async ({
  page,
  segue,
}, info) => {
  await blockCookies(page)
  const server = await withoutCookies(segue)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.goto(server.url + PORTAL)
    await page.getByRole('button', { name: 'Start Chat' }).click()
    await waitForGreeting(page)
    await expect(page.getByRole('note').filter({ hasText: FORGETS })).toBeVisible()
    await sendMessage(page, 'Where is my order?')
    await expectAnswer(page, 'tracking link')
    await expectAccessible(page)
    await picture(page, info, `chat without cookies ${size.width}`)
    await page.goto(`${server.url}${PORTAL}&tab=submit-ticket`)
    await expect(page.getByRole('note').filter({ hasText: FORGETS })).toBeVisible()
    const subject = unique('Without cookies')
    await fillTicketForm(page, { subject, description: 'It rings by itself.' })
    await picture(page, info, `ticket without cookies ${size.width}`)
    await page.getByRole('main').getByRole('button', { name: 'Submit Ticket' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'has been submitted' })).toBeVisible()
    await (await teamOf(segue)).ticketBySubject(subject)
  }
  server.close()
})

test('[U1] where cookies are dropped on their way a chat and its answers stay over a reload', async ({
  page,
  segue,
}) => {
  const server = await withoutCookies(segue)
  await page.goto(server.url + PORTAL)
  await page.getByRole('button', { name: 'Start Chat' }).click()
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  await expect(page.getByRole('note').filter({ hasText: FORGETS })).toBeHidden()
  await page.reload()
  await expect(ownMessages(page)).toContainText(['Where is my order?'])
  server.close()
})

test('[U1] where cookies are blocked, signing in says so and what to do, and keeps what was typed', async ({
  page,
  segue,
}, info) => {
  const { email, password } = memberOf(segue)
  const server = await withoutCookies(segue)
  // Dropped on their way first: only the refusal of a session shows it.
  for (const isBlocked of [false, true]) {
    if (isBlocked) await blockCookies(page)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const path of [PORTAL, '/signin']) {
        await page.goto(server.url + path)
        if (path === PORTAL) await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        const form = path === PORTAL ? page.getByRole('dialog', { name: 'Sign in' }) : page.getByRole('main')
        await form.getByLabel('Email').fill(email)
        await form.getByLabel('Password', { exact: true }).fill(password)
        await form.getByRole('button', { name: /^sign in$/i }).click()
        await expect(form.getByRole('alert').filter({ hasText: NO_SIGN_IN })).toContainText(
          'Allow cookies for 127.0.0.1',
        )
        await expect(form.getByLabel('Email')).toHaveValue(email)
        await expect(form.getByLabel('Password', { exact: true })).toHaveValue(password)
        await picture(page, info, `sign-in without cookies ${path.slice(1, 8)} ${size.width}`)
      }
    }
  }
  server.close()
})

test('[U1] in a frame of a browser that blocks third-party cookies and storage, a chat is answered and a ticket is sent', async ({
  page,
  segue,
}) => {
  await blockCookies(page)
  const server = await withoutCookies(segue)
  const site = await siteWith({
    '*': `<iframe src="${server.url}${PORTAL}&embed=true" width="400" height="600" title="Support"></iframe>`,
  })
  await page.goto(site.url)
  const frame = page.frameLocator('iframe')
  await expectAnswerIn(frame)
  await expect(frame.getByRole('note').filter({ hasText: FORGETS })).toBeVisible()
  await openTicketForm(frame)
  await fillTicketForm(frame, { subject: unique('From a frame') })
  await frame.getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(frame.getByRole('log')).toContainText('created')
  site.close()
  server.close()
})
