import { mkdir, writeFile } from 'node:fs/promises'
import { argv } from 'node:process'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { memberOf, type Segue, sessionOf } from '#e2e/segue.ts'
import { withSegue } from '#e2e/server.ts'
import { LANDING_PICTURES, type LandingPicture, PICTURE_WIDTHS, pictureFile } from '#web/front/landing/pictures.ts'
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.ts'

/**
 * Makes screenshots on the real server with its demo businesses: `npm start` once, then `node scripts/pictures.ts readme`, or `landing` for
 * those of the landing page; without a word both. More words are the names of the only pictures to make.
 */

const README_FOLDER = new URL('../docs/pictures/', import.meta.url)
const PUBLIC_FOLDER = new URL('../web/public/', import.meta.url)
const LARGEST_BYTES = { readme: 250_000, landing: 60_000 }
const THEMES = ['light', 'dark'] as const

type Viewport = { width: number; height: number; colorScheme: 'light' | 'dark' }
type Show = (page: Page, segue: Segue) => Promise<unknown>
const WIDE = { width: 1440, height: 900 }
const MIDDLE = { width: 1200, height: 750 }

const README: { name: string; viewport: Viewport; show: Show }[] = [
  { name: 'sign-in', viewport: { ...MIDDLE, colorScheme: 'light' }, show: (page) => page.goto('/signin') },
  { name: 'tickets', viewport: { ...WIDE, colorScheme: 'light' }, show: openTicket },
  { name: 'tickets-dark', viewport: { ...WIDE, colorScheme: 'dark' }, show: openTicket },
  { name: 'chat', viewport: { ...MIDDLE, colorScheme: 'light' }, show: askInChat },
]

const LANDING: Record<LandingPicture, Show> = {
  'admin-dashboard': section('overview'),
  'customer-dashboard': (page) => page.goto('/customer?tenant=hollowbrook'),
  'ai-chat': askInChat,
  'ticket-management': openTicket,
  knowledge: section('knowledge&tab=faqs'),
  agents: section('agents'),
  customers: section('customers'),
  analytics: section('analytics'),
  'help-center': (page) => page.goto('/help?tenant=fernbill'),
  portal: (page) => page.goto('/customer?tenant=alder-court'),
}

const [set, ...names] = argv.slice(2)
const isWanted = (name: string) => names.length === 0 || names.includes(name)
const executablePath = ensureChromium()
const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
try {
  await withSegue(async (segue) => {
    if (set !== 'landing')
      for (const { name, viewport, show } of README) {
        if (isWanted(name)) await writeReadme(name, await takePicture(browser, segue, viewport, show))
      }
    if (set !== 'readme')
      for (const name of LANDING_PICTURES)
        for (const colorScheme of THEMES) {
          if (isWanted(name))
            await writeLanding(
              name,
              colorScheme,
              await takePicture(browser, segue, { ...MIDDLE, colorScheme }, LANDING[name]),
            )
        }
  })
} finally {
  await browser.close()
}

/** A section of the desk, as the owner of the first demo business sees it. */
function section(name: string): Show {
  return async (page, segue) => {
    await page.context().addCookies(await sessionOf(segue, memberOf(segue)))
    await page.goto(`/admin?section=${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
}

async function openTicket(page: Page, segue: Segue): Promise<void> {
  await page.context().addCookies(await sessionOf(segue, memberOf(segue, 'agent')))
  const { items } = (await (await page.request.get('/api/tickets?statuses=in-progress')).json()) as {
    items: { id: string }[]
  }
  await page.goto(`/admin?section=tickets&ticket=${items[0]?.id}`)
}

async function askInChat(page: Page, { businesses }: Segue): Promise<void> {
  await page.goto(`${businesses[0]?.supportUrl}&chat=general`)
  const chat = page.getByRole('dialog')
  await chat.getByRole('textbox').fill('Do you repair punctures while I wait?')
  await page.keyboard.press('Enter')
  await chat.getByText('From', { exact: true }).first().waitFor()
}

async function takePicture(on: Browser, { url, ...segue }: Segue, viewport: Viewport, show: Show): Promise<Buffer> {
  const { colorScheme, ...size } = viewport
  const page = await on.newPage({
    baseURL: url,
    viewport: size,
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  })
  await show(page, { url, ...segue })
  // Live streams stay open, so there is no network idle to wait for.
  await page.waitForTimeout(2500)
  const picture = await page.screenshot()
  await page.close()
  return picture
}

/** With 256 colours, which are enough for a screen and load fast. */
async function writeReadme(name: string, picture: Buffer): Promise<void> {
  const png = await sharp(picture).png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer()
  await write(new URL(`${name}.png`, README_FOLDER), png, LARGEST_BYTES.readme)
}

async function writeLanding(name: LandingPicture, theme: 'light' | 'dark', picture: Buffer): Promise<void> {
  await mkdir(new URL('landing/', PUBLIC_FOLDER), { recursive: true })
  for (const width of PICTURE_WIDTHS) {
    const webp = await sharp(picture).resize({ width }).webp({ quality: 72, effort: 6 }).toBuffer()
    await write(new URL(`.${pictureFile(name, theme, width)}`, PUBLIC_FOLDER), webp, LARGEST_BYTES.landing)
  }
}

async function write(file: URL, bytes: Buffer, largest: number): Promise<void> {
  const kB = Math.round(bytes.length / 1000)
  if (bytes.length > largest) throw new Error(`${file.pathname} has ${kB} kB`)
  await writeFile(file, bytes)
  console.log(`${file.pathname} ${kB} kB`)
}
