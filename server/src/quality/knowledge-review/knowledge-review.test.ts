import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, FaqId, MessageId } from '#contracts/ids.ts'
import { changeFaq, deleteFaq } from '#contracts/knowledge/faq.ts'
import {
  getReviewCounts,
  listKnowledgeConflicts,
  listStaleEntries,
  listTold,
  setConflictStatus,
  setStaleStatus,
} from '#contracts/quality/knowledge-review.ts'
import { appendMessage } from '#server/conversation/service.ts'
import { makeArticle, makeDocument, makeFaq } from '#server/knowledge/fixture.ts'
import { recordKnowledgeUse } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { compareChanged, reviewStale } from './review.ts'

const clock = { at: new Date('2026-03-04T12:00:00Z'), now: () => clock.at }
let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' }, overrides: { clock } })
})
afterAll(() => h.stop())

const DAY_MS = 86_400_000

/** A chat of a visitor who has written nothing yet. */
async function startChat(made: TestTenant): Promise<ConversationId> {
  const guest = await h.guest(made)
  const id = crypto.randomUUID() as ConversationId
  await guest.call(startConversation, { params: { slug: made.slug }, body: { id, context: 'general' } })
  return id
}

async function makeContradiction({ tenant }: TestTenant) {
  const faq = await makeFaq(tenant, {
    question: 'What does the tour cost?',
    answer: 'The tour costs 14 euros. It begins at the gate.',
    phrasings: [],
  })
  const article = await makeArticle(tenant, {
    title: 'Guided tours',
    summary: '',
    body: 'Wear good shoes. The tour costs 16 euros for everyone.',
  })
  await makeDocument(tenant, { name: 'Garden', content: 'The garden tour is in June.' })
  return { faq, article }
}

