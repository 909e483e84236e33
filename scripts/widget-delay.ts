import { readFile } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { siteWith } from '#e2e/host-site.ts'
import { loaderOf } from '#server/platform/web/loader.ts'
import { scriptExample } from '#web/admin/links/examples.ts'
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts'

/**
 * Prints by how much the widget's loader delays a host page: `node scripts/widget-delay.ts`, after a build. The same page with and without
 * it, in turns, each without cache; the script comes from another origin. `ready`: the page is parsed and can be used; `load`: its event,
 * for which a browser waits until asynchronous scripts are there too; the code to paste asks for the script after it. A figure of a machine without other work, so it is no test.
 */

const ROUNDS = 40
const ROWS = 400

const config = {
  frame: '/customer?tenant=shop&embed=true&widget=1',
  style: '--brand:#0b7285;--x:20px;--y:20px;--above:92px',
  position: 'right',
  pages: '',
  offers: [],
  texts: { open: 'Open', close: 'Close', title: 'Chat', unread: '{count}', decline: 'No' },
} as const

const median = (values: number[]): number => values.sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN

type Loaded = { readyMs: number; loadMs: number; longMs: number }

/** When the page was ready and loaded, and how long its main thread was blocked by tasks over 50 ms, in milliseconds. */
async function load(page: Page, url: string): Promise<Loaded> {
  await page.goto(url, { waitUntil: 'load' })
  // The button is made when the browser has nothing else to do.
  await page.waitForTimeout(150)
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const long = (globalThis as unknown as { long: number[] }).long
    const longMs = long.reduce((sum, ms) => sum + ms, 0)
    return { readyMs: entry?.domContentLoadedEventEnd ?? 0, loadMs: entry?.loadEventEnd ?? 0, longMs }
  })
}

const script = loaderOf(await readFile('dist/web/widget.js', 'utf8'), config)
const server = await siteWith({ '/widget.js': script, '*': '<!doctype html>' })
const rows = Array.from({ length: ROWS }, (_, row) => `<p>Lamp ${row}</p>`).join('')
const observed = `<script>long=[];new PerformanceObserver(list=>{for(const one of list.getEntries())long.push(one.duration)}).observe({type:'longtask',buffered:true})</script>`
const origin = server.url.replace('localhost', '127.0.0.1')
const tag = scriptExample(`${origin}/widget.js`, { url: `${origin}/form`, label: 'Write to us' })
const site = await siteWith({ '/with': `${observed}${rows}${tag}`, '/without': `${observed}${rows}` })
const executablePath = findChromium()
const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
const measured = { '/with': [] as Loaded[], '/without': [] as Loaded[] }
for (let round = 0; round < 2 * ROUNDS; round++) {
  const path = round % 2 ? '/with' : '/without'
  const context = await browser.newContext()
  measured[path].push(await load(await context.newPage(), `${site.url}${path}`))
  await context.close()
}
for (const figure of ['readyMs', 'loadMs', 'longMs'] as const) {
  const [without, withLoader] = (['/without', '/with'] as const).map((path) =>
    median(measured[path].map((one) => one[figure])),
  ) as [number, number]
  process.stdout.write(
    `${figure}, median of ${ROUNDS}: ${without.toFixed(1)} without the widget, ${withLoader.toFixed(1)} with it: ${(withLoader - without).toFixed(1)} more\n`,
  )
}
await browser.close()
site.close()
server.close()
