import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addQuestionsToFaq,
  createFaqFromQuestions,
  draftFaqFromQuestions,
  listQuestionGroups,
  setQuestionGroupStatus,
} from '#contracts/assistant/unanswered-question.ts'
import { rateAnswer, sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, FaqId, MessageId, TicketId } from '#contracts/ids.ts'
import { getFaq } from '#contracts/knowledge/faq.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket, moveTicket, sendTicketMessage, takeTicket } from '#contracts/ticket/ticket.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { draftAnswer } from './draft-answer.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const uuid = <Id extends string>() => crypto.randomUUID() as string as Id

/** Asks in a new chat and waits for the answer. */
async function asks(
  made: TestTenant,
  text: string,
): Promise<{ id: ConversationId; guest: Awaited<ReturnType<Harness['guest']>>; answer: string; messageId: MessageId }> {
  const guest = await h.guest(made)
  const id = uuid<ConversationId>()
  const { slug } = made
  const opened = await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  const stream = await guest.stream(`/api/portal/${slug}/conversations/${id}/stream?after=${opened.conversation.seq}`)
  await guest.call(sendGuestMessage, {
    params: { slug, conversationId: id },
    body: { id: uuid<MessageId>(), body: text, fileIds: [] },
  })
  const received = await stream.waitFor('message.created', ({ message }) => message.author === 'assistant')
  stream.close()
  return { id, guest, answer: received.message.body, messageId: received.message.id }
}

/** The open groups, once the given number of questions has been grouped. */
async function groupsOf(who: Awaited<ReturnType<Harness['member']>>, openQuestions: number) {
  const list = () => who.call(listQuestionGroups, {})
  await expect.poll(async () => (await list()).openQuestions).toBeGreaterThanOrEqual(openQuestions)
  return list()
}

/** A chat becomes a ticket that a member answers and resolves. */
async function resolve(
  made: TestTenant,
  chat: Awaited<ReturnType<typeof asks>>,
  replies: string[],
  member: Awaited<ReturnType<Harness['member']>>,
) {
  const ticketId = uuid<TicketId>()
  const form = {
    id: ticketId,
    name: 'Jo',
    email: 'jo@example.com',
    subject: 'Gift cards',
    description: 'D',
    conversationId: chat.id,
  }
  await chat.guest.call(submitTicket, { params: { slug: made.slug }, body: form })
  const { ticket } = await member.call(getTicket, { params: { ticketId } })
  await member.call(takeTicket, { params: { ticketId }, body: { version: ticket.version } })
  for (const body of replies) {
    await member.call(sendTicketMessage, {
      params: { ticketId },
      body: { id: uuid<MessageId>(), body, visibility: 'public', fileIds: [] },
    })
  }
  const note = {
    id: uuid<MessageId>(),
    body: 'Internal: never tell anybody this much longer thing about the customer.',
    visibility: 'note' as const,
    fileIds: [],
  }
  await member.call(sendTicketMessage, { params: { ticketId }, body: note })
  const { ticket: now } = await member.call(getTicket, { params: { ticketId } })
  await member.call(moveTicket, { params: { ticketId }, body: { version: now.version, status: 'resolved' } })
  return ticketId
}

