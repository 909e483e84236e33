import type { Page } from '@playwright/test'
import { escalate, expectAnswer, logOf, openChat, sendMessage, unique } from './customer.ts'
import { toast } from './desk.ts'
import { expect, memberOf, signIn, test } from './segue.ts'
import { teamOf } from './team.ts'

const questions = (page: Page) => page.getByRole('region', { name: 'Unanswered questions' })
const groupOf = (page: Page, text: string) => questions(page).getByRole('listitem').filter({ hasText: text })

test('[K4] an unanswered question of a chat becomes a FAQ with one click, drafted from the ticket', async ({
  page,
  segue,
  secondPage: portal,
}) => {
  await signIn(page, segue)
  const about = unique('zeppelins')
  await openChat(portal)
  await sendMessage(portal, `Do you mend ${about}?`)
  // A request for a person cancels an answer that is still pending, and only an answer can fail.
  await expect(logOf(portal).locator('[data-author="assistant"]')).toHaveCount(2)
  await escalate(portal, `About ${about}`)
  const team = await teamOf(segue)
  const ticket = await team.ticketBySubject(`About ${about}`)
  await team.reply(
    ticket.id,
    `Hi Ada,\nWe mend ${about} every first Monday of the month, in the yard behind the shop.\n\nBest\nMaya`,
  )
  await team.move(ticket.id, 'resolved')

  await page.goto('/admin?section=knowledge&tab=analytics&period=7d')
  await groupOf(page, about).getByRole('button', { name: 'Add as FAQ' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add as FAQ' })
  await expect(drawer.getByLabel('Question', { exact: true })).toHaveValue(`Do you mend ${about}?`)
  await expect(drawer.getByLabel('Answer', { exact: true })).toHaveValue(
    `We mend ${about} every first Monday of the month, in the yard behind the shop.`,
  )
  await expect(drawer).toContainText(
    `Drafted from what was replied in ticket #${(await team.detail(ticket.id)).ticket.number}`,
  )
  await drawer.getByRole('button', { name: 'Save FAQ' }).click()
  await expect(toast(page, 'FAQ added.')).toBeVisible()
  await expect(groupOf(page, about)).toBeHidden()
  await questions(page).getByText('Answered', { exact: true }).click()
  await expect(groupOf(page, about)).toContainText('Answered by')

  // Another guest: without the cookie the portal knows nobody.
  await portal.context().clearCookies()
  await openChat(portal)
  await sendMessage(portal, `Do you mend ${about}?`)
  await expectAnswer(portal, 'every first Monday')
})

test('[K4] an unanswered question becomes a phrasing of a FAQ, is dismissed and restored; the list updates live', async ({
  page,
  segue,
  secondPage: portal,
}) => {
  await signIn(page, segue)
  await page.goto('/admin?section=knowledge&tab=analytics&period=7d')
  await expect(questions(page)).toBeVisible()
  const word = unique('quagga').replace(' ', '')
  await openChat(portal)
  await sendMessage(portal, `Is there a ${word} ${word.slice(6)}?`)
  await groupOf(page, word)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  await expect(groupOf(page, word)).toBeHidden()
  await questions(page).getByText('Dismissed', { exact: true }).click()
  await groupOf(page, word).getByRole('button', { name: 'Take up again' }).click()
  await questions(page).getByText('Open', { exact: true }).click()
  await groupOf(page, word)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Add to a FAQ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a FAQ' })
  await dialog.getByRole('combobox', { name: 'FAQ' }).fill('gift cards')
  await page
    .getByRole('option', { name: /gift cards/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Add phrasings' }).click()
  await expect(toast(page, 'Phrasings added.')).toBeVisible()
  await expect(groupOf(page, word)).toBeHidden()
})

test('[K4] analytics are filtered by the period, which is in the URL', async ({ page, segue }) => {
  await signIn(page, segue, memberOf(segue, 'owner', 2))
  await page.goto('/admin?section=knowledge&tab=analytics')
  const views = page.getByRole('heading', { name: 'Views', exact: true }).locator('..')
  const shown = async () => Number(((await views.locator('p').first().textContent()) ?? '').replace(/\D/g, ''))
  await expect(page.getByRole('progressbar', { name: 'Training progress' })).toBeVisible()
  await page.getByText('All time').click()
  await expect(page).toHaveURL(/period=all/)
  await expect.poll(shown).toBeGreaterThan(30)
  const all = await shown()
  await page.getByText('7 days').click()
  await expect.poll(shown).toBeLessThan(all)
  await expect(page.getByRole('table', { name: 'Views over time' }).getByRole('row')).toHaveCount(9)
  await page.reload()
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
  for (const name of ['Knowledge gaps', 'Suggestions', 'Top categories', 'Used most', 'Recent activity']) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
})
