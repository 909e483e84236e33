import type { APIResponse, Page } from '@playwright/test'
import { headers } from './desk.ts'
import { expect, type Segue } from './segue.ts'

/** The section AI Agents, and the same agents over HTTP. */

export type Agent = { id: string; name: string; type: string; status: string; version: number }

export const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
export const figure = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) })

export async function openAgents(page: Page): Promise<void> {
  await page.goto('/admin?section=agents')
  await expect(page.getByRole('heading', { level: 1, name: 'AI Agents' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'AI agents' }).getByRole('article').first()).toBeVisible()
}

export async function succeeded(answering: Promise<APIResponse>): Promise<APIResponse> {
  const answer = await answering
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  return answer
}

export const agents = async (page: Page, segue: Segue): Promise<Agent[]> =>
  ((await (await succeeded(page.request.get(`${segue.url}/api/agents`))).json()) as { items: Agent[] }).items

/** Sets the tenant's provider keys; null removes one. */
export const setKeys = (page: Page, segue: Segue, keys: Record<string, string | null>) =>
  succeeded(
    page.request.put(`${segue.url}/api/providers`, {
      headers: headers(segue),
      data: { providers: Object.entries(keys).map(([provider, key]) => ({ provider, key })) },
    }),
  )

/** A demo tenant that no other spec file changes. */
export const BUSINESS = 2
