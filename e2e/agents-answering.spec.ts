import { expectAccessible } from './accessibility.ts'
import { type Agent, agents, BUSINESS, card, openAgents, setKeys, succeeded } from './agents.ts'
import { escalate, logOf, openChat, sendMessage, unique } from './customer.ts'
import { headers } from './desk.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

test.beforeEach(async ({ page, segue }) => signIn(page, segue, memberOf(segue, 'owner', BUSINESS)))

test('[G4] the console: nothing for an empty message, the texts for missing keys, sources, model, tokens, cost, latency', async ({
  page,
  segue,
}) => {
  await setKeys(page, segue, { openai: null, deepseek: null, claude: null })
  const { items } = (await (await succeeded(page.request.get(`${segue.url}/api/knowledge/faqs`))).json()) as {
    items: { question: string; isPublished: boolean }[]
  }
  const asked = items.find(({ isPublished }) => isPublished)?.question as string
  await openAgents(page)
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
  secondPage: desk,
  segue,
}) => {
  const put = async (type: string, status: string) => {
    const { id } = (await agents(desk, segue)).find((one) => one.type === type) as Agent
    await succeeded(
      desk.request.post(`${segue.url}/api/agents/${id}/status`, { headers: headers(segue), data: { status } }),
    )
  }
  // Wide enough for the side panel.
  await desk.setViewportSize({ width: 1440, height: 900 })
  await signIn(desk, segue)
  const askAndOpen = async (question: string): Promise<void> => {
    await page.context().clearCookies()
    await openChat(page)
    await sendMessage(page, question)
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
  await openAgents(page)
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
