import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { type Segue, type SignInOf, START_MS, withSegue } from './server.ts'

/**
 * The real server with its demo businesses, one for each worker, on a separate data folder. The pages of a worker share one browser
 * context, so that scripts are fetched and compiled once; each test begins without cookies and stored data.
 */
export const test = base.extend<object, { segue: Segue; sharedContext: BrowserContext }>({
  segue: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures one needs from the pattern
    async ({}, use) => withSegue(use),
    { scope: 'worker', timeout: START_MS + 30_000 },
  ],
  sharedContext: [
    async ({ browser, segue }, use) => {
      const context = await browser.newContext({ baseURL: segue.url, locale: 'en-GB', timezoneId: 'Europe/Berlin' })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ segue }, use) => use(segue.url),
  context: async ({ sharedContext }, use) => {
    await use(sharedContext)
    for (const page of sharedContext.pages()) await page.close()
    await sharedContext.setOffline(false)
    await sharedContext.unrouteAll()
    await sharedContext.clearCookies()
  },
  page: async ({ context, segue }, use) => {
    const page = await context.newPage()
    const browser = await context.newCDPSession(page)
    await browser.send('Storage.clearDataForOrigin', { origin: segue.url, storageTypes: 'local_storage,indexeddb' })
    await browser.detach()
    await use(page)
  },
})

export { expect } from '@playwright/test'
export type { Segue, SignInOf } from './server.ts'

/** A member of the first demo business by role, or of another one by its number. */
export function memberOf(segue: Segue, role = 'owner', business = 0): SignInOf {
  const found = segue.businesses[business]?.members.find((member) => member.role === role)
  if (!found) throw new Error(`no ${role} in demo business ${business}`)
  return found
}

/** Signs in over HTTP; only the tests of the sign-in page use its form. The page shares the cookie. */
export async function signIn(page: Page, segue: Segue, member: SignInOf = memberOf(segue)): Promise<void> {
  const response = await page.request.post(`${segue.url}/api/session`, {
    data: { email: member.email, password: member.password, portal: 'business' },
    headers: { origin: segue.url },
  })
  if (!response.ok()) throw new Error(`sign-in failed: ${response.status()} ${await response.text()}`)
}