describe('the review of the knowledge', () => {
  test('[K5] shows two passages that contradict each other, with what differs, to each member', async () => {
    const made = await h.tenant()
    const { faq, article } = await makeContradiction(made)
    expect(await compareChanged(made.tenant)).toBe(0)
    const agent = await h.member(made, 'agent')
    const { items, open, waiting, canEdit } = await agent.call(listKnowledgeConflicts, {})
    expect({ open, waiting, canEdit }).toEqual({ open: { conflicts: 1, stale: 0 }, waiting: 0, canEdit: false })
    const [conflict] = items
    const sides = [conflict!.first, conflict!.second].sort((a, b) => a.kind.localeCompare(b.kind))
    expect(sides.map(({ kind, id, title }) => ({ kind, id, title }))).toEqual([
      { kind: 'article', id: article.id, title: 'Guided tours' },
      { kind: 'faq', id: faq.id, title: 'What does the tour cost?' },
    ])
    expect(
      sides.map(({ passage, sentence, differs }) => [
        passage.slice(sentence.start, sentence.end),
        ...differs.map(({ start, end }) => passage.slice(start, end)),
      ]),
    ).toEqual([
      ['The tour costs 16 euros for everyone.', '16 euros'],
      ['The tour costs 14 euros.', '14 euros'],
    ])
    expect(await agent.call(getReviewCounts, {})).toEqual({ conflicts: 1, stale: 0 })
  })

  test('[K5] keeps a contradiction dismissed until one of its sentences changes', async () => {
    const made = await h.tenant()
    const { faq } = await makeContradiction(made)
    await compareChanged(made.tenant)
    const [agent, admin] = [await h.member(made, 'agent'), await h.member(made, 'admin')]
    const [conflict] = (await admin.call(listKnowledgeConflicts, {})).items
    const params = { knowledgeConflictId: conflict!.id }
    await expect(agent.call(setConflictStatus, { params, body: { status: 'dismissed' } })).rejects.toMatchObject({
      status: 403,
    })
    const dismissed = await admin.call(setConflictStatus, { params, body: { status: 'dismissed' } })
    expect(dismissed).toMatchObject({ status: 'dismissed', dismissedByName: admin.actor.name })
    const change = async (answer: string) => {
      const { version } = (
        await made.tenant.read((t) =>
          t.sql<{ version: number }>('SELECT version FROM faq WHERE tenant_id = $1 AND id = $2', [t.tenantId, faq.id]),
        )
      )[0]!
      await admin.call(changeFaq, { params: { faqId: faq.id as FaqId }, body: { answer, version } })
      await compareChanged(made.tenant)
      return (await admin.call(listKnowledgeConflicts, {})).items.length
    }
    expect(await change('The tour costs 14 euros. It begins at the fountain.')).toBe(0)
    expect((await admin.call(listKnowledgeConflicts, { query: { status: 'dismissed' } })).items).toHaveLength(1)
    expect(await change('The tour costs 15 euros. It begins at the fountain.')).toBe(1)
    expect((await admin.call(listKnowledgeConflicts, { query: { status: 'dismissed' } })).items).toHaveLength(0)
    expect(await change('The tour costs 16 euros. It begins at the fountain.')).toBe(0)
  })

  test('[K5] keeps a dismissed contradiction of two entries with more contradictions than are stored', async () => {
    const made = await h.tenant()
    const lines = ['The tour costs', 'The lamp costs', 'The boat costs', 'The bench costs']
    const say = (euros: number) => lines.map((line) => `${line} ${euros} euros.`).join(' ')
    const faq = await makeFaq(made.tenant, { question: 'What does it cost?', answer: say(14), phrasings: [] })
    await makeArticle(made.tenant, { title: 'Costs', summary: '', body: say(16) })
    await compareChanged(made.tenant)
    const admin = await h.member(made, 'admin')
    const { items } = await admin.call(listKnowledgeConflicts, {})
    expect(items).toHaveLength(3)
    const third = items.find(({ first }) => first.passage.slice(first.sentence.start).startsWith('The boat'))!
    await admin.call(setConflictStatus, { params: { knowledgeConflictId: third.id }, body: { status: 'dismissed' } })
    const [{ version } = { version: 0 }] = await made.tenant.read((t) =>
      t.sql<{ version: number }>('SELECT version FROM faq WHERE tenant_id = $1 AND id = $2', [t.tenantId, faq.id]),
    )
    const answer = `${lines[3]} 14 euros. ${say(14)}`
    await admin.call(changeFaq, { params: { faqId: faq.id as FaqId }, body: { answer, version } })
    await compareChanged(made.tenant)
    const dismissed = await admin.call(listKnowledgeConflicts, { query: { status: 'dismissed' } })
    expect(dismissed.items.map(({ id }) => id)).toEqual([third.id])
  })

  test('[K5] compares the other entries when one cannot be compared', async () => {
    const made = await h.tenant()
    await makeContradiction(made)
    await makeFaq(made.tenant, { question: 'Is it broken?', answer: 'Yes.', phrasings: [] })
    const failing = {
      ...made.tenant,
      read: async <T>(work: (t: Tx) => Promise<T>) => {
        const read = await made.tenant.read(work)
        if (read && typeof read === 'object' && 'title' in read && read.title === 'Is it broken?')
          throw new Error('The entry cannot be read.')
        return read
      },
    } as Tenant
    expect(await compareChanged(failing)).toBe(0)
    const admin = await h.member(made, 'admin')
    expect((await admin.call(listKnowledgeConflicts, {})).open.conflicts).toBe(1)
  })

  test('[K5] forgets what it found of an entry that was deleted', async () => {
    const made = await h.tenant()
    const { faq } = await makeContradiction(made)
    await compareChanged(made.tenant)
    const admin = await h.member(made, 'admin')
    await admin.call(deleteFaq, { params: { faqId: faq.id as FaqId } })
    await compareChanged(made.tenant)
    expect((await admin.call(listKnowledgeConflicts, {})).open.conflicts).toBe(0)
  })

  test('[K5] tells who was answered from which of two passages, by the citations of the answers', async () => {
    const made = await h.tenant()
    const { faq } = await makeContradiction(made)
    await compareChanged(made.tenant)
    const chat = await startChat(made)
    const cite = async (passage: string) => {
      const source = { kind: 'faq' as const, id: faq.id, title: faq.question, passage, articleSlug: null }
      const { message } = await made.tenant.tx((t) =>
        appendMessage(t, chat, {
          id: crypto.randomUUID() as MessageId,
          author: 'assistant',
          body: 'See there.',
          sources: [source],
        }),
      )
      await made.tenant.tx((t) => recordKnowledgeUse(t, message.id, [source]))
      return message.id
    }
    await cite('The tour costs 12 euros.')
    const messageId = await cite(faq.answer)
    const agent = await h.member(made, 'agent')
    const [conflict] = (await agent.call(listKnowledgeConflicts, {})).items
    const told = await agent.call(listTold, { params: { knowledgeConflictId: conflict!.id } })
    const [byFaq, byArticle] = conflict!.first.kind === 'faq' ? [told.first, told.second] : [told.second, told.first]
    expect(byFaq).toMatchObject({ conversations: 1, items: [{ messageId }] })
    expect(byArticle).toEqual({ conversations: 0, items: [] })
  })

  test('[K4] finds entries that no answer used, and those after which a person always followed', async () => {
    const made = await h.tenant()
    const unused = await makeFaq(made.tenant, { question: 'Is there a cellar?', answer: 'There is.', phrasings: [] })
    const followed = await makeFaq(made.tenant, { question: 'Can I rent it?', answer: 'You can.', phrasings: [] })
    clock.at = new Date(clock.at.getTime() + 91 * DAY_MS)
    const member = await h.member(made, 'admin')
    for (let n = 0; n < 3; n += 1) {
      const chat = await startChat(made)
      await made.tenant.tx(async (t) => {
        const { message } = await appendMessage(t, chat, {
          id: crypto.randomUUID() as MessageId,
          author: 'assistant',
          body: 'You can.',
        })
        await recordKnowledgeUse(t, message.id, [{ kind: 'faq', id: followed.id }])
        await appendMessage(t, chat, {
          id: crypto.randomUUID() as MessageId,
          author: 'member',
          authorId: member.actor.userId,
          authorName: 'Ada',
          body: 'Let me see.',
        })
      })
    }
    await compareChanged(made.tenant)
    await reviewStale(made.tenant)
    const { items } = await member.call(listStaleEntries, {})
    expect(
      items.map(({ sourceId, reason, count }) => ({ sourceId, reason, count })).sort((a, b) => a.count - b.count),
    ).toEqual([
      { sourceId: unused.id, reason: 'never_used', count: 0 },
      { sourceId: followed.id, reason: 'always_person', count: 3 },
    ])
    const params = { staleEntryId: items[0]!.id }
    expect(await member.call(setStaleStatus, { params, body: { status: 'dismissed' } })).toMatchObject({
      status: 'dismissed',
    })
    await reviewStale(made.tenant)
    expect((await member.call(listStaleEntries, {})).items).toHaveLength(1)
  })

  test('[K5] compares within a business only', async () => {
    const [one, other] = [await h.tenant(), await h.tenant()]
    await makeFaq(one.tenant, {
      question: 'What does the tour cost?',
      answer: 'The tour costs 14 euros.',
      phrasings: [],
    })
    await makeFaq(other.tenant, {
      question: 'What does the tour cost?',
      answer: 'The tour costs 16 euros.',
      phrasings: [],
    })
    await Promise.all([compareChanged(one.tenant), compareChanged(other.tenant)])
    for (const made of [one, other])
      expect((await (await h.member(made, 'owner')).call(listKnowledgeConflicts, {})).items).toEqual([])
  })
})
