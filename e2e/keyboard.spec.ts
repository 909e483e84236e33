import type { Page } from '@playwright/test'
import { newTicket, pane, readTicket, rowOf, rows } from './desk.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

/** The focus is on an element of the page, which is seen: a lost focus would begin at the top of the page again. */
async function expectFocus(page: Page, after: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'), `the focus after: ${after}`)
    .not.toBe('BODY')
  const isSeen = () =>
    page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect()
      return Boolean(box && box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight)
    })
  await expect.poll(isSeen, `the focus is seen after: ${after}`).toBe(true)
}

async function press(page: Page, key: string, what: string): Promise<void> {
  await page.keyboard.press(key)
  await expectFocus(page, what)
}

const makeMacro = (page: Page, segue: Segue) =>
  page.request.post(`${segue.url}/api/macros`, {
    headers: { origin: segue.url },
    data: {
      id: crypto.randomUUID(),
      name: 'Keyboard walk',
      body: 'Hi {{customer.first_name|there}}, it is on its way.',
      actions: [],
      isShared: true,
    },
  })

test('[T9] [T11] by keyboard alone a ticket goes from its arrival through note, assignment, macro, snooze and merge to its resolution; the focus is never lost', async ({
  page,
  segue,
  secondPage: other,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, segue)
  await makeMacro(page, segue)
  await page.goto('/admin?section=tickets')
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  await signIn(other, segue, memberOf(segue, 'agent'))
  const twin = await newTicket(other, segue, { subject: 'Asked once before' })
  const ticket = await newTicket(other, segue, { subject: 'Walked by keyboard' })
  await expect(rowOf(page, ticket.subject)).toBeVisible()

  await press(page, 'j', 'the first row')
  await expect(rowOf(page, ticket.subject)).toBeFocused()
  await press(page, 'Enter', 'opening the ticket')
  const open = pane(page, ticket.subject)
  await expect(open.getByText('It wobbles since Monday.')).toBeVisible()

  await press(page, 'n', 'the note’s field')
  await expect(open.getByRole('textbox', { name: 'Internal note' })).toBeFocused()
  await page.keyboard.type('Looks like the front wheel')
  await press(page, 'Control+Enter', 'sending the note')
  await expect(open.getByRole('log').getByText('Looks like the front wheel')).toBeVisible()
  await press(page, 'Escape', 'leaving the note')

  await press(page, 'a', 'the assignment')
  await expect(page.getByRole('menuitemradio', { name: 'Maya Thornton' })).toBeVisible()
  // One letter: the letters of a longer name count as one word only while they follow within half a second.
  await page.keyboard.press('m')
  await expect(page.getByRole('menuitemradio', { name: 'Maya Thornton' })).toBeFocused()
  await press(page, 'Enter', 'choosing the assignee')
  await expect.poll(async () => (await readTicket(page, segue, ticket.id)).ticket.assignee?.name).toBe('Maya Thornton')

  await press(page, 'r', 'the reply’s field')
  await expect(open.getByRole('textbox', { name: 'Reply' })).toBeFocused()
  await page.keyboard.type('/keyboard')
  await expect(open.getByText('Hi Robin, it is on its way.')).toBeVisible()
  await press(page, 'Enter', 'inserting the macro')
  await expect(open.getByRole('textbox', { name: 'Reply' })).toHaveValue('Hi Robin, it is on its way.')
  await press(page, 'Control+Enter', 'sending the reply')
  // It can be taken back for some seconds; until then Escape takes it back.
  const stored = async () => (await page.request.get(`${segue.url}/api/tickets/${ticket.id}`)).text()
  await expect.poll(stored).toContain('it is on its way')
  await expect(open.getByRole('log').getByText('Hi Robin, it is on its way.')).toBeVisible()
  await press(page, 'Escape', 'leaving the reply')

  await press(page, 'z', 'the snooze dialog')
  const dialog = page.getByRole('dialog', { name: 'Snooze until…' })
  await dialog.getByRole('button', { name: /^Tomorrow/ }).focus()
  await press(page, 'Enter', 'snoozing')
  await expect(dialog).toBeHidden()
  await expect(open.getByText(/^Snoozed until/)).toBeVisible()
  await open.getByRole('button', { name: 'End snooze' }).focus()
  await press(page, 'Enter', 'ending the snooze')
  await expect(open.getByText(/^Snoozed until/)).toBeHidden()

  await press(page, 'm', 'the merge dialog')
  const merging = page.getByRole('dialog', { name: `Merge #${ticket.number} into…` })
  await expect(merging.getByRole('combobox', { name: 'Find a ticket' })).toBeFocused()
  await page.keyboard.type(`#${twin.number}`)
  await expect(merging.getByRole('option')).toHaveCount(1)
  await press(page, 'Enter', 'choosing the ticket to merge into')
  await expect(merging.getByRole('button', { name: `Merge into #${twin.number}` })).toBeFocused()
  await press(page, 'Enter', 'merging')
  const merged = pane(page, twin.subject)
  await expect(merged.getByRole('log').getByText('Hi Robin, it is on its way.')).toBeVisible()

  await press(page, 't', 'taking the ticket')
  await expect.poll(async () => (await readTicket(page, segue, twin.id)).ticket.status).toBe('in-progress')
  await expect(merged.getByText('In progress').first()).toBeVisible()
  await press(page, 'e', 'resolving')
  await expect.poll(async () => (await readTicket(page, segue, twin.id)).ticket.status).toBe('resolved')
  await expectFocus(page, 'the resolution')
})
