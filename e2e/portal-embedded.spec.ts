import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from './accessibility.ts'
import {
  chatOf,
  expectAnswer,
  fillTicketForm,
  openTicketForm,
  PORTAL,
  sendMessage,
  unique,
  waitForGreeting,
} from './customer.ts'
import { expect, test } from './segue.ts'
import { teamOf } from './team.ts'

test('[U10] embed=true shows only the chat, in 400 by 600', async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 600 })
  await page.goto(`${PORTAL}&embed=true`)
  await waitForGreeting(page)
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Close the chat' })).toBeHidden()
  expect(await chatOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 400, height: 600 })
  await sendMessage(page, 'Where is my order?')
  await expectAnswer(page, 'tracking link')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400)
  await expectAccessible(page, 'all')
})

test('[U10] the embedded chat works on another site where cookies are blocked, and survives a reload', async ({
  page,
  context,
  segue,
}) => {
  const subject = unique('From a frame')
  // `localhost` is another site than 127.0.0.1: the portal's cookies are third-party there.
  const markup = `<iframe src="${segue.url}${PORTAL}&embed=true" width="400" height="600" title="Support"></iframe>`
  const host = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(markup))
  await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready))
  await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`)
  const frame = page.frameLocator('iframe')
  const log = frame.getByRole('log')
  const write = frame.getByRole('textbox', { name: 'Message', exact: true })
  await expect(log.getByRole('article').first()).toBeVisible()
  // The frame's storage is partitioned by site; the portal's cookie is blocked here.
  for (const cookie of await context.cookies(segue.url)) expect(cookie.sameSite).toBe('None')
  await write.fill('Where is my order?')
  await write.press('Enter')
  await expect(log).toContainText('tracking link')
  await page.reload()
  await expect(log.getByText('Where is my order?', { exact: true }).first()).toBeVisible()
  await openTicketForm(frame)
  await fillTicketForm(frame, { subject })
  await frame.getByRole('button', { name: 'Submit Ticket' }).click()
  await expect(log).toContainText('created')
  const team = await teamOf(segue)
  await team.reply((await team.ticketBySubject(subject)).id, 'Found it.')
  await expect(log).toContainText('Found it.')
  host.close()
})

test('[U10] only the embedded page can be framed by another site', async ({ page }) => {
  const response = await page.goto(PORTAL)
  expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  const embedded = await page.goto(`${PORTAL}&embed=true`)
  expect(embedded?.headers()['content-security-policy']).toContain('frame-ancestors *')
  expect(embedded?.headers()['x-frame-options']).toBeUndefined()
})
