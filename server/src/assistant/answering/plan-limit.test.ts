import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId } from '#contracts/ids.ts'
import { grantPlan } from '#server/billing/service.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { listSystemMails } from '#server/platform/mail/system-mail.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { startChat } from '#test/proof/full-tenant.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { answerConversation } from './answer.ts'

let h: Harness
let ai: Standin
beforeAll(async () => {
  ai = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: ai.url, ROLE: 'web' } })
})
afterAll(async () => {
  await h.stop()
  await ai.stop()
})

it('[S7] over the plan’s AI interactions the knowledge answers without a model, and the owner was told', async () => {
  const acme = await h.tenant()
  const owner = await h.member(acme, 'owner')
  await acme.tenant.tx((t) => grantPlan(t, { planId: 'monthly', source: 'owner', aiLimit: 1 }))
  await makeFaq(acme.tenant)
  await connectProvider(acme.tenant, 'openai')
  const guest = await h.guest(acme)
  const { conversationId, params } = await startChat(guest, acme.slug)
  await answerConversation(acme.tenant, conversationId)
  const ask = async () => {
    const body = { id: crypto.randomUUID() as MessageId, body: 'How long do I have to return something?', fileIds: [] }
    await guest.call(sendGuestMessage, { params, body })
    const before = ai.requests.length
    await answerConversation(acme.tenant, conversationId)
    return ai.requests.length - before
  }
  const before = ai.requests.length
  const calls = [await ask(), await ask()]
  expect(before + (calls[0] ?? 0)).toBeGreaterThan(0)
  expect(calls[1]).toBe(0)
  const mails = (await listSystemMails(h.platform, {})).items.filter(({ to }) => to === owner.email)
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('100%')])
})
