import type { APIResponse, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { escalate, logOf, openChat, say, unique } from './customer.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

type Agent = { id: string; name: string; type: string; status: string; version: number }

const headers = (segue: Segue) => ({ origin: segue.url })
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Notifications' }).getByText(text)
const figure = (page: Page, name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) })

async function open(page: Page): Promise<void> {
  await page.goto('/admin?section=agents')
  await expect(page.getByRole('heading', { level: 1, name: 'AI Agents' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'AI agents' }).getByRole('article').first()).toBeVisible()
}

async function ok(answering: Promise<APIResponse>): Promise<APIResponse> {
  const answer = await answering
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  return answer
}

const agents = async (page: Page, segue: Segue): Promise<Agent[]> =>
  ((await (await ok(page.request.get(`${segue.url}/api/agents`))).json()) as { items: Agent[] }).items

/** Sets the tenant's provider keys; null removes one. */
const setKeys = (page: Page, segue: Segue, keys: Record<string, string | null>) =>
  ok(
    page.request.put(`${segue.url}/api/providers`, {
      headers: headers(segue),
      data: { providers: Object.entries(keys).map(([provider, key]) => ({ provider, key })) },
    }),
  )

/** A demo tenant that no other spec file changes. */
const BUSINESS = 2

test.beforeEach(async ({ page, segue }) => signIn(page, segue, memberOf(segue, 'owner', BUSINESS)))

