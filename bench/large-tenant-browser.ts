import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.ts'
import { SLUGS } from '#test/bulk-rows.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { signInAsOwner, startOnDatabase } from './product-process.ts'
import { ms } from './report.ts'

const FIRST_ROWS_LIMIT_MS = 1000
const LONG_TASK_LIMIT_MS = 100
const NEXT_TICKET_LIMIT_MS = 100
const SCROLLED_ROWS = 10_000
const ROUNDS = 5
const STEPS = 30
/** Between two keys: a reader who only skims. */
const PAUSE_MS = 400

/** Measures the ticket section of a business with 100,000 tickets in Chromium, on the built pages and the real server. */
export async function measureInBrowser(bench: BenchmarkRun): Promise<void> {
  const database = largestOf(bench)
  if (database.size.largeTickets === 0) return
  const product = await startOnDatabase(database, POOL_SIZE)
  const executablePath = findChromium()
  const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    for (const cookie of (await signInAsOwner(product.url, SLUGS.large)).split('; ')) {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(cookie) ?? []
      await context.addCookies([{ name, value, url: product.url }])
    }
    const page = await context.newPage()
    await page.addInitScript(observe)
    const address = `${product.url}/admin?section=tickets`
    await page.goto(address)
    const rows: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) rows.push(await firstRows(page, address))
    const steps = await openNext(page)
    const tasks = await scroll(page)
    bench.report.title('The same business in Chromium, pages in the browser’s cache')
    bench.report.head('', 'median', 'p95', 'worst', 'limit')
    show(bench, 'first rows of the list', rows, FIRST_ROWS_LIMIT_MS)
    show(bench, 'the next ticket by `j`, to its text', steps, NEXT_TICKET_LIMIT_MS)
    show(bench, `long tasks while ${SCROLLED_ROWS.toLocaleString('en')} rows are scrolled`, tasks, LONG_TASK_LIMIT_MS)
  } finally {
    await browser.close()
    await product.stop()
  }
}

function show({ report }: BenchmarkRun, what: string, values: number[], limit: number): void {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  report.row(`${what} (${values.length})`, ms(at(0.5)), ms(at(0.95)), ms(at(1)), ms(limit))
  const [measured, isMet] = [ms(at(0.95)), at(0.95) <= limit]
  report.judge({ what: `in Chromium: ${what}, p95`, measured, budget: `≤ ${limit} ms`, isMet })
}

type Observed = { firstRowMs: number | null; longTasks: number[] }
declare global {
  var observed: Observed
}

/** Runs in the page before its own scripts. */
function observe(): void {
  globalThis.observed = { firstRowMs: null, longTasks: [] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.observed.longTasks.push(entry.duration)
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    // The frame after the one that has the row: then it is painted.
    if (document.querySelector('[data-row]'))
      requestAnimationFrame(() => {
        globalThis.observed.firstRowMs = performance.now()
      })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function firstRows(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await page.waitForFunction(() => globalThis.observed.firstRowMs !== null)
  return page.evaluate(() => globalThis.observed.firstRowMs as number)
}

/** Opens the first ticket, then one after the other by `j`; milliseconds from the key until the ticket's first message is painted. */
async function openNext(page: Page): Promise<number[]> {
  await page.locator('[data-row]').first().click()
  await page.locator('article').first().waitFor()
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-row]')?.focus())
  const steps: number[] = []
  for (let step = 0; step < STEPS; step += 1) {
    await page.waitForTimeout(PAUSE_MS)
    steps.push(await page.evaluate(pressNext))
  }
  return steps
}

/** Runs in the page. */
function pressNext(): Promise<number> {
  const titleOf = () => document.querySelector('[data-ticket-title]')?.textContent ?? ''
  const before = titleOf()
  const began = performance.now()
  const key = { key: 'j', code: 'KeyJ', bubbles: true }
  ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', key))
  return new Promise((done) => {
    const look = () => {
      const order = /\d+/.exec(titleOf())?.[0]
      const isShown =
        titleOf() !== before &&
        [...document.querySelectorAll('article')].some((one) => one.textContent?.includes(`My order ${order} `))
      if (isShown) requestAnimationFrame(() => done(performance.now() - began))
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** Scrolls a screen a frame until the rows were shown; milliseconds of each task of 50 ms and more meanwhile. */
async function scroll(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    globalThis.observed.longTasks = []
  })
  await page.evaluate(async (wanted) => {
    const list = document.querySelector('[data-row]')?.closest('ul')?.parentElement as HTMLElement
    const last = () => Number([...list.querySelectorAll('li')].at(-1)?.getAttribute('aria-posinset'))
    while (last() < wanted) {
      list.scrollBy(0, list.clientHeight)
      await new Promise(requestAnimationFrame)
    }
  }, SCROLLED_ROWS)
  await page.waitForTimeout(200)
  const tasks = await page.evaluate(() => globalThis.observed.longTasks)
  return tasks.length > 0 ? tasks : [0]
}
