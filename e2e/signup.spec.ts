import type { Page, TestInfo } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { chatOf, escalate, expectAnswer, openChat, sendMessage, unique } from './customer.ts'
import { inMailTo } from './mail.ts'
import { type Person, startPerson } from './person.ts'
import { picture } from './picture.ts'
import { expect, type Segue, test } from './segue.ts'

const PASSWORD = 'violet harbour 93'
const uniqueEmail = () => `ada@harbor-${crypto.randomUUID().slice(0, 8)}.example`

/** Chooses a plan and completes the stand-in checkout in the tab that it opens. */
async function payFor(person: Person, page: Page, plan: RegExp): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await person.click(page.getByRole('button', { name: plan }))
  const checkout = await opened
  await expect(checkout.getByText('no payment service is connected, and no money moves')).toBeVisible()
  person.read()
  await person.click(checkout.getByRole('button', { name: 'Complete test payment' }))
  return checkout
}

type Walk = { person: Person; page: Page; info: TestInfo; segue: Segue }

/** From the payment to the open dashboard; gives the support link. */
async function signUpBusiness({ person, page, info }: Walk): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await picture(page, info, 'payment')
  person.read()
  await person.type(page.getByLabel('Email'), uniqueEmail())
  await person.type(page.getByLabel('Password', { exact: true }), PASSWORD)
  await person.type(page.getByLabel('Confirm password'), PASSWORD)
  await person.click(page.getByRole('button', { name: 'Create account' }))
  await expect(page.getByText('Your account is ready.')).toBeVisible()

  person.read()
  await person.type(page.getByLabel('Company name'), 'Harbor Coffee')
  await person.choose(page.getByLabel('Industry'), 'Retail')
  await picture(page, info, 'onboarding')
  await person.click(page.getByRole('button', { name: 'Create My Support Portal' }))
  await expect(page.getByRole('heading', { name: 'Your support links' })).toBeVisible()
  const link = (await page.locator('code').first().textContent()) ?? ''
  expect(new URL(link).searchParams.get('tenant')).toMatch(/^harbor-coffee-[a-z0-9]{4,}$/)
  await picture(page, info, 'links')
  // The wizard resumes where it was left.
  await page.reload()
  person.read()
  await person.click(page.getByRole('button', { name: 'Continue', exact: true }))
  await picture(page, info, 'tour')
  person.read()
  await person.click(page.getByRole('button', { name: 'Start Using My Dashboard!' }))
  await expect(page.getByRole('heading', { name: 'Get to your first answered chat' })).toBeVisible()
  return link
}

/** The first two steps of the checklist: questions from a pasted text, and a test question. */
async function teachAssistant({ person, page, info }: Walk): Promise<void> {
  person.read()
  await person.paste(
    page.getByLabel('Or paste a text'),
    'Do you sell decaf?\nYes, our decaf is from Colombia and costs 9 euros.',
  )
  await person.click(page.getByRole('button', { name: 'Propose questions' }))
  await expect(page.getByRole('checkbox', { name: 'Take over: Do you sell decaf?' })).toBeChecked()
  await picture(page, info, 'checklist')
  person.read()
  await person.click(page.getByRole('button', { name: 'Edit: Do you sell decaf?' }))
  await person.type(page.getByLabel('Answer', { exact: true }), 'Yes, our decaf is from Colombia and costs 8 euros.')
  await person.click(page.getByRole('button', { name: 'Done editing: Do you sell decaf?' }))
  await person.click(page.getByRole('button', { name: 'Publish selected (1)' }))
  await expect(page.getByText('1 of 5 done')).toBeVisible()
  await person.click(page.getByRole('button', { name: 'Ask a test question' }))
  await person.type(page.getByRole('textbox', { name: 'Question', exact: true }), 'Do you have decaf?')
  await person.click(page.getByRole('button', { name: 'Ask', exact: true }))
  await expect(page.getByText('2 of 5 done')).toBeVisible()
  person.read()
}

