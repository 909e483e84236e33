import { expectAccessibleInBothThemes } from './accessibility.ts'
import { type Agent, agents, BUSINESS, card, figure, openAgents, setKeys, succeeded } from './agents.ts'
import { headers, toast } from './desk.ts'
import { expect, memberOf, signIn, test } from './segue.ts'

test.beforeEach(async ({ page, segue }) => signIn(page, segue, memberOf(segue, 'owner', BUSINESS)))

test('[G1] eight agents with every field; edited, created, switched off and on, all activated', async ({
  page,
  segue,
}) => {
  await openAgents(page)
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
  await expect(page.getByRole('button', { name: 'Activate All Agents' })).toBeDisabled()
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
  await openAgents(page)
  const sales = card(page, 'Sales Assistant')
  await sales.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sales Assistant' })
  await form.getByLabel('Description').fill('Sells everything.')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByLabel('Description')).toHaveValue('Sells everything.')

  const before = (await agents(page, segue)).find(({ type }) => type === 'sales') as Agent
  const data = { version: before.version, description: 'Sells nothing.' }
  await succeeded(page.request.patch(`${segue.url}/api/agents/${before.id}`, { headers: headers(segue), data }))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Somebody changed this agent meanwhile.')
  await expect(form.getByLabel('Description')).toHaveValue('Sells everything.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(sales.getByText('Sells everything.')).toBeVisible()
})

test('[G2] the panel shows which providers are connected, which keys fail, and links to them', async ({
  page,
  segue,
}) => {
  await setKeys(page, segue, { openai: null, mistral: null })
  await openAgents(page)
  const panel = page.getByRole('region', { name: 'AI providers' })
  await expect(panel.getByRole('listitem')).toHaveCount(10)
  await expect(panel.getByRole('listitem').filter({ hasText: 'Mistral' })).toContainText('Disconnected')
  await setKeys(page, segue, { mistral: 'sk-standin-fine' })
  await page.getByRole('button', { name: 'Refresh Metrics' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Mistral' })).toContainText('Connected')
  // A key whose last call was refused is not connected.
  const key = async (value: string) => {
    await setKeys(page, segue, { mistral: value })
    const tested = page.request.post(`${segue.url}/api/providers/test`, {
      headers: headers(segue),
      data: { provider: 'mistral' },
    })
    await succeeded(tested)
    await page.getByRole('button', { name: 'Refresh Metrics' }).click()
  }
  const mistral = panel.getByRole('listitem').filter({ hasText: 'Mistral' })
  await expect(mistral).toContainText('Connected, not tested')
  await key('sk-standin-401')
  await expect(mistral).toContainText('Key refused')
  await expect(mistral).not.toContainText('Connected')
  await key('sk-standin-500')
  await expect(mistral).toContainText('Last call failed')
  await key('sk-standin-fine')
  await expect(mistral).toHaveText(/Connected$/)
  await setKeys(page, segue, { mistral: null })
  await panel.getByRole('button', { name: 'API Settings' }).click()
  await expect(page).toHaveURL(/section=api-settings/)
})

test('[G3] metrics refresh every 30 s and on request; without data they show Default', async ({
  clockedPage: page,
  segue,
}) => {
  await signIn(page, segue, memberOf(segue, 'owner', BUSINESS))
  let reads = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/agents') reads += 1
  })
  await openAgents(page)
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
})

test('a member with the agent role sees the agents without controls to change them', async ({ page, segue }) => {
  await signIn(page, segue, memberOf(segue, 'agent', BUSINESS))
  await openAgents(page)
  await expect(page.getByRole('button', { name: 'Refresh Metrics' })).toBeVisible()
  for (const name of ['Edit', 'Test', 'New agent', 'Activate All Agents'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

for (const width of [1440, 390]) {
  test(`agents have no accessibility violation, light and dark, ${width} px`, async ({ page }) => {
    const wrong: string[] = []
    page.on('console', (line) => line.type() === 'error' && wrong.push(line.text()))
    await page.setViewportSize({ width, height: 900 })
    await openAgents(page)
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
