import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { toast } from './desk.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const keyOf = (page: Page, name: string) => card(page, name).getByLabel(/API key/)
const saveBar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })

async function openSettings(page: Page, tab = ''): Promise<void> {
  await page.goto(`/admin?section=api-settings${tab && `&tab=${tab}`}`)
  await expect(page.getByRole('tab', { name: 'Primary Providers' })).toBeVisible()
}

async function settingsOf(page: Page, segue: Segue) {
  const answer = await page.request.get(`${segue.url}/api/providers`)
  return (await answer.json()) as {
    order: string[]
    firstProvider: string
    providers: { id: string; hasKey: boolean; keyEnd: string | null; status: string; model: string | null }[]
  }
}

/** Each test begins without keys, as a new tenant does. */
async function freshSettings(page: Page, segue: Segue): Promise<void> {
  const { providers } = await settingsOf(page, segue)
  const data = {
    providers: providers.map(({ id }) => ({
      provider: id,
      key: null,
      model: null,
      customPrice: null,
      ...(id === 'custom' ? { baseUrl: null } : {}),
    })),
    order: ['openai', 'deepseek', 'claude'],
    firstProvider: 'by_task',
    responsePriority: 'fast',
    budgets: { guestDailyCents: 100, tenantDailyCents: 2000, cheaperFromPercent: 80 },
  }
  const answer = await page.request.put(`${segue.url}/api/providers`, { headers: { origin: segue.url }, data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test.beforeEach(async ({ page, segue }) => {
  segue.standin.reset()
  await signIn(page, segue)
  await freshSettings(page, segue)
})

// The other tests of this worker answer without a key.
test.afterEach(async ({ page, segue }) => {
  segue.standin.reset()
  await signIn(page, segue)
  await freshSettings(page, segue)
})

test('[P1] three tabs hold nine providers with their price labels and the custom endpoint', async ({ page }) => {
  await openSettings(page)
  const shown: Record<string, [string, string][]> = {
    'Primary Providers': [
      ['OpenAI', '$20/1M tokens'],
      ['DeepSeek', '$2/1M tokens'],
      ['Claude', '$15/1M tokens'],
    ],
    'Secondary Providers': [
      ['Gemini', '$7/1M tokens'],
      ['Mistral', '$8/1M tokens'],
      ['Cohere', '$15/1M tokens'],
      ['Groq', '$10/1M tokens'],
    ],
    'Specialized Providers': [
      ['Perplexity', '$5/1M tokens'],
      ['Hugging Face', 'Variable'],
      ['Custom endpoint', 'Your price'],
    ],
  }
  for (const [tab, providers] of Object.entries(shown)) {
    await page.getByRole('tab', { name: tab }).click()
    for (const [name, price] of providers) {
      await expect(card(page, name)).toContainText(`Price class ${price}`)
      await expect(card(page, name)).toContainText('Not connected')
      await expect(card(page, name).getByRole('button', { name: `Test ${name}` })).toBeEnabled()
    }
  }
  await expect(page.getByText('Soon')).toHaveCount(0)
})

test('[P1] a key is tested, saved, shown by its last four characters, replaced and removed', async ({
  page,
  segue,
}) => {
  await openSettings(page)
  await keyOf(page, 'OpenAI').fill('sk-standin-canary-7q2z')
  await expect(saveBar(page)).toContainText('OpenAI key')
  segue.standin.setBehaviour('openai', { firstMs: 700, betweenMs: 0 })
  const button = card(page, 'OpenAI').getByRole('button', { name: 'Test OpenAI' })
  await button.click()
  await expect(button).toHaveText('Testing...')
  await expect(button).toHaveText('Works')
  await expect(card(page, 'OpenAI').getByRole('status')).toContainText(/answered in \d+ ms/)
  await expect(button).toHaveText('Test')
  expect(segue.standin.requests.map((one) => one.headers.authorization)).toEqual(['Bearer sk-standin-canary-7q2z'])

  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'API settings saved successfully!')).toBeVisible()
  await expect(saveBar(page)).toBeHidden()
  await expect(keyOf(page, 'OpenAI')).toHaveValue('')
  await expect(keyOf(page, 'OpenAI')).toHaveAttribute('placeholder', 'Stored: ••••7q2z')
  await page.reload()
  await expect(keyOf(page, 'OpenAI')).toHaveAttribute('placeholder', 'Stored: ••••7q2z')
  expect(await page.content()).not.toContain('canary')

  // The stored key, without typing it again.
  segue.standin.setBehaviour('openai', 'fine')
  await button.click()
  await expect(button).toHaveText('Works')
  await expect(card(page, 'OpenAI')).toContainText('Connected')
  expect(segue.standin.requests.at(-1)?.headers.authorization).toBe('Bearer sk-standin-canary-7q2z')

  await card(page, 'OpenAI').getByRole('button', { name: 'Remove key' }).click()
  await expect(card(page, 'OpenAI')).toContainText('This key will be removed when you save.')
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'OpenAI')).toContainText('Not connected')
  expect((await settingsOf(page, segue)).providers[0]).toMatchObject({ hasKey: false, keyEnd: null })
})

