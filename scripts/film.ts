/** Makes the film of the video guide on the real server with its demo businesses: `npm start` once, then `node scripts/film.ts`. */
import { writeFile } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { type Segue, withSegue } from '#e2e/server.ts'
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.ts'
import { type Camera, encode, filmOf } from './film/camera.ts'
import { webmOf } from './film/webm.ts'

const FILE = new URL('../web/public/guide.webm', import.meta.url)
const LARGEST_BYTES = 2_000_000
const SIZE = { width: 1280, height: 720 }

const executablePath = ensureChromium()
const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
try {
  await withSegue(async (segue) => {
    const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', reducedMotion: 'reduce' })
    const page = await context.newPage()
    const camera = filmOf(page)
    await signInAsOwner(page, segue)
    await tour(page, camera, segue)
    const { shots, durationMs } = camera.film()
    const film = webmOf({ ...SIZE, durationMs, frames: await encode(browser, `${segue.url}/signin`, shots) })
    if (film.length > LARGEST_BYTES) throw new Error(`the film has ${film.length} bytes`)
    await writeFile(FILE, film)
    console.log(`guide.webm ${Math.round(durationMs / 1000)} s, ${Math.round(film.length / 1000)} kB`)
  })
} finally {
  await browser.close()
}

async function signInAsOwner(page: Page, { url, businesses }: Segue): Promise<void> {
  const owner = businesses[0]?.members.find(({ role }) => role === 'owner')
  const data = { email: owner?.email, password: owner?.password, portal: 'business' }
  const answer = await page.request.post(`${url}/api/session`, { data, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`sign-in failed: ${answer.status()}`)
}

async function tour(page: Page, camera: Camera, { url }: Segue): Promise<void> {
  const section = async (name: string) => {
    await camera.click(page.getByRole('navigation').getByRole('link', { name }).first())
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await page.goto(`${url}/admin?section=overview`)
  await page.getByRole('list', { name: 'Figures' }).waitFor()
  await camera.caption('Overview: the day at a glance')
  await camera.hold(3500)
  await camera.caption('Tickets: everything your customers wrote')
  await section('Tickets')
  const list = page.getByRole('list', { name: 'Tickets' })
  await list.getByRole('link').first().waitFor()
  await camera.hold(2500)
  await camera.click(list.getByRole('link').nth(1))
  await page.getByRole('textbox', { name: /reply/i }).first().waitFor()
  await camera.caption('The thread, the customer, and what the assistant has said')
  await camera.hold(3500)
  await camera.caption('Answer in one place')
  await camera.click(page.getByRole('textbox', { name: /reply/i }).first())
  await camera.type('Thank you for writing. Your wheel is true again, and you can pick it up from four.')
  await camera.hold(2500)
  await camera.caption('Customers: who they are, and what they asked before')
  await section('Customers')
  await page.getByRole('row').nth(2).waitFor()
  await camera.hold(3500)
  await camera.caption('Knowledge: what the assistant answers from')
  await section('Knowledge')
  await page.waitForTimeout(1500)
  await camera.hold(3500)
  await camera.caption('Analytics: each figure opens its tickets')
  await section('Analytics')
  await page.getByRole('list', { name: 'Figures of the period' }).waitFor()
  await page.waitForTimeout(2500)
  await camera.hold(5000)
}
