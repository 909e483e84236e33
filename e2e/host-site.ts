import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { expect } from './segue.ts'

/** A website of a business, by path; an address of its own that is another site than the server's, since `localhost` is not 127.0.0.1. */
export async function siteWith(
  pages: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ url: string; close: () => void }> {
  const site = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const body = pages[path] ?? pages['*']
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8'
    reply.writeHead(body === undefined ? 404 : 200, { 'content-type': type, ...headers }).end(body)
  })
  await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready))
  return { url: `http://localhost:${(site.address() as AddressInfo).port}`, close: () => site.close() }
}

/** Opens closed shadow roots to the test, from the next navigation on: the widget's own pages keep theirs closed. */
export const openShadowRoots = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (options) {
      return attach.call(this, { ...options, mode: 'open' })
    }
  })

/** What a page's content policy refused, and what its scripts threw. */
export function watchViolations(page: Page): string[] {
  const found: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text())) found.push(message.text())
  })
  page.on('pageerror', (error) => found.push(error.message))
  return found
}

/** Writes to a chat in a frame, once it is open. */
export async function askIn(chat: FrameLocator, question: string): Promise<void> {
  await expect(chat.getByRole('log').getByRole('article').first()).toBeVisible()
  await chat.getByRole('textbox', { name: 'Message', exact: true }).fill(question)
  await chat.getByRole('textbox', { name: 'Message', exact: true }).press('Enter')
}

/** Expects that a chat in a frame answers a question that the demo business knows. */
export async function expectAnswerIn(chat: FrameLocator): Promise<void> {
  await askIn(chat, 'Where is my order?')
  await expect(chat.getByRole('log')).toContainText('tracking link')
}
