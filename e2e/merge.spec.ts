import { timeBound } from '#test/time-bound.ts'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { escalate, logOf, openChat, SLUG, sendMessage, unique } from './customer.ts'
import { headers, newTicket, openDesk, pane, readTicket, rowOf, toast } from './desk.ts'
import { expect, memberOf, signIn, test } from './segue.ts'
import { teamOf } from './team.ts'

test.beforeEach(async ({ page }) => page.setViewportSize({ width: 1440, height: 900 }))

test('[T11] a ticket is merged by keyboard alone, a second browser sees it within a second, and the merge is undone', async ({
  page,
  segue,
  secondPage: other,
}) => {
  await signIn(page, segue)
  const target = await newTicket(page, segue, { subject: unique('Wheel wobbles') })
  const source = await newTicket(page, segue, { subject: unique('Spoke is loose') })
  await openDesk(other, segue, memberOf(segue, 'agent'), `/admin?section=tickets&ticket=${target.id}`)
  await expect(pane(other, target.subject)).toBeVisible()
  await page.goto(`/admin?section=tickets&ticket=${source.id}`)
  await expect(pane(page, source.subject).getByText('It wobbles since Monday.')).toBeVisible()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: `Merge #${source.number} into…` })
  const search = dialog.getByRole('combobox', { name: 'Find a ticket' })
  await expect(search).toBeFocused()
  await expect(dialog.getByRole('option', { name: target.subject })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.type(`#${target.number}`)
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const confirm = dialog.getByRole('button', { name: `Merge into #${target.number}` })
  await expect(confirm).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Enter')
  const since = performance.now()
  await expect(pane(other, target.subject).getByText('Merged from').first()).toBeVisible()
  expect(performance.now() - since).toBeLessThan(timeBound(1000))
  // The desk goes on with the target, which shows what was written in the source, and from where.
  const open = pane(page, target.subject)
  await expect(open.getByRole('link', { name: `#${source.number} ${source.subject}` })).toBeVisible()
  await expect(open.getByRole('article').getByText(`#${source.number}`)).toBeVisible()
  await expect(rowOf(page, source.subject)).toBeHidden()
  await expectAccessibleInBothThemes(page)
  await open.getByRole('link', { name: `#${source.number} ${source.subject}` }).press('Enter')
  const old = pane(page, source.subject)
  await expect(old.getByRole('link', { name: `#${target.number} ${target.subject}` })).toBeVisible()
  await expect(old.getByRole('textbox', { name: 'Reply' })).toBeHidden()
  await expectAccessibleInBothThemes(page)
  await old.getByRole('button', { name: 'Undo merge' }).press('Enter')
  await expect(toast(page, `#${source.number} is a ticket of its own again.`)).toBeVisible()
  await expect(rowOf(page, source.subject)).toBeVisible()
  await expect(pane(other, target.subject).getByText('Merged from')).toBeHidden()
})

test('[T11] a merge begun in the menu or the palette is undone from its toast; tickets of different customers are refused with the reason', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  const target = await newTicket(page, segue, { subject: unique('Bell is silent') })
  const source = await newTicket(page, segue, { subject: unique('Bell again') })
  const stranger = await newTicket(page, segue, { subject: unique('Saddle'), customerEmail: 'sam@example.org' })
  await page.goto(`/admin?section=tickets&ticket=${source.id}`)
  const open = pane(page, source.subject)
  const dialog = page.getByRole('dialog', { name: /^Merge #/ })
  const choose = async (subject: string, number: number) => {
    await dialog.getByRole('combobox').fill(subject)
    await dialog.getByRole('option', { name: subject }).click()
    await dialog.getByRole('button', { name: `Merge into #${number}` }).click()
  }
  await open.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  await choose(stranger.subject, stranger.number)
  await expect(toast(page, /These tickets are of different customers/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('merge the open')
  await page.getByRole('option', { name: 'Merge the open ticket into another' }).click()
  await choose(target.subject, target.number)
  await expect(pane(page, target.subject)).toBeVisible()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, `#${source.number} is a ticket of its own again.`)).toBeVisible()
  expect((await readTicket(page, segue, source.id)).ticket.status).toBe('open')
})

test('[T11] the customer’s open window goes on with the joined conversation, live', async ({ page, segue }) => {
  await openChat(page)
  await sendMessage(page, 'Where is my order HB-1042?')
  const [chatted, submitted] = [unique('Chatted about'), unique('Submitted about')]
  await escalate(page, chatted)
  const form = { id: crypto.randomUUID(), name: 'Ada Park', email: 'ada.park@example.org', subject: submitted }
  const data = { ...form, description: 'The second request of the same person.' }
  const answer = await page.request.post(`${segue.url}/api/portal/${SLUG}/tickets`, { headers: headers(segue), data })
  expect(answer.status()).toBe(201)
  const team = await teamOf(segue)
  const [source, target] = [await team.ticketBySubject(chatted), await team.ticketBySubject(submitted)]
  await team.merge(source.id, target.id)
  await expect(logOf(page).getByText('The second request of the same person.')).toBeVisible()
  await expect(logOf(page).getByText('Where is my order HB-1042?')).toBeVisible()
  await sendMessage(page, 'I add this to both.')
  await team.reply(target.id, 'We answer both at once.')
  await expect(logOf(page).getByText('We answer both at once.')).toBeVisible()
  expect(JSON.stringify((await team.detail(target.id)).thread.messages)).toContain('I add this to both.')
})
