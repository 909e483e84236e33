import { setTimeout as wait } from 'node:timers/promises'
import type { ConversationId } from '#contracts/ids.ts'
import { getConversation, hasCustomerWrittenSince } from '#server/conversation/service.ts'
import { assistant } from '#server/platform/actor.ts'
import { yieldSlot } from '#server/platform/jobs/worker-slots.ts'
import type { Tenant } from '#server/platform/platform.ts'

/** A customer who writes one message after the other gets an answer after this time all the same. */
const LONGEST_BURST_MS = 6000

/**
 * Waits for further messages of the customer (`ANSWER_WAIT_MS`). True where one came: its own job answers all of them together, so that
 * messages sent quickly one after the other get one answer. The wait takes no worker slot.
 */
export async function isFollowed(tenant: Tenant, id: ConversationId, seq: number): Promise<boolean> {
  const { config, clock } = tenant.platform
  if (config.answerWaitMs === 0) return false
  yieldSlot()
  await wait(config.answerWaitMs)
  return tenant.read(async (t) => {
    if (!(await hasCustomerWrittenSince(t, id, seq))) return false
    const { answerDueAt } = await getConversation(t, assistant, id)
    return answerDueAt === null || clock.now().getTime() - answerDueAt.getTime() < LONGEST_BURST_MS
  })
}
