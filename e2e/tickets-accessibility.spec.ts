import { expectAccessibleInBothThemes } from './accessibility.ts'
import { newTicket, pane, rowOf, rows, someTicket, toast } from './desk.ts'
import { expect, signIn, test } from './segue.ts'

test.beforeEach(async ({ page, segue }) => signIn(page, segue))

test('the desk is operated by keyboard: move, open, write, note, back, search, help', async ({ page, segue }) => {
  await newTicket(page, segue, { subject: 'Second by keyboard' })
  await newTicket(page, segue, { subject: 'First by keyboard' })
  await page.goto('/admin?section=tickets')
  await expect(rowOf(page, 'First by keyboard')).toBeVisible()
  await page.keyboard.press('j')
  await expect(rowOf(page, 'First by keyboard')).toBeFocused()
  await page.keyboard.press('j')
  await expect(rowOf(page, 'Second by keyboard')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  const open = pane(page, 'First by keyboard')
  await expect(open).toBeVisible()
  await page.keyboard.press('t')
  await expect(toast(page, 'Ticket status updated to in-progress')).toBeVisible()
  await page.keyboard.press('n')
  await expect(open.getByRole('textbox', { name: 'Internal note' })).toBeFocused()
  await page.keyboard.type('jkret')
  await expect(open.getByRole('textbox', { name: 'Internal note' })).toHaveValue('jkret')
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'First by keyboard')).toBeFocused()
  await page.keyboard.press('e')
  await expect(toast(page, 'Ticket status updated to resolved')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search tickets' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('[T1] with a ticket open, j and k open the next one, which is read ahead, and Back leads out of the ticket', async ({
  page,
  segue,
}) => {
  const third = await newTicket(page, segue, { subject: 'Third in line' })
  await newTicket(page, segue, { subject: 'Second in line' })
  await newTicket(page, segue, { subject: 'First in line' })
  await page.goto('/admin?section=tickets')
  await rowOf(page, 'First in line').click()
  await expect(pane(page, 'First in line')).toBeVisible()
  const readAhead = page.waitForResponse((response) => response.url().includes(`/api/tickets/${third.id}`))
  await page.keyboard.press('j')
  await expect(pane(page, 'Second in line')).toBeVisible()
  await expect(rowOf(page, 'Second in line')).toBeFocused()
  await readAhead
  await page.keyboard.press('j')
  await expect(pane(page, 'Third in line')).toBeVisible()
  await page.keyboard.press('k')
  await expect(pane(page, 'Second in line')).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/ticket=/)
  await expect(pane(page, 'Second in line')).toBeHidden()
})

for (const width of [1440, 1024, 390]) {
  test(`tickets have no accessibility violation, light and dark, ${width} px`, async ({ page, segue }) => {
    const wrong: string[] = []
    page.on('console', (line) => line.type() === 'error' && wrong.push(line.text()))
    await page.setViewportSize({ width, height: 900 })
    const { subject } = await someTicket(page, segue, 'statuses=closed', (row) => row.isEscalatedByAi)
    await page.goto('/admin?section=tickets&status=closed')
    await expect(rows(page).getByRole('link').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('searchbox', { name: 'Search tickets' }).fill(subject)
    await rowOf(page, subject).first().click()
    const open = pane(page, subject)
    await open.getByRole('tab', { name: 'Internal note' }).click()
    await expectAccessibleInBothThemes(page)
    await open.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog', { name: /Delete ticket/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    if (width < 1200) {
      await open.getByRole('button', { name: 'Details' }).click()
      await expect(page.getByRole('dialog', { name: 'Details' })).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await page.keyboard.press('Escape')
    }
    if (width < 768) await open.getByRole('button', { name: 'Back to the list' }).click()
    await page.getByRole('button', { name: 'New ticket' }).click()
    await expect(page.getByRole('dialog', { name: 'New ticket' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    expect(wrong, 'console errors, the policy’s among them').toEqual([])
  })
}