/** The step of the checklist; gives the link of the mail. */
async function inviteColleague({ person, page, segue }: Walk): Promise<string> {
  const email = `kim.${crypto.randomUUID().slice(0, 8)}@example.org`
  await person.click(page.getByRole('button', { name: 'Invite a colleague' }))
  await person.click(page.getByRole('button', { name: 'Invite a member' }))
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  person.read()
  await person.type(dialog.getByLabel('Email address'), email)
  await person.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await expect(page.getByText('Members: 1 · Open invitations: 1')).toBeVisible()
  person.openMail()
  return inMailTo(segue, email, /(http\S+\/invite#[\w-]+)/)
}

/** The colleague joins by the mail's link, finds the ticket, answers and resolves it. */
async function joinAndResolve({ person, page }: Walk, invitation: string, subject: string): Promise<void> {
  await page.goto(invitation)
  person.read()
  await person.type(page.getByLabel('Your name'), 'Kim Doe')
  await person.type(page.getByLabel('Choose a password'), PASSWORD)
  await person.click(page.getByRole('button', { name: 'Accept invitation' }))
  await expect(page).toHaveURL(/\/admin/)
  person.read()
  await person.click(page.getByRole('link', { name: /^Tickets/ }))
  await person.click(page.getByText(subject).first())
  person.read()
  const reply = page.getByPlaceholder(/^Reply to/)
  await person.type(reply, 'Yes, on Friday.')
  await person.click(page.getByRole('button', { name: 'Send', exact: true }))
  await person.click(page.getByRole('button', { name: /^(Resolve|Mark Resolved)$/ }))
  await expect(page.getByText('Ticket status updated to resolved').first()).toBeVisible()
}

test('[X1] [N1] [N5] from the landing page to the first answered chat, a colleague who joined and a resolved ticket in under five minutes of a person’s steps', async ({
  page,
  secondPage,
  segue,
}, info) => {
  const person = startPerson()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'AI answers what you know. People take over without a break.',
  )
  await picture(page, info, 'landing')
  person.read()
  const owner = { person, page: await payFor(person, page, /Monthly plan/), info, segue }
  const link = await signUpBusiness(owner)
  await teachAssistant(owner)
  const slug = new URL(link).searchParams.get('tenant') ?? ''

  await openChat(secondPage, 'Start Chat', slug)
  await sendMessage(secondPage, 'Do you sell decaf?')
  await expectAnswer(secondPage, 'costs 8 euros')
  await expect(chatOf(secondPage)).toBeVisible()
  await owner.page.reload()
  await expect(owner.page.getByText('3 of 5 done')).toBeVisible()
  person.read()

  const invitation = await inviteColleague(owner)
  await expect(owner.page.getByText('4 of 5 done')).toBeVisible()
  const subject = unique('Delivery on Friday')
  await escalate(secondPage, subject)
  // Another person at another computer.
  await secondPage.context().clearCookies()
  await joinAndResolve({ ...owner, page: secondPage }, invitation, subject)
  await owner.page.reload()
  await person.click(owner.page.getByRole('button', { name: 'Invite a colleague' }))
  await expect(owner.page.getByText('Members: 2 · Open invitations: 0')).toBeVisible()

  const { steps, seconds } = person.total()
  process.stdout.write(`  ${steps} steps of the business's people, ${seconds} s by the keystroke-level model\n`)
  expect(seconds).toBeLessThan(300)
})

test('[N2] [N3] the wizard and the simple form ask for the payment first and return to their own form', async ({
  page,
}) => {
  await page.goto('/new-signup/lifetime')
  await expect(page.getByRole('heading', { name: 'The Lifetime plan' })).toBeVisible()
  const wizard = await payFor(startPerson(), page, /Go to checkout/)
  await expect(wizard).toHaveURL(/\/new-signup\/lifetime\?/)
  await wizard.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(wizard.getByText('Please fill in all fields')).toBeVisible()
  await wizard.getByLabel('Your name').fill('Ada')
  await wizard.getByLabel('Email').fill(uniqueEmail())
  await wizard.getByLabel('Password', { exact: true }).fill('short')
  await wizard.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(wizard.getByText('Password must be at least 6 characters', { exact: true })).toBeVisible()
  await wizard.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await wizard.getByRole('button', { name: 'Continue', exact: true }).click()
  await wizard.getByRole('button', { name: 'Create account' }).click()
  await expect(wizard.getByText('Please enter your business name')).toBeVisible()
  await wizard.getByLabel('Business name').fill('Harbor Books')
  await wizard.getByRole('button', { name: 'Create account' }).click()
  await expect(wizard).toHaveURL(/\/admin/)

  await page.context().clearCookies()
  await page.goto('/simple-signup/monthly')
  const simple = await payFor(startPerson(), page, /Go to checkout/)
  await expect(simple).toHaveURL(/\/simple-signup\/monthly\?/)
  await expect(simple.getByLabel('Business name')).toBeVisible()
})

test('[N2] a sign-up with the provider that fails goes on where it began; then its account gets the business that was paid for', async ({
  page,
  segue,
}, info) => {
  await page.goto('/new-signup/monthly')
  const wizard = await payFor(startPerson(), page, /Go to checkout/)
  await expect(wizard).toHaveURL(/\/new-signup\/monthly\?/)
  const paidPage = wizard.url()
  const provider = wizard.getByRole('button', { name: 'Continue with Example ID' })
  for (const [query, text] of [
    [
      'error=access_denied',
      'Example ID sign-in failed: The sign-in was cancelled. Nothing has changed. Try email signup below.',
    ],
    ['error=unauthorized_client', 'Domain authorization needed. Please contact support or try email signup below.'],
  ] as const) {
    await wizard.route(`${segue.openId.issuer}/**`, (route) =>
      route.fulfill({ status: 302, headers: { location: `${segue.url}/signin/callback?${query}` } }),
    )
    await provider.click()
    await expect(wizard.getByRole('alert').filter({ hasText: text })).toHaveText(text)
    expect(wizard.url()).toBe(paidPage)
    await wizard.unrouteAll()
  }
  await picture(wizard, info, 'provider-failed')
  await wizard.reload()
  await expect(provider).toBeVisible()
  await expect(wizard.getByText('Domain authorization needed.')).toHaveCount(0)

  const email = uniqueEmail()
  segue.openId.person = { sub: email, email, email_verified: true, name: 'Ada' }
  await provider.click()
  await expect(wizard).toHaveURL(/\/onboarding\/monthly\?session_id=/)
  await wizard.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(wizard.getByText('Please enter your company name')).toBeVisible()
  await wizard.getByLabel('Business name').fill('Harbor Maps')
  await wizard.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(wizard.getByText('Your account is ready.')).toBeVisible()
  await expect(wizard.getByRole('button', { name: 'Create My Support Portal' })).toBeVisible()
  await expect(wizard.getByLabel('Company name')).toHaveValue('Harbor Maps')
})

test('[N1] [N3] [N5] the simple form signs up; a step that fails keeps the input, and who is done is led to the dashboard', async ({
  page,
}) => {
  await page.goto('/simple-signup/lifetime')
  const owner = await payFor(startPerson(), page, /Go to checkout/)
  await expect(owner).toHaveURL(/\/simple-signup\/lifetime\?/)
  await expect(owner.getByLabel('Business name')).toHaveCount(0)
  await owner.getByLabel('Your name').fill('Ada')
  await owner.getByLabel('Email').fill(uniqueEmail())
  await owner.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await owner.getByRole('button', { name: 'Create account' }).click()
  await expect(owner.getByText('Your account is ready.')).toBeVisible()

  const create = owner.getByRole('button', { name: 'Create My Support Portal' })
  await owner.getByLabel('Company name').fill(' ')
  await create.click()
  await expect(owner.getByText('Please enter your company name')).toBeVisible()
  await owner.getByLabel('Company name').fill('Harbor Tea')
  await owner.getByLabel('Address').fill('Mill Lane 4, Leeds')
  await owner.getByLabel('Emergency number').fill('+44 113 999')
  await owner.route('**/api/onboarding/**', (route) => route.abort())
  await create.click()
  await expect(owner.getByText('Failed to save business information. Please try again.')).toBeVisible()
  await expect(owner.getByLabel('Company name')).toHaveValue('Harbor Tea')
  await expect(owner.getByLabel('Address')).toHaveValue('Mill Lane 4, Leeds')
  await owner.unrouteAll()
  await create.click()
  await owner.getByRole('button', { name: 'Continue', exact: true }).click()
  await owner.route('**/api/onboarding/**', (route) => route.abort())
  await owner.getByRole('button', { name: 'Start Using My Dashboard!' }).click()
  await expect(owner.getByText('There was an error completing your onboarding. Please try again.')).toBeVisible()
  await owner.unrouteAll()
  await owner.getByRole('button', { name: 'Start Using My Dashboard!' }).click()
  await expect(owner).toHaveURL(/\/admin/)
  await owner.goto('/admin?section=settings')
  await expect(owner.getByLabel('Address', { exact: true })).toHaveValue('Mill Lane 4, Leeds')
  await expect(owner.getByLabel('Emergency phone')).toHaveValue('+44 113 999')

  // Without content the browser stays where it is, so that the page that leads on is seen.
  await owner.route('**/admin', (route) => route.fulfill({ status: 204 }))
  for (const path of ['/signup/monthly', '/onboarding/lifetime']) {
    const dashboard = owner.waitForRequest('**/admin')
    await owner.goto(path, { waitUntil: 'commit' })
    await dashboard
    await expect(owner.getByText('Redirecting to your dashboard')).toBeVisible()
  }
})

test('[N4] a gift link that is not valid says so, and one without a token leads to the sign-in', async ({ page }) => {
  for (const path of ['/gift/SG-GIFT-NOTHING', '/signup?gift_token=SG-GIFT-NOTHING&type=lifetime']) {
    await page.goto(path)
    await expect(page.getByRole('alert').filter({ hasText: 'gift' })).toHaveText(
      'Invalid gift token: Invalid or expired gift token.',
    )
  }
  await page.goto('/gift')
  await expect(page).toHaveURL(/\/signin/)
  await page.goto('/signup?plan=gold')
  await expect(page).toHaveURL(/\/signup\/monthly/)
})

for (const width of [1440, 390]) {
  test(`[X1] the landing page has no accessibility violation, light and dark, ${width} px`, async ({ page }, info) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Monthly' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await picture(page, info, `landing-${width}`)
    await page.goto('/signup/monthly')
    await expect(page.getByRole('heading', { name: 'The Monthly plan' })).toBeVisible()
    await expectAccessible(page)
  })
}
