import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { newTicket, toast } from './desk.ts'
import { inMailTo } from './mail.ts'
import { picture } from './picture.ts'
import { expect, type Segue, signIn, test } from './segue.ts'

const PASSWORD = 'violet harbour 93'
const emailOf = () => `kim.${crypto.randomUUID().slice(0, 8)}@example.org`
const linkOf = (segue: Segue, email: string) => inMailTo(segue, email, /(http\S+\/invite#[\w-]+)/)
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openTeam(page: Page, segue: Segue): Promise<void> {
  await signIn(page, segue)
  await page.goto('/admin?section=settings&tab=team')
  await expect(card(page, 'Members').getByRole('table')).toBeVisible()
}

async function invite(page: Page, email: string, role = 'Agent'): Promise<void> {
  await page.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toast(page, `Invitation sent to ${email}.`)).toBeVisible()
}

test('[Y4] a colleague is invited, joins by the link, becomes an admin, gets a ticket by their team, and is removed with hand-over', async ({
  page,
  secondPage,
  segue,
}, info) => {
  const email = emailOf()
  await openTeam(page, segue)
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await invite(page, email)
  await expect(card(page, 'Invitations')).toContainText(email)
  await picture(page, info, 'team')

  await secondPage.goto(await linkOf(segue, email))
  await expect(secondPage.getByRole('heading', { level: 1 })).toContainText('Join')
  await expectAccessibleInBothThemes(secondPage)
  await secondPage.getByLabel('Your name').fill('Kim Doe')
  await secondPage.getByLabel('Choose a password').fill('kim')
  await secondPage.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(secondPage.getByLabel('Choose a password')).toHaveAccessibleDescription(/at least 6 characters/)
  await secondPage.getByLabel('Choose a password').fill(PASSWORD)
  await secondPage.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(secondPage).toHaveURL(/\/admin/)
  await expect(secondPage.getByRole('heading', { level: 1 })).toBeVisible()

  await page.reload()
  const row = card(page, 'Members').getByRole('row', { name: /Kim Doe/ })
  await expect(row).toContainText('Agent')
  await row.getByRole('button', { name: 'Actions for Kim Doe' }).click()
  await page.getByRole('menuitemradio', { name: 'Admin' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
  await expect(row).toContainText('Admin')

  const team = `Billing ${email.slice(4, 9)}`
  await page.getByRole('button', { name: 'New team' }).click()
  const dialog = page.getByRole('dialog', { name: 'New team' })
  await dialog.getByLabel('Name').fill(team)
  await dialog.getByRole('checkbox', { name: 'Kim Doe' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Teams')).toContainText(team)
  await expectAccessibleInBothThemes(page)

  const { id } = await newTicket(page, segue)
  await page.goto(`/admin?section=tickets&ticket=${id}`)
  const assignee = page.getByRole('button', { name: /^Assignee:/ })
  await assignee.click()
  await page.getByRole('menuitemradio', { name: team }).click()
  await expect(assignee).toContainText(team)
  await assignee.click()
  await page.getByRole('menuitemradio', { name: 'Kim Doe' }).click()
  await expect(assignee).toContainText(`Kim Doe · ${team}`)

  await page.goto('/admin?section=settings&tab=team')
  await row.getByRole('button', { name: 'Actions for Kim Doe' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove Kim Doe?' })
  await expect(removal.getByLabel('Hand over open tickets (1) to')).toHaveValue('Nobody (unassigned)')
  await expectAccessible(page)
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toBeHidden()
  await secondPage.reload()
  await expect(secondPage.getByRole('navigation')).toBeHidden()
})

test('[Y4] on a phone the members are readable, and a link that was used or withdrawn says so', async ({
  page,
  secondPage,
  segue,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const email = emailOf()
  await openTeam(page, segue)
  await invite(page, email)
  await picture(page, info, 'team on a phone')
  const link = await linkOf(segue, email)
  await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(toast(page, `Invitation of ${email} withdrawn.`)).toBeVisible()
  await secondPage.goto(link)
  await expect(secondPage.getByText('This invitation was withdrawn.')).toBeVisible()
  await secondPage.goto(`${link.slice(0, -4)}AAAA`)
  await expect(secondPage.getByText('This link belongs to no invitation.')).toBeVisible()
  await expectAccessible(secondPage)
})
