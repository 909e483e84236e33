/** Makes the screenshots of the README on the real server with its demo businesses: `npm start` once, then `node scripts/pictures.ts`. */
import { writeFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type Segue, withSegue } from '#e2e/server.ts'
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.ts'

const FOLDER = new URL('../docs/pictures/', import.meta.url)
const LARGEST_BYTES = 250_000

type Viewport = { width: number; height: number; colorScheme: 'light' | 'dark' }
const desk: Viewport = { width: 1440, height: 900, colorScheme: 'light' }

const executablePath = ensureChromium()
const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
try {
  await withSegue(async (segue) => {
    await takePicture(browser, 'sign-in', { ...desk, width: 1200, height: 750 }, (page) =>
      page.goto(`${segue.url}/signin`),
    )
    for (const colorScheme of ['light', 'dark'] as const) {
      const name = colorScheme === 'light' ? 'tickets' : 'tickets-dark'
      await takePicture(browser, name, { ...desk, colorScheme }, (page) => openTicket(page, segue))
    }
    await takePicture(browser, 'chat', { ...desk, width: 1200, height: 750 }, (page) => askInChat(page, segue))
  })
} finally {
  await browser.close()
}

async function openTicket(page: Page, { url, businesses }: Segue): Promise<void> {
  const member = businesses[0]?.members.find(({ role }) => role === 'agent')
  const data = { email: member?.email, password: member?.password, portal: 'business' }
  const answer = await page.request.post(`${url}/api/session`, { data, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`sign-in failed: ${answer.status()}`)
  const { items } = (await (await page.request.get(`${url}/api/tickets?statuses=in-progress`)).json()) as {
    items: { id: string }[]
  }
  await page.goto(`${url}/admin?section=tickets&ticket=${items[0]?.id}`)
}

async function askInChat(page: Page, { businesses }: Segue): Promise<void> {
  await page.goto(`${businesses[0]?.supportUrl}&chat=general`)
  const chat = page.getByRole('dialog')
  await chat.getByRole('textbox').fill('Do you repair punctures while I wait?')
  await page.keyboard.press('Enter')
  await chat.getByText('From', { exact: true }).first().waitFor()
}

/** Makes one screenshot with 256 colours, which are enough for a screen and load fast. */
async function takePicture(
  on: Browser,
  name: string,
  viewport: Viewport,
  show: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { width, height, colorScheme } = viewport
  const page = await on.newPage({ viewport: { width, height }, colorScheme, locale: 'en-GB', reducedMotion: 'reduce' })
  await show(page)
  // Live streams stay open, so there is no network idle to wait for.
  await page.waitForTimeout(2500)
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10, compressionLevel: 9 })
    .toBuffer()
  if (picture.length > LARGEST_BYTES) throw new Error(`${name}.png has ${picture.length} bytes`)
  await writeFile(new URL(`${name}.png`, FOLDER), picture)
  await page.close()
  console.log(`${name}.png ${width}×${height}, ${Math.round(picture.length / 1000)} kB`)
}