test('[P2] a failed test shows a cross for five seconds and the reason', async ({ page }) => {
  await openSettings(page, 'secondary')
  const mistral = card(page, 'Mistral')
  const button = mistral.getByRole('button', { name: 'Test Mistral' })
  for (const [key, words] of [
    ['sk-standin-401', 'Mistral refused this key. Copy it again from your account there, or create a new one.'],
    [
      'sk-standin-429',
      'Mistral says this account is over its limit. Check its plan and credit, or try again in 7 seconds.',
    ],
    ['sk-standin-unknown-model', 'Mistral does not know the model mistral-small-latest.'],
    ['sk-standin-500', 'Mistral has a problem of its own at the moment.'],
    ['sk-standin-html', 'Mistral answered in a way that cannot be read.'],
  ] as const) {
    await keyOf(page, 'Mistral').fill(key)
    await button.click()
    // Gone after five seconds, while the reason stays.
    await expect(button).toHaveText('Failed')
    await expect(mistral.getByRole('status')).toContainText(words)
  }
  await expect(button).toHaveText('Test')
  await expect(mistral.getByRole('status')).toContainText('cannot be read')
  await keyOf(page, 'Mistral').fill('')
  await button.click()
  await expect(mistral.getByRole('status')).toHaveText('Enter a key first.')
})

test('[P2] a second failed test shows its cross for five seconds of its own', async ({ clockedPage: page, segue }) => {
  await signIn(page, segue)
  await openSettings(page, 'secondary')
  await keyOf(page, 'Mistral').fill('sk-standin-401')
  const button = card(page, 'Mistral').getByRole('button', { name: 'Test Mistral' })
  await button.click()
  await expect(button).toHaveText('Failed')
  await page.clock.runFor(4500)
  await button.click()
  await expect(button).toHaveText('Failed')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await expect(button).toHaveText('Failed')
  await page.clock.runFor(5000)
  await expect(button).toHaveText('Test')
})

test('[P2] a key that the provider refuses during an answer is shown as refused', async ({ page, segue }) => {
  await openSettings(page)
  await keyOf(page, 'Claude').fill('sk-standin-401')
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Claude')).toContainText('Not tested')
  await card(page, 'Claude').getByRole('button', { name: 'Test Claude' }).click()
  await expect(card(page, 'Claude')).toContainText('Key refused')
  expect((await settingsOf(page, segue)).providers.find((one) => one.id === 'claude')?.status).toBe('wrong_key')
})

