import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SavedViewId, TicketId } from '#contracts/ids.ts'
import { createSavedView, listSavedViews } from '#contracts/ticket/saved-view.ts'
import { colourTag, deleteTag, listTags, renameTag } from '#contracts/ticket/tag.ts'
import { changeTicket, createTicket, getTicket } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

type Person = Awaited<ReturnType<Harness['member']>>

async function tagged(who: Person, tags: string[]): Promise<TicketId> {
  const body = { id: crypto.randomUUID() as TicketId, subject: 'S', description: 'D' }
  const { id, version } = await who.call(createTicket, { body })
  await who.call(changeTicket, { params: { ticketId: id }, body: { version, tags } })
  return id
}
const tagsOf = async (who: Person, ticketId: TicketId) =>
  [...(await who.call(getTicket, { params: { ticketId } })).ticket.tags].sort()
const listed = async (who: Person) => (await who.call(listTags)).items

describe('the tags of a business', () => {
  it('[T11] are renamed, merged and deleted at every ticket and in the saved views, by owners and admins', async () => {
    const acme = await h.tenant()
    const [admin, agent] = [await h.member(acme, 'admin'), await h.member(acme)]
    const [first, second] = [await tagged(agent, ['refnd', 'vip']), await tagged(agent, ['refund'])]
    const view = {
      id: crypto.randomUUID() as SavedViewId,
      name: 'Refunds',
      audience: 'own',
      filter: { tags: ['refnd'] },
    } as const
    await agent.call(createSavedView, { body: { ...view, filter: { tags: ['refnd'] } } })
    expect((await agent.fail(renameTag, { body: { name: 'refnd', to: 'refund' } })).status).toBe(403)
    expect((await agent.fail(colourTag, { body: { name: 'refnd', colour: 'teal' } })).status).toBe(403)
    await admin.call(colourTag, { body: { name: 'refnd', colour: 'teal' } })
    expect(await admin.call(renameTag, { body: { name: 'refnd', to: 'refund' } })).toMatchObject({ changed: 1 })
    expect(await tagsOf(agent, first)).toEqual(['refund', 'vip'])
    expect(await listed(agent)).toEqual([
      { name: 'refund', tickets: 2, colour: 'teal' },
      { name: 'vip', tickets: 1, colour: null },
    ])
    const [saved] = (await agent.call(listSavedViews)).items
    expect(saved).toMatchObject({ filter: { tags: ['refund'] }, count: 2, problem: null })

    expect((await agent.fail(deleteTag, { body: { name: 'refund' } })).status).toBe(403)
    expect(await admin.call(deleteTag, { body: { name: 'refund' } })).toMatchObject({ changed: 2 })
    expect(await tagsOf(agent, second)).toEqual([])
    expect((await agent.call(listSavedViews)).items[0]).toMatchObject({ count: 0, problem: 'deleted_tag' })
    const stranger = await h.member(await h.tenant(), 'admin')
    expect(await stranger.call(renameTag, { body: { name: 'vip', to: 'x' } })).toMatchObject({ total: 0 })
    expect(await tagsOf(agent, first)).toEqual(['vip'])
  })
})