test('[G1] eight agents with every field; edited, created, switched off and on, all activated', async ({
  page,
  segue,
}) => {
  await open(page)
  const list = page.getByRole('list', { name: 'AI agents' })
  await expect(list.getByRole('article')).toHaveCount(8)
  for (const { name } of await agents(page, segue)) await expect(card(page, name)).toBeVisible()
  const billing = card(page, 'Billing Specialist')
  for (const word of ['Billing', 'Active', 'Model', 'Automatic', 'Personality', 'Capabilities', 'Specializations'])
    await expect(billing.getByText(word, { exact: true }).first()).toBeVisible()
  for (const word of ['Today', 'Resolved', 'Rating', 'Response']) await expect(billing.getByText(word)).toBeVisible()
  await expect(billing.getByText(/^Created /)).toBeVisible()
  await expect(billing.getByText('Invoices', { exact: true })).toBeVisible()

  await billing.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Billing Specialist' })
  await form.getByLabel('Name').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await form.getByLabel('Name').fill('Money Matters')
  await form.getByLabel('Personality').fill('Calm about money.')
  await form.getByRole('combobox', { name: 'Specializations' }).fill('Deposits')
  await page.keyboard.press('Enter')
  await form.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: /^Claude/ }).click()
  await form.getByLabel('Model', { exact: true }).fill('claude-test')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await page.reload()
  const changed = card(page, 'Money Matters')
  for (const text of ['Claude · claude-test', 'Calm about money.', 'Deposits'])
    await expect(changed.getByText(text)).toBeVisible()

  await changed.getByRole('button', { name: 'Deactivate' }).click()
  await expect(changed.getByText('Inactive', { exact: true })).toBeVisible()
  await page.reload()
  await expect(changed.getByText('Inactive', { exact: true })).toBeVisible()
  await changed.getByRole('button', { name: 'More for Money Matters' }).click()
  await page.getByRole('menuitem', { name: 'Put in training' }).click()
  await expect(changed.getByText('Training', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Activate All Agents' }).click()
  await expect(toast(page, 'All agents activated!')).toBeVisible()
  await page.reload()
  await expect(changed.getByText('Active', { exact: true })).toBeVisible()
  expect((await agents(page, segue)).every(({ status }) => status === 'active')).toBe(true)

  await page.getByRole('button', { name: 'New agent' }).click()
  const fresh = page.getByRole('dialog', { name: 'New agent' })
  await fresh.getByLabel('Name').fill('Garden Expert')
  await fresh.getByLabel('Personality').fill('Down to earth.')
  await fresh.getByRole('combobox', { name: 'Specializations' }).fill('Roses,')
  await fresh.getByRole('button', { name: 'Create agent' }).click()
  await expect(card(page, 'Garden Expert').getByText('Roses')).toBeVisible()
  await card(page, 'Garden Expert').getByRole('button', { name: 'More for Garden Expert' }).click()
  await page.getByRole('menuitem', { name: 'Delete agent' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Garden Expert?' })
    .getByRole('button', { name: 'Delete agent' })
    .click()
  await expect(card(page, 'Garden Expert')).toBeHidden()
  await expect(list.getByRole('article')).toHaveCount(8)
})

test('an edit stays until it is saved or discarded, and a change by another member is not overwritten', async ({
  page,
  segue,
}) => {
  await open(page)
  const sales = card(page, 'Sales Assistant')
  await sales.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sales Assistant' })
  await form.getByLabel('Description').fill('Sells everything.')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByLabel('Description')).toHaveValue('Sells everything.')

  const before = (await agents(page, segue)).find(({ type }) => type === 'sales') as Agent
  const data = { version: before.version, description: 'Sells nothing.' }
  await ok(page.request.patch(`${segue.url}/api/agents/${before.id}`, { headers: headers(segue), data }))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Somebody changed this agent meanwhile.')
  await expect(form.getByLabel('Description')).toHaveValue('Sells everything.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(sales.getByText('Sells everything.')).toBeVisible()
})

test('[G2] the panel shows which providers are connected and links to their keys', async ({ page, segue }) => {
  await setKeys(page, segue, { openai: null, mistral: null })
  await open(page)
  const panel = page.getByRole('region', { name: 'AI providers' })
  await expect(panel.getByRole('listitem')).toHaveCount(10)
  await expect(panel.getByRole('listitem').filter({ hasText: 'Mistral' })).toContainText('Disconnected')
  await setKeys(page, segue, { mistral: 'sk-standin-fine' })
  await page.getByRole('button', { name: 'Refresh Metrics' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Mistral' })).toContainText('Connected')
  await setKeys(page, segue, { mistral: null })
  await panel.getByRole('button', { name: 'API Settings' }).click()
  await expect(page).toHaveURL(/section=api-settings/)
})

test('[G3] metrics refresh every 30 s and on request; without data they show Default', async ({ browser, segue }) => {
  // Playwright's clock applies to the whole context.
  const context = await browser.newContext({ baseURL: segue.url })
  const page = await context.newPage()
  await signIn(page, segue, memberOf(segue, 'owner', BUSINESS))
  let reads = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/agents') reads += 1
  })
  await page.clock.install()
  await open(page)
  await expect(figure(page, 'Interactions')).toContainText('247')
  await expect(figure(page, 'Interactions')).toContainText('Default')
  await expect(figure(page, 'Resolution rate')).toContainText('89%')
  await expect(figure(page, 'Satisfaction')).toContainText('92%')
  await expect(figure(page, 'Average response')).toContainText('0.1s')
  const before = reads
  await page.clock.fastForward(15_000)
  expect(reads).toBe(before)
  await page.clock.fastForward(20_000)
  await expect.poll(() => reads).toBe(before + 1)
  await page.getByRole('button', { name: 'Refresh Metrics' }).click()
  await expect.poll(() => reads).toBe(before + 2)
  await page.getByRole('button', { name: 'View Analytics' }).click()
  await expect(page).toHaveURL(/section=analytics/)
  await context.close()
})

test('[G4] the console: nothing for an empty message, the texts for missing keys, sources, model, tokens, cost, latency', async ({
  page,
  segue,
}) => {
  await setKeys(page, segue, { openai: null, deepseek: null, claude: null })
  const { items } = (await (await ok(page.request.get(`${segue.url}/api/knowledge/faqs`))).json()) as {
    items: { question: string; isPublished: boolean }[]
  }
  const asked = items.find(({ isPublished }) => isPublished)?.question as string
  await open(page)
  await card(page, 'General Support Agent').getByRole('button', { name: 'Test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test General Support Agent' })
  const field = dialog.getByRole('textbox', { name: 'Message' })
  const choose = async (name: RegExp) => {
    await dialog.getByRole('combobox', { name: 'Provider' }).click()
    await page.getByRole('option', { name }).click()
  }
  await field.fill('   ')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('article')).toHaveCount(0)

  await field.fill(asked)
  await page.keyboard.press('Enter')
  const turns = dialog.getByRole('article')
  await expect(turns.nth(0)).toContainText('No API keys available')
  await expect(turns.nth(0)).toContainText('None: from your knowledge')
  await expect(turns.nth(0).locator('summary').first()).toHaveText(`1. ${asked}`)

  await choose(/^DeepSeek/)
  await field.fill(asked)
  await page.keyboard.press('Enter')
  await expect(turns.nth(1).getByRole('alert')).toHaveText('DeepSeek API key not configured')
  await expect(field).toHaveValue(asked)

  await setKeys(page, segue, { openai: 'sk-standin-fine', deepseek: 'sk-standin-fine' })
  await page.keyboard.press('Enter')
  await expect(turns.nth(2)).toContainText('DeepSeek · ')
  await expect(turns.nth(2)).toContainText(/Tokens\s*[1-9][\d,]* in, [1-9]\d* out/)
  await expect(turns.nth(2)).toContainText(/Cost\s*(US)?\$0\.0*[1-9]/)
  await expect(turns.nth(2)).toContainText(/Latency\s*[1-9][\d,]* ms \(first words [1-9]/)
  await expect(turns.nth(2).locator('summary').first()).toBeVisible()

  await setKeys(page, segue, { deepseek: 'sk-standin-401' })
  await choose(/^DeepSeek/)
  await field.fill(asked)
  await page.keyboard.press('Enter')
  await expect(turns.nth(3)).toContainText('None of your providers answered')
  await expect(turns.nth(3)).toContainText('the key is not accepted')
  await setKeys(page, segue, { openai: null, deepseek: null })
})

test('[G5] the agent of the matching type answers, an inactive one does not, and the ticket shows which agent answered', async ({
  page,
  browser,
  segue,
}) => {
  const put = async (type: string, status: string) => {
    const { id } = (await agents(desk, segue)).find((one) => one.type === type) as Agent
    await ok(desk.request.post(`${segue.url}/api/agents/${id}/status`, { headers: headers(segue), data: { status } }))
  }
  const desk = await (await browser.newContext({ baseURL: segue.url })).newPage()
  await signIn(desk, segue)
  const askAndOpen = async (question: string): Promise<void> => {
    await page.context().clearCookies()
    await openChat(page)
    await say(page, question)
    await expect(logOf(page).locator('[data-author="assistant"]')).toHaveCount(2)
    const subject = unique('Which agent')
    await escalate(page, subject)
    await desk.goto('/admin?section=tickets')
    await desk.getByRole('list', { name: 'Tickets' }).getByRole('link', { name: subject }).click()
  }
  const panel = desk.getByRole('region', { name: 'Details', exact: true })
  await askAndOpen('I was charged twice and need the invoice')
  await expect(panel.getByText('Billing Specialist')).toBeVisible()
  await expect(desk.getByText('Billing Specialist (AI)')).toBeVisible()
  await expect(logOf(page).getByText('Billing Specialist')).toHaveCount(0)
  await put('billing', 'inactive')
  await askAndOpen('I was charged twice and need the invoice')
  await expect(panel.getByText('General Support Agent')).toBeVisible()
  await put('billing', 'active')
})

test('an action is created by form, tested, and imported from an OpenAPI file', async ({ page }) => {
  await open(page)
  await card(page, 'Integration Expert').getByRole('button', { name: 'More for Integration Expert' }).click()
  await page.getByRole('menuitem', { name: /^Actions/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Actions of Integration Expert' })
  await drawer.getByRole('button', { name: 'New action' }).click()
  await drawer.getByLabel('Name').first().fill('check_order')
  await drawer.getByLabel('When to use it').fill('Looks an order up by its number.')
  await drawer.getByLabel('Address').fill('http://10.0.0.1/orders/{order_id}')
  await drawer.getByLabel('When to use it').focus()
  await expect(drawer.getByRole('textbox', { name: 'Name' }).nth(1)).toHaveValue('order_id')
  await drawer.getByRole('button', { name: 'Add header' }).click()
  await drawer.getByRole('textbox', { name: 'Header' }).fill('Authorization')
  await drawer.getByLabel('Value', { exact: true }).fill('Bearer canary-header')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Save' }).click()
  const line = drawer.getByRole('article', { name: 'check_order' })
  await line.getByRole('button', { name: 'Try' }).click()
  await drawer.getByLabel('order_id').fill('77')
  await drawer.getByRole('button', { name: 'Call' }).click()
  await expect(drawer.getByText('This address leads into a private network and is not called.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Back' }).click()
  expect(await page.content()).not.toContain('canary-header')

  await drawer.getByRole('button', { name: 'Import OpenAPI' }).click()
  const api = `openapi: 3.0.0
servers:
  - url: https://api.shop.example
paths:
  /orders:
    get: { operationId: listOrders }
    post: { operationId: addOrder }`
  await drawer.getByLabel('OpenAPI file').fill(api)
  await drawer.getByRole('button', { name: 'Read' }).click()
  await drawer.getByRole('checkbox', { name: 'add_order' }).check()
  await drawer.getByRole('button', { name: 'Add 1' }).click()
  await expect(drawer.getByRole('article', { name: 'add_order' })).toContainText('A person confirms')
  await expect(drawer.getByRole('article')).toHaveCount(2)
})

test('a member with the agent role sees the agents without controls to change them', async ({ page, segue }) => {
  await signIn(page, segue, memberOf(segue, 'agent', BUSINESS))
  await open(page)
  await expect(page.getByRole('button', { name: 'Refresh Metrics' })).toBeVisible()
  for (const name of ['Edit', 'Test', 'New agent', 'Activate All Agents'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

for (const width of [1440, 390]) {
  test(`agents have no accessibility violation, light and dark, ${width} px`, async ({ page }) => {
    const wrong: string[] = []
    page.on('console', (line) => line.type() === 'error' && wrong.push(line.text()))
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await expectAccessibleInBothThemes(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await card(page, 'General Support Agent').getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit General Support Agent' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await card(page, 'General Support Agent').getByRole('button', { name: 'Test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test General Support Agent' })
    await dialog.getByRole('textbox', { name: 'Message' }).fill('What are your opening hours?')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Sources used')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    expect(wrong).toEqual([])
  })
}
