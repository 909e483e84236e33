import { chromium, type Page } from '@playwright/test'
import { memberOf, signIn } from '#e2e/segue.ts'
import { withSegue } from '#e2e/server.ts'
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts'

/**
 * Prints for some pages when something was painted first, when their largest content was, how long tasks blocked the page (what each took
 * beyond 50 ms), and what was transferred, over slow 4G (1.6 Mbit/s, 150 ms) and with a CPU four times slower: `node scripts/first-paint.ts`, after a build. A figure of a machine without other work, so it is no test.
 */

const ROUNDS = 3
const PAGES: [name: string, path: string][] = [
  ['desk, overview', '/admin?section=overview'],
  ['desk, tickets', '/admin?section=tickets'],
  ['portal', '/support?tenant=hollowbrook'],
  ['chat', '/support?tenant=hollowbrook&embed=true'],
  ['landing', '/'],
  ['sign-in', '/signin'],
]

type Paint = { firstMs: number; ms: number; blockedMs: number; kB: number; element: string }

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
  await page.addInitScript(() => {
    const blocked = { ms: 0 }
    Object.assign(globalThis, { blocked })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) blocked.ms += duration - 50
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(address)
  // Long enough for the data of the first screen on this connection.
  await page.waitForTimeout(8000)
  const last = await page.evaluate(
    () =>
      new Promise<Omit<Paint, 'kB'>>((resolve) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
          resolve({
            firstMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
            ms: entry.startTime,
            blockedMs: (globalThis as unknown as { blocked: { ms: number } }).blocked.ms,
            element: entry.element?.textContent?.trim().slice(0, 40) ?? '',
          })
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
    const { firstMs, ms, blockedMs, kB, element } = paints.sort((a, b) => a.ms - b.ms)[Math.floor(ROUNDS / 2)] as Paint
    console.log(
      `${name.padEnd(16)} first ${firstMs.toFixed(0)} ms, largest ${ms.toFixed(0)} ms (“${element}”), blocked ${blockedMs.toFixed(0)} ms, ${kB.toFixed(0)} kB transferred`,
    )
  }
})
await browser.close()