test('[P3] a failed save shows the critical error and keeps the input', async ({ page }) => {
  const critical =
    'CRITICAL ERROR: API Keys NOT Saved! This would break your customer support. Please try again or contact support immediately.'
  await openSettings(page)
  await keyOf(page, 'DeepSeek').fill('typed-and-kept')
  await card(page, 'DeepSeek').getByLabel('DeepSeek model').fill('deepseek-v4-pro')
  const error = { code: 'unavailable', message: critical, reason: 'not_saved', requestId: 'x' }
  await page.route('**/api/providers', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: { error } }) : route.fallback(),
  )
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  // Gone after three seconds, while the dialog stays.
  await expect(saveBar(page)).toContainText('Error saving settings. Please try again.')
  const dialog = page.getByRole('dialog', { name: 'Not saved' })
  await expect(dialog).toContainText(critical)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(keyOf(page, 'DeepSeek')).toHaveValue('typed-and-kept')
  await expect(saveBar(page)).toContainText('DeepSeek key, DeepSeek model')

  // The input also stays after a visit to another section, and the save succeeds once the service is back.
  await page.getByRole('link', { name: 'Tickets' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
  await page.getByRole('link', { name: 'API Settings' }).first().click()
  await expect(keyOf(page, 'DeepSeek')).toHaveValue('typed-and-kept')
  await page.unroute('**/api/providers')
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'API settings saved successfully!')).toBeVisible()
  await expect(keyOf(page, 'DeepSeek')).toHaveAttribute('placeholder', 'Stored: ••••kept')
})

test('[P3] a second failed save shows its error for three seconds of its own', async ({ clockedPage: page, segue }) => {
  await signIn(page, segue)
  await openSettings(page, 'specialized')
  await card(page, 'Custom endpoint').getByLabel('Server address').fill('ftp://nowhere')
  const save = saveBar(page).getByRole('button', { name: 'Save' })
  const failure = saveBar(page).getByText('Error saving settings. Please try again.')
  await save.click()
  await expect(failure).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000))
  await save.click()
  await page.clock.runFor(2000)
  await expect(failure).toBeVisible()
  await page.clock.runFor(2000)
  await expect(failure).toBeHidden()
})

test('[P1] a custom endpoint accepts an address, a model and a price; an invalid address shows an error at its field', async ({
  page,
  segue,
}) => {
  await openSettings(page, 'specialized')
  const custom = card(page, 'Custom endpoint')
  await custom.getByRole('button', { name: 'Test Custom endpoint' }).click()
  await expect(custom.getByRole('status')).toHaveText("Enter your server's address first.")
  await custom.getByLabel('Server address').fill('ftp://nowhere')
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(custom.getByText('Enter an address like https://llm.example.com/v1.')).toBeVisible()
  await custom.getByLabel('Server address').fill(`${segue.standin.url}/custom/v1`)
  await custom.getByLabel('Custom endpoint model').fill('llama3.3')
  await expect(custom).toContainText('count against your budgets as $1 in, $1 out per 1M tokens, an estimate')
  await custom.getByRole('button', { name: 'Set own price' }).click()
  await expect(custom).toContainText('Enter 0 if they cost nothing.')
  await custom.getByLabel('Custom endpoint price in').fill('0.5')
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(custom.getByText('Enter both prices, or leave both empty.')).toBeVisible()
  await custom.getByLabel('Custom endpoint price out').fill('1,5')
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'API settings saved successfully!')).toBeVisible()
  await custom.getByRole('button', { name: 'Test Custom endpoint' }).click()
  await expect(custom.getByRole('button', { name: 'Test Custom endpoint' })).toHaveText('Works')
  await expect(custom.getByLabel('Custom endpoint price in')).toHaveValue('0.50')
  await custom.getByLabel('Server address').fill('http://169.254.169.254/v1')
  await custom.getByRole('button', { name: 'Test Custom endpoint' }).click()
  await expect(custom.getByRole('status')).toContainText('leads into a private network')
})

