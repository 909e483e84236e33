import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { appendMessage, changeConversation, getConversation, newId } from '#server/conversation/service.ts'
import { system } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { answerConversation } from './answer.ts'

let h: Harness
beforeAll(async () => {
  // No jobs: each test answers by itself.
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

/** A chat with an unanswered message. */
async function asked(body: string) {
  const made = await h.tenant()
  const { tenant, slug } = made
  const guest = await h.guest(made)
  const id = crypto.randomUUID() as ConversationId
  await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  await tenant.tx(async (t) => {
    await appendMessage(t, id, { id: newId(), author: 'customer', body })
    await changeConversation(t, await getConversation(t, system, id), { answerDueAt: t.now })
  })
  const answers = async () =>
    (await tenant.read((t) => t.sql("SELECT 1 FROM message WHERE author = 'assistant' AND kind <> 'greeting'"))).length
  return { tenant, id, answers }
}

/** The same tenant, where completing a turn fails. */
function failing(tenant: Tenant): { tenant: Tenant; failures: () => number } {
  let failures = 0
  const publish = () => {
    failures += 1
    throw new Error('a fault')
  }
  const tx: Tenant['tx'] = (run) => tenant.tx((t) => run(Object.create(t, { publish: { value: publish } })))
  return { tenant: { ...tenant, tx }, failures: () => failures }
}

describe('a turn whose storing fails', () => {
  it('is completed once by an attempt, and the next attempt answers', async () => {
    // Answered without the engine, by the handover message.
    const { tenant, id, answers } = await asked('I want to talk to a person')
    const broken = failing(tenant)
    await expect(answerConversation(broken.tenant, id)).rejects.toThrow('a fault')
    expect(broken.failures()).toBe(1)
    await answerConversation(tenant, id)
    expect(await answers()).toBe(1)
  })

  it('[D6] is not remembered where the chat was erased while it was answered', async () => {
    const { tenant, id } = await asked('Do you sell gift cards?')
    const remembered = () => tenant.read((t) => t.sql("SELECT 1 FROM memory WHERE content::text ~ 'gift cards'"))
    let isErased = false
    const ended: Tenant['tx'] = async (run) => {
      // The answer is prepared outside of a transaction: the next one after the lease stores it.
      if (isErased) await tenant.tx((t) => t.sql("UPDATE conversation SET state = 'closed' WHERE id = $1", [id]))
      isErased = true
      return tenant.tx(run)
    }
    await answerConversation({ ...tenant, tx: ended }, id)
    expect(await remembered()).toEqual([])
  })

  it('is completed without the memory where only the memory failed', async () => {
    const { tenant, id, answers } = await asked('Do you sell gift cards?')
    await queryAsOwner(
      h.database.ownerUrl,
      `ALTER TABLE memory ADD CONSTRAINT no_memory CHECK (tenant_id <> '${tenant.id}') NOT VALID`,
    )
    try {
      await answerConversation(tenant, id)
    } finally {
      await queryAsOwner(h.database.ownerUrl, 'ALTER TABLE memory DROP CONSTRAINT no_memory')
    }
    expect(await answers()).toBe(1)
  })
})
