import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listQuestionGroups } from '#contracts/assistant/unanswered-question.ts'
import { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, FaqId } from '#contracts/ids.ts'
import { changeFaq, createFaq, deleteFaq } from '#contracts/knowledge/faq.ts'
import { createDemoTickets } from '#contracts/ticket/demo-ticket.ts'
import { getTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeQuestionGroup } from './fixture.ts'
import { solveAnsweredQuestions } from './jobs.ts'
import { solveAnsweredGroups } from './solve-answered.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const QUESTION = 'Do you sell gift cards?'
const ANSWER = { question: QUESTION, answer: 'Yes, from 10 to 200 pounds, at the counter and by mail.' }
const uuid = <Id extends string>() => crypto.randomUUID() as string as Id

const PARKING = { question: 'Is there parking at your shop?', answer: 'Yes, behind the house.' }

async function asked(made: TestTenant, given: Parameters<typeof makeQuestionGroup>[2] = {}) {
  const guest = await h.guest(made)
  const id = uuid<ConversationId>()
  await guest.call(startConversation, { params: { slug: made.slug }, body: { id, context: 'general' } })
  return makeQuestionGroup(made.tenant, id, given)
}

const business = async () => {
  const made = await h.tenant()
  return { made, admin: await h.member(made, 'admin') }
}

describe('an unanswered question', () => {
  it('[K4] is solved by a FAQ that answers it, wherever the FAQ was added; one that does not leaves it open', async () => {
    const { made, admin } = await business()
    await asked(made)
    const desk = await admin.stream('/api/stream')
    await admin.call(createFaq, { body: { id: uuid<FaqId>(), ...PARKING } })
    const { id } = await admin.call(createFaq, { body: { id: uuid<FaqId>(), ...ANSWER } })
    // The event of the group's own creation may arrive first.
    const open = async () => (await admin.call(listQuestionGroups, {})).openGroups
    await expect.poll(open, { timeout: 20_000 }).toBe(0)
    await desk.waitFor('knowledge.changed', (event) => event.part === 'questions')
    expect(await admin.call(listQuestionGroups, {})).toMatchObject({ items: [], openGroups: 0 })
    const solved = await admin.call(listQuestionGroups, { query: { status: 'solved' } })
    expect(solved.items).toMatchObject([{ text: QUESTION, faq: { id } }])
    desk.close()
  })

  it('[K4] stays open where the FAQ that answers it is older, until that FAQ is changed', async () => {
    const { made, admin } = await business()
    const faq = await makeFaq(made.tenant, { ...ANSWER, phrasings: [] })
    await asked(made)
    await solveAnsweredGroups(made.tenant)
    expect(await admin.call(listQuestionGroups, {})).toMatchObject({ openGroups: 1 })
    const params = { faqId: faq.id }
    await admin.call(changeFaq, { params, body: { version: faq.version, answer: 'Yes: ask at the counter.' } })
    await expect.poll(async () => (await admin.call(listQuestionGroups, {})).openGroups, { timeout: 20_000 }).toBe(0)
  })

  it('[K4] stays open until one FAQ answers every phrasing of its group', async () => {
    const { made, admin } = await business()
    const group = await asked(made)
    const other = await asked(made, { text: PARKING.question })
    const move = 'UPDATE unanswered_question SET group_id = $1 WHERE group_id = $2'
    await queryAsOwner(h.database.ownerUrl, move, [group, other])
    const faq = await makeFaq(made.tenant, { ...ANSWER, phrasings: [] })
    await solveAnsweredGroups(made.tenant)
    expect(await admin.call(listQuestionGroups, {})).toMatchObject({ openGroups: 1 })
    const body = { version: faq.version, phrasings: [PARKING.question] }
    await admin.call(changeFaq, { params: { faqId: faq.id }, body })
    await solveAnsweredGroups(made.tenant)
    expect(await admin.call(listQuestionGroups, {})).toMatchObject({ openGroups: 0 })
  })

  it('[K4] whose answer a customer found unhelpful stays open when that FAQ is changed, until one is added', async () => {
    const { made, admin } = await business()
    const faq = await makeFaq(made.tenant, { ...ANSWER, phrasings: [] })
    await asked(made, { outcome: 'unhelpful' })
    const params = { faqId: faq.id }
    await admin.call(changeFaq, { params, body: { version: faq.version, answer: `${ANSWER.answer} ` } })
    await solveAnsweredGroups(made.tenant)
    expect(await admin.call(listQuestionGroups, {})).toMatchObject({ openGroups: 1 })
    await admin.call(deleteFaq, { params })
    await admin.call(createFaq, { body: { id: uuid<FaqId>(), ...ANSWER } })
    await solveAnsweredGroups(made.tenant)
    expect(await admin.call(listQuestionGroups, {})).toMatchObject({ openGroups: 0 })
  })

  it('[K4] of a demo conversation is in no figure', async () => {
    const { made, admin } = await business()
    await admin.call(createDemoTickets, {})
    const [row] = (await admin.call(listTickets, {})).items
    const { thread } = await admin.call(getTicket, { params: { ticketId: row!.id } })
    await makeQuestionGroup(made.tenant, thread.conversation.id)
    expect(await admin.call(listQuestionGroups, {})).toMatchObject({ items: [], openGroups: 0, openQuestions: 0 })
  })
})

it('many changes of FAQs in a row are compared with the questions once, and one more during a comparison once more', async () => {
  const node = await startHarness({ env: { ROLE: 'web' } })
  try {
    const made = await node.tenant()
    const guest = await node.guest(made)
    const id = uuid<ConversationId>()
    await guest.call(startConversation, { params: { slug: made.slug }, body: { id, context: 'general' } })
    await makeQuestionGroup(made.tenant, id)
    const admin = await node.member(made, 'admin')
    const addFaq = () => admin.call(createFaq, { body: { id: uuid<FaqId>(), ...PARKING } })
    const queued = async () => {
      const sql = "SELECT state FROM pgboss.job WHERE name = $1 AND data ->> 'tenantId' = $2 ORDER BY state"
      const rows = await queryAsOwner<{ state: string }>(node.database.ownerUrl, sql, [
        solveAnsweredQuestions.name,
        made.tenant.id,
      ])
      return rows.map(({ state }) => state)
    }
    for (let n = 0; n < 3; n += 1) await addFaq()
    expect(await queued()).toEqual(['created'])
    const begin = "UPDATE pgboss.job SET state = 'active' WHERE name = $1 AND data ->> 'tenantId' = $2"
    await queryAsOwner(node.database.ownerUrl, begin, [solveAnsweredQuestions.name, made.tenant.id])
    for (let n = 0; n < 2; n += 1) await addFaq()
    expect((await queued()).sort()).toEqual(['active', 'created'])
  } finally {
    await node.stop()
  }
})