test('[P1] order, priority and budgets are set by keyboard and saved', async ({ page, segue }) => {
  await openSettings(page)
  const order = page.getByRole('region', { name: 'Who answers first' })
  await order.getByRole('button', { name: 'Move Claude up' }).focus()
  await page.keyboard.press('Enter')
  await expect(order.getByRole('status')).toHaveText('Claude is now number 2 of 10')
  await page.keyboard.press('Enter')
  await expect(order.getByRole('listitem').first()).toContainText('Claude')
  await order.getByRole('listitem').filter({ hasText: 'Groq' }).dragTo(order.getByRole('listitem').nth(1))
  await expect(order.getByRole('listitem').nth(1)).toContainText('Groq')
  await page.getByText('Quality', { exact: true }).click()
  const budgets = page.getByRole('region', { name: 'Budgets' })
  await budgets.getByLabel('Per day, all customers, $').fill('many')
  await expect(saveBar(page)).toContainText('Who answers first, Response priority, Budgets')
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(budgets.getByText('Enter an amount like 5 or 2.50, or leave it empty.')).toBeVisible()
  await budgets.getByLabel('Per day, all customers, $').fill('12,50')
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'API settings saved successfully!')).toBeVisible()
  await page.reload()
  await expect(order.getByRole('listitem').first()).toContainText('Claude')
  await expect(budgets).toContainText('of $12.50')
  await expect(page.getByRole('radio', { name: 'Quality' })).toBeChecked()
  expect((await settingsOf(page, segue)).order.slice(0, 3)).toEqual(['claude', 'groq', 'openai'])
})

test('[P1] who answers first is by task or always by the own order, and the screen shows what results, with the reason', async ({
  page,
  segue,
}) => {
  await openSettings(page)
  const panel = page.getByRole('region', { name: 'Who answers first' })
  await expect(panel).toContainText('No provider is connected')
  for (const name of ['OpenAI', 'DeepSeek', 'Claude']) await keyOf(page, name).fill(`a-key-of-${name}`)
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  const result = (questions: string) => panel.locator(`dt:text-is("${questions}") + dd`)
  await expect(result('technical questions, simple questions')).toHaveText(
    'DeepSeek → OpenAI → Claude DeepSeek suits these questions best; then your order counts.',
  )
  await expect(result('all other questions')).toHaveText('OpenAI → DeepSeek → Claude This is your order.')

  await panel.getByText('My order always').click()
  await panel.getByRole('button', { name: 'Move Claude up' }).click()
  await expect(result('all questions')).toHaveText('OpenAI → Claude → DeepSeek This is your order.')
  await expect(panel.getByRole('definition')).toHaveCount(1)
  await expect(saveBar(page)).toContainText('Who answers first')
  await saveBar(page).getByRole('button', { name: 'Save' }).click()
  await expect(saveBar(page)).toBeHidden()
  await page.reload()
  await expect(panel.getByRole('radio', { name: 'My order always' })).toBeChecked()
  await expect(result('all questions')).toHaveText('OpenAI → Claude → DeepSeek This is your order.')
  expect((await settingsOf(page, segue)).firstProvider).toBe('own_order')
})

test('[P1] a member without the permission sees whom to ask', async ({ page, segue }) => {
  await signIn(page, segue, memberOf(segue, 'agent'))
  await page.goto('/admin?section=api-settings')
  await expect(page.getByText('Only owners and admins see the API settings')).toBeVisible()
  await expect(page.getByText('Ask an owner or admin of your team.')).toBeVisible()
})

for (const width of [1280, 390]) {
  test(`API settings have no accessibility violation, light and dark, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 840 })
    await openSettings(page)
    await keyOf(page, 'OpenAI').fill('sk-standin-401')
    await card(page, 'OpenAI').getByRole('button', { name: 'Test OpenAI' }).click()
    await expect(card(page, 'OpenAI').getByRole('status')).toContainText('refused this key')
    await expectAccessibleInBothThemes(page)
    await card(page, 'DeepSeek').getByLabel('DeepSeek model').click()
    await expect(page.getByRole('option', { name: 'deepseek-v4-pro' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Specialized Providers' }).click()
    await expect(card(page, 'Custom endpoint')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
}