describe('unanswered questions', () => {
  it('[K4] similar questions form one group, and a group becomes a FAQ with a draft from the resolved ticket', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const stream = await admin.stream('/api/stream')
    await makeFaq(made.tenant)
    const first = await asks(made, 'Do you sell gift cards?')
    await asks(made, 'gift cards please')
    await asks(made, 'Is there parking at your shop?')
    const { items, openGroups, openQuestions, canEdit } = await groupsOf(admin, 3)
    expect({ openGroups, openQuestions, canEdit }).toEqual({ openGroups: 2, openQuestions: 3, canEdit: true })
    await stream.waitFor('knowledge.changed', (event) => event.part === 'questions')
    expect(items.map(({ count, status }) => `${count} ${status}`)).toEqual(['2 open', '1 open'])
    expect([items[0]!.text, ...items[0]!.phrasings].sort()).toEqual(['Do you sell gift cards?', 'gift cards please'])
    const params = { questionGroupId: items[0]!.id }
    expect(await admin.call(draftFaqFromQuestions, { params })).toMatchObject({ answer: '', ticket: null })

    const answer = 'We sell gift cards from 10 to 200 pounds at the counter and by mail.'
    const ticketId = await resolve(made, first, ['Ok.', `Hi Jo,\n${answer}\n\nBest regards\nAda`], admin)
    const draft = await admin.call(draftFaqFromQuestions, { params })
    expect(draft).toMatchObject({ answer, ticket: { id: ticketId, number: 1, subject: 'Gift cards' } })
    const body = { id: uuid<FaqId>(), question: draft.question, answer: draft.answer, phrasings: draft.phrasings }
    const faq = await admin.call(createFaqFromQuestions, { params, body })
    expect(await admin.call(createFaqFromQuestions, { params, body })).toEqual(faq)
    expect(await admin.call(listQuestionGroups, {})).toMatchObject({ openGroups: 1 })
    const solved = await admin.call(listQuestionGroups, { query: { status: 'solved' } })
    expect(solved.items).toMatchObject([{ id: items[0]!.id, faq: { id: faq.id } }])
    expect((await asks(made, 'gift cards please')).answer).toBe(answer)
    expect((await admin.call(getFaq, { params: { faqId: faq.id } })).faq.views).toBe(1)
    stream.close()
  })

  it('[K4] a group becomes phrasings of a FAQ, is dismissed, or is reopened when its solved question is asked again', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const faq = await makeFaq(made.tenant)
    await asks(made, 'Rücksendung möglich?')
    await asks(made, 'zzyzx frobnicate?')
    const { items } = await groupsOf(admin, 2)
    const [returns, noise] = [
      items.find(({ text }) => text.startsWith('Rück'))!,
      items.find(({ text }) => text.startsWith('zz'))!,
    ]
    const joined = await admin.call(addQuestionsToFaq, {
      params: { questionGroupId: returns.id },
      body: { faqId: faq.id, phrasings: [returns.text, faq.question.toUpperCase()] },
    })
    expect(joined.phrasings).toEqual([...faq.phrasings, returns.text])
    await admin.call(setQuestionGroupStatus, { params: { questionGroupId: noise.id }, body: { status: 'dismissed' } })
    expect((await admin.call(listQuestionGroups, {})).items).toEqual([])
    await asks(made, 'zzyzx frobnicate!')
    await asks(made, 'Do you have zebras in the zoo?')
    expect((await groupsOf(admin, 1)).items.map(({ text }) => text)).toEqual(['Do you have zebras in the zoo?'])
    const dismissed = await admin.call(listQuestionGroups, { query: { status: 'dismissed' } })
    expect(dismissed.items).toMatchObject([{ id: noise.id }])
    await admin.call(setQuestionGroupStatus, { params: { questionGroupId: noise.id }, body: { status: 'open' } })
    expect((await admin.call(listQuestionGroups, {})).openGroups).toBe(2)
  })

  it('[K4] an answer rated as unhelpful stores its question as unanswered until the rating is withdrawn', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const faq = await makeFaq(made.tenant)
    const { id, guest, messageId } = await asks(made, faq.question)
    const params = { slug: made.slug, conversationId: id, messageId }
    await guest.call(rateAnswer, { params, body: { helpful: false } })
    const { items } = await groupsOf(admin, 1)
    expect(items).toMatchObject([{ text: faq.question, count: 1, faq: { id: faq.id } }])
    expect(await admin.call(getFaq, { params: { faqId: faq.id } })).toMatchObject({ helpful: 0, notHelpful: 1 })
    await guest.call(rateAnswer, { params, body: { helpful: true } })
    expect(await admin.call(listQuestionGroups, {})).toMatchObject({ items: [], openQuestions: 0 })
    expect(await admin.call(getFaq, { params: { faqId: faq.id } })).toMatchObject({ helpful: 1, notHelpful: 0 })
  })

  it('[K4] twenty concurrent similar questions form one group', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    await Promise.all(Array.from({ length: 20 }, (_, n) => asks(made, n % 2 ? 'Do you rent tandems?' : 'rent tandems')))
    const { items, openGroups } = await groupsOf(admin, 20)
    expect(openGroups).toBe(1)
    expect(items).toMatchObject([{ count: 20 }])
  })

  it('[K4] small talk and requests for a person are not stored, and a deleted conversation deletes its question', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    await asks(made, 'hello')
    await asks(made, 'I want to talk to a human please')
    const { id } = await asks(made, 'Do you breed unicorns?')
    const { items } = await groupsOf(admin, 1)
    expect(items.map(({ text }) => text)).toEqual(['Do you breed unicorns?'])
    await queryAsOwner(h.database.ownerUrl, 'DELETE FROM conversation WHERE tenant_id = $1 AND id = $2', [
      made.tenant.id,
      id,
    ])
    expect(await admin.call(listQuestionGroups, {})).toMatchObject({ items: [], openGroups: 0 })
  })

  it('[K4] agents may only read them, and another tenant’s questions are not found', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const agent = await h.member(made, 'agent')
    const stranger = await h.member(other, 'owner')
    await asks(made, 'Do you sell kayaks?')
    const { items, canEdit } = await groupsOf(agent, 1)
    expect(canEdit).toBe(false)
    const params = { questionGroupId: items[0]!.id }
    const { id: faqId } = await makeFaq(made.tenant)
    const body = { id: uuid<FaqId>(), question: 'Q?', answer: 'A' }
    for (const [who, status] of [
      [agent, 403],
      [stranger, 404],
    ] as const) {
      expect((await who.fail(createFaqFromQuestions, { params, body })).status).toBe(status)
      expect((await who.fail(setQuestionGroupStatus, { params, body: { status: 'dismissed' } })).status).toBe(status)
      expect((await who.fail(addQuestionsToFaq, { params, body: { faqId, phrasings: ['x'] } })).status).toBe(status)
    }
    expect((await stranger.fail(draftFaqFromQuestions, { params })).status).toBe(404)
    expect((await stranger.call(listQuestionGroups, {})).items).toEqual([])
  })

  it.each([
    [
      ['Hi Anna,\nYou can return it within 45 days, unused, with the receipt.\n\nBest,\nTom'],
      'You can return it within 45 days, unused, with the receipt.',
    ],
    [
      ['Hello Anna, you can return it within 45 days, unused, please.'],
      'You can return it within 45 days, unused, please.',
    ],
    [
      ['Guten Tag Frau Meier,\n\nSie können es innerhalb von 45 Tagen zurückgeben.\n\nViele Grüße\nTom'],
      'Sie können es innerhalb von 45 Tagen zurückgeben.',
    ],
    [['Done.', 'It ships on Monday.'], 'Done.\n\nIt ships on Monday.'],
    [[], ''],
  ])('[K4] a draft is the reply without its letter: %#', (replies, draft) => {
    expect(draftAnswer(replies)).toBe(draft)
  })
})
