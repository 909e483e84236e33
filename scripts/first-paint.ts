import { memberOf, sessionOf } from '#e2e/segue.ts'
import { withSegue } from '#e2e/server.ts'
import { type Browser, launchBrowser } from './browser-protocol.ts'

/**
 * Prints for some pages when something was painted first, when their largest content was, how long tasks blocked the page (what each took
 * beyond 50 ms), and what was transferred, over slow 4G (1.6 Mbit/s, 150 ms) and with a CPU four times slower: `node scripts/first-paint.ts`,
 * after a build. A figure of a machine without other work, so it is no test.
 */

const ROUNDS = 5
const PAGES: [name: string, path: string][] = [
  ['desk, overview', '/admin?section=overview'],
  ['desk, tickets', '/admin?section=tickets'],
  ['portal', '/support?tenant=hollowbrook'],
  ['chat', '/support?tenant=hollowbrook&embed=true'],
  ['landing', '/'],
  ['sign-in', '/signin'],
]
const BYTES_PER_SECOND = 1_600_000 / 8
/** Long enough for the data of the first screen on this connection. */
const SETTLED_MS = 8000

type Paint = { firstMs: number; ms: number; blockedMs: number; kB: number; element: string }

/** Runs in the page before its own scripts. */
const COUNT_BLOCKED = `
  globalThis.blocked = { ms: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocked.ms += duration - 50
  }).observe({ type: 'longtask', buffered: true })`

/** Runs in the page at the end. */
const READ_PAINTS = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const entry = list.getEntries().at(-1)
    resolve({
      firstMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      ms: entry.startTime,
      blockedMs: blocked.ms,
      element: entry.element?.textContent?.trim().slice(0, 40) ?? '',
    })
  }).observe({ type: 'largest-contentful-paint', buffered: true })
})`

async function measure(browser: Browser, address: string, cookies: object[]): Promise<Paint> {
  const page = await browser.openPage()
  let bytes = 0
  page.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength as number
  })
  await page.send('Network.enable')
  await page.send('Network.setCookies', { cookies })
  await page.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND / 2,
  })
  await page.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.send('Page.enable')
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: COUNT_BLOCKED })
  await page.send('Page.navigate', { url: address })
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  const paints = await page.evaluate<Omit<Paint, 'kB'>>(READ_PAINTS)
  await page.close()
  return { ...paints, kB: bytes / 1000 }
}

const browser = await launchBrowser()
await withSegue(async (segue) => {
  const cookies = (await sessionOf(segue, memberOf(segue))).map(({ name, value }) => ({ name, value, url: segue.url }))
  for (const [name, path] of PAGES) {
    const paints: Paint[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      paints.push(await measure(browser, segue.url + path, name.startsWith('desk') ? cookies : []))
    const middle = (figure: (paint: Paint) => number) =>
      (paints.map(figure).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number).toFixed(0)
    const range = (figure: (paint: Paint) => number) =>
      `${Math.min(...paints.map(figure)).toFixed(0)} to ${Math.max(...paints.map(figure)).toFixed(0)}`
    console.log(
      `${name.padEnd(16)} first ${middle(({ firstMs }) => firstMs)} ms, largest ${middle(({ ms }) => ms)} ms (“${paints[0]?.element}”), ` +
        `blocked ${middle(({ blockedMs }) => blockedMs)} ms (${range(({ blockedMs }) => blockedMs)}), ${middle(({ kB }) => kB)} kB transferred (medians of ${ROUNDS})`,
    )
  }
})
await browser.close()
