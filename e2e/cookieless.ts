import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { Segue } from './segue.ts'

/** The server behind a proxy that drops every cookie: what it gets from a browser that refuses them. */
export async function withoutCookies(segue: Segue): Promise<{ url: string; close: () => void }> {
  const { host, origin } = new URL(segue.url)
  const proxy = createServer((asked, reply) => {
    const { cookie: _, ...headers } = asked.headers
    const sent = { ...headers, host, ...(headers.origin && { origin }) }
    const passed = request(segue.url + asked.url, { method: asked.method, headers: sent }, (answer) => {
      const { 'set-cookie': _, ...kept } = answer.headers
      reply.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    reply.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  const close = () => {
    proxy.closeAllConnections()
    proxy.close()
  }
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close }
}

/** What a page and its frames see where the browser's settings block all cookies: stored data is blocked with them. */
export const blockCookies = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  })
