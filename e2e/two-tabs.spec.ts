import type { BrowserContext } from '@playwright/test'
import { openChat, ownMessages, sendMessage } from './customer.ts'
import { expect, test } from './segue.ts'

/** Requests of tabs that are opened at once are on their way together: one waits for another of its kind, at most for a second. */
async function bringTogether(context: BrowserContext, address: RegExp): Promise<void> {
  let goOn: (() => void) | null = null
  await context.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    if (goOn) goOn()
    else {
      await new Promise<void>((resolve) => {
        goOn = resolve
        setTimeout(resolve, 1000)
      })
      goOn = null
    }
    await route.continue()
  })
}

test('[H1] two tabs that are opened at once show one chat, and each shows what the other sends', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await bringTogether(context, /\/portal\/[^/]+\/guest$/)
  await bringTogether(context, /\/conversations$/)
  await Promise.all([openChat(page), openChat(other)])
  await sendMessage(page, 'Where is my order?')
  await sendMessage(other, 'It is HB-1042.')
  for (const tab of [page, other]) await expect(ownMessages(tab)).toHaveText([/Where is my order\?/, /It is HB-1042\./])
})
