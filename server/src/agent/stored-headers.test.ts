import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAgents } from '#contracts/agent/agent.ts'
import { changeAgentAction, createAgentAction } from '#contracts/agent/agent-action.ts'
import type { AgentActionId, AgentId } from '#contracts/ids.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** An action whose stored header cannot be decrypted, as under another master key. */
async function setUp() {
  const acme = await h.tenant()
  const admin = await h.member(acme, 'admin')
  const agentId = (await admin.call(listAgents)).items[0]?.id as AgentId
  const actionId = crypto.randomUUID() as AgentActionId
  const body = {
    id: actionId,
    name: 'check_order',
    description: 'Looks an order up.',
    method: 'GET' as const,
    url: 'https://shop.example/orders',
    parameters: [],
    headers: [{ name: 'Authorization', value: 'Bearer canary' }],
    needsConfirmation: false,
    isEnabled: true,
  }
  await admin.call(createAgentAction, { params: { agentId }, body })
  const query = (sql: string) => queryAsOwner<{ stored: string }>(h.database.ownerUrl, sql, [actionId])
  await query(`UPDATE agent_action SET encrypted_headers = encrypted_headers || 'x' WHERE id = $1`)
  const stored = async () =>
    (await query('SELECT encrypted_headers AS stored FROM agent_action WHERE id = $1'))[0]?.stored
  return { admin, params: { agentId, actionId }, stored, before: await stored() }
}

const KEPT = [{ name: 'Authorization', value: '' }]

describe('the headers of an action that cannot be decrypted', () => {
  it('stay stored when something else is changed, with or without the header’s name', async () => {
    const { admin, params, stored, before } = await setUp()
    const renamed = await admin.call(changeAgentAction, { params, body: { version: 1, name: 'find_order' } })
    expect(renamed).toMatchObject({ name: 'find_order', headerNames: ['Authorization'] })
    const body = { version: 2, description: 'Finds an order.', headers: KEPT }
    const described = await admin.call(changeAgentAction, { params, body })
    expect(described).toMatchObject({ description: 'Finds an order.', headerNames: ['Authorization'] })
    expect(await stored()).toBe(before)
  })

  it('are replaced by a value that is given, and deleted when the header is, or the host changes', async () => {
    const value = await setUp()
    const headers = [{ name: 'Authorization', value: 'Bearer new' }]
    await value.admin.call(changeAgentAction, { params: value.params, body: { version: 1, headers } })
    expect(await value.stored()).not.toBe(value.before)
    for (const change of [{ headers: [] }, { url: 'https://other.example/orders' }]) {
      const { admin, params, stored } = await setUp()
      const changed = await admin.call(changeAgentAction, { params, body: { version: 1, ...change } })
      expect([changed.headerNames, await stored()]).toEqual([[], null])
    }
  })
})
