import { type Browser, type BrowserContext, test as base, type Page, request } from '@playwright/test'
import { type Segue, type SignInOf, START_MS, withSegue } from './server.ts'

type Shared = {
  segue: Segue
  sharedContext: BrowserContext
  secondContext: BrowserContext
}

/**
 * The real server with its demo businesses, one for each worker, on a separate data folder. The pages of a worker share one browser
 * context, so that scripts are fetched and compiled once; each test begins without cookies and stored data. `secondPage` is
 * another person's browser, shared in the same way; `clockedPage` has a context of its own, and a clock that the test moves.
 */
export const test = base.extend<{ secondPage: Page; clockedPage: Page }, Shared>({
  segue: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures one needs from the pattern
    async ({}, use) => withSegue(use),
    { scope: 'worker', timeout: START_MS + 30_000 },
  ],
  sharedContext: [async ({ browser, segue }, use) => withContext(browser, segue, use), { scope: 'worker' }],
  secondContext: [async ({ browser, segue }, use) => withContext(browser, segue, use), { scope: 'worker' }],
  baseURL: async ({ segue }, use) => use(segue.url),
  context: async ({ sharedContext }, use) => {
    await use(sharedContext)
    await clean(sharedContext)
  },
  page: async ({ context, segue }, use, info) => {
    await use(await emptyPage(context, segue))
    if (info.status !== info.expectedStatus) await printPages(context)
  },
  secondPage: async ({ secondContext, segue }, use) => {
    await use(await emptyPage(secondContext, segue))
    await clean(secondContext)
  },
  clockedPage: async ({ browser, segue }, use) =>
    withContext(browser, segue, async (context) => {
      const page = await context.newPage()
      await page.clock.install()
      await use(page)
    }),
})

/** Of a shared page the clock is not moved: Playwright changes it for the whole context, so for every test after it. */
function refuseClock(page: Page): Page {
  return Object.defineProperty(page, 'clock', {
    get: () => {
      throw new Error('A test that moves the clock takes the clockedPage')
    },
  })
}

async function withContext(browser: Browser, segue: Segue, use: (context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({
    baseURL: segue.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Without animations: nothing waits for their end.
    reducedMotion: 'reduce',
  })
  await use(context)
  await context.close()
}

async function clean(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close()
  await context.setOffline(false)
  await context.unrouteAll()
  await clearCookies(context)
}

/** How long Chromium may take to clear cookies: a few milliseconds are usual. */
const CLEARED_MS = 5000

/** Rarely, some times in a thousand tests, Chromium never replies to the request for it: it is asked again. */
async function clearCookies(context: BrowserContext): Promise<void> {
  const isCleared = await Promise.race([
    context.clearCookies().then(() => true),
    new Promise<false>((resolve) => setTimeout(resolve, CLEARED_MS, false)),
  ])
  if (isCleared) return
  process.stderr.write('Chromium did not say that it has cleared the cookies: it is asked again\n')
  await context.clearCookies()
}

/** What the pages of a failed test showed, in their frames too: where only the log of a run is kept, it is all there is. */
async function printPages(context: BrowserContext): Promise<void> {
  for (const frame of context.pages().flatMap((page) => page.frames())) {
    const shown = await frame.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String)
    process.stderr.write(`\n${frame.url()} showed:\n${shown.slice(0, 3000)}\n`)
  }
}

async function emptyPage(context: BrowserContext, segue: Segue): Promise<Page> {
  const page = await context.newPage()
  const browser = await context.newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin: segue.url, storageTypes: 'local_storage,indexeddb' })
  await browser.detach()
  return refuseClock(page)
}

export { expect } from '@playwright/test'
export type { Segue, SignInOf } from './server.ts'

/** A member of the first demo business by role, or of another one by its number. */
export function memberOf(segue: Segue, role = 'owner', business = 0): SignInOf {
  const found = segue.businesses[business]?.members.find((member) => member.role === role)
  if (!found) throw new Error(`no ${role} in demo business ${business}`)
  return found
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const sessions = new Map<string, { cookies: Cookies; signedInAt: number }>()
/** Well below the age from which a change of the account or the team asks for the password again. */
const SESSION_MS = 5 * 60_000

/** Gives the page a member's session, signed in over HTTP; only the tests of the sign-in page use its form. */
export async function signIn(page: Page, segue: Segue, member: SignInOf = memberOf(segue)): Promise<void> {
  await page.context().addCookies(await sessionOf(segue, member))
}

/**
 * A member's session. The tests of a worker share it, because a password hash costs as much as a page: a session that a test has ended,
 * or that is some minutes old, is replaced by a new one.
 */
export async function sessionOf(segue: Segue, member: SignInOf): Promise<Cookies> {
  const stored = sessions.get(member.email)
  const known = stored && Date.now() - stored.signedInAt < SESSION_MS ? stored.cookies : undefined
  const api = await request.newContext({
    baseURL: segue.url,
    extraHTTPHeaders: { origin: segue.url },
    storageState: { cookies: known ?? [], origins: [] },
  })
  try {
    const { user } = (await (await api.get('/api/session')).json()) as { user: { email: string } | null }
    if (known && user?.email === member.email) return known
    const { email, password } = member
    const response = await api.post('/api/session', { data: { email, password, portal: 'business' } })
    if (!response.ok()) throw new Error(`sign-in failed: ${response.status()} ${await response.text()}`)
    const { cookies } = await api.storageState()
    sessions.set(email, { cookies, signedInAt: Date.now() })
    return cookies
  } finally {
    await api.dispose()
  }
}
