import { chromium, type Page } from '@playwright/test'
import { memberOf, signIn } from '#e2e/segue.ts'
import { withSegue } from '#e2e/server.ts'
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts'

/**
 * Prints for some pages when their largest content was painted and what was transferred, over slow 4G (1.6 Mbit/s, 150 ms) and with a CPU four
 * times slower: `node scripts/first-paint.ts`, after a build. A figure of a machine without other work, so it is no test.
 */

const ROUNDS = 3
const PAGES: [name: string, path: string][] = [
  ['desk, overview', '/admin?section=overview'],
  ['desk, tickets', '/admin?section=tickets'],
  ['portal', '/support?tenant=hollowbrook'],
  ['sign-in', '/signin'],
]

type Paint = { ms: number; kB: number; element: string }

async function measure(page: Page, address: string): Promise<Paint> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
  const bytesPerSecond = 1_600_000 / 8
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  })
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  browser.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(address)
  // Long enough for the data of the first screen on this connection.
  await page.waitForTimeout(8000)
  const last = await page.evaluate(
    () =>
      new Promise<{ ms: number; element: string }>((resolve) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
          resolve({ ms: entry.startTime, element: entry.element?.textContent?.trim().slice(0, 40) ?? '' })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  return { ...last, kB: bytes / 1000 }
}

const executablePath = findChromium()
const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
await withSegue(async (segue) => {
  for (const [name, path] of PAGES) {
    const paints: Paint[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      if (name.startsWith('desk')) await signIn(page, segue, memberOf(segue))
      paints.push(await measure(page, segue.url + path))
      await context.close()
    }
    const { ms, kB, element } = paints.sort((a, b) => a.ms - b.ms)[Math.floor(ROUNDS / 2)] as Paint
    console.log(`${name.padEnd(16)} ${(ms / 1000).toFixed(2)} s, ${kB.toFixed(0)} kB transferred, “${element}”`)
  }
})
await browser.close()
