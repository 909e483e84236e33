import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MacroId, TicketId, UserId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { applyMacro, createMacro } from '#contracts/ticket/macro.ts'
import { getTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import { type Actor, system } from '#server/platform/actor.ts'
import { inEnglish } from '#server/platform/text/message.ts'
import { makeTeam } from '#server/team/fixture.ts'
import { measureRequest } from '#test/database-use.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { applyActions } from './apply-actions.ts'
import { lockTicket } from './load.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never

async function withTicket() {
  const acme = await h.tenant('Acme')
  const [guest, agent] = [await h.guest(acme), await h.member(acme, 'agent', 'Ann Lee')]
  const ticketId = crypto.randomUUID() as TicketId
  const form = { id: ticketId, name: 'Jo Doe', email: 'jo@example.com', subject: 'S', description: 'D' }
  await guest.call(submitTicket, { params: { slug: acme.slug }, body: form })
  const params = { ticketId }
  const read = () => agent.call(getTicket, { params })
  const apply = (actor: Actor, actions: TicketAction[]) =>
    acme.tenant.tx(async (t) => {
      const { skipped } = await applyActions(t, actor, await lockTicket(t, actor, ticketId), actions)
      return skipped.map(({ action, reason }) => [action.type, inEnglish(reason)])
    })
  return { acme, guest, agent, params, read, apply }
}

describe('[T9] actions on a ticket', () => {
  it('change all fields as one version, and the status by its allowed steps', async () => {
    const { acme, agent, read, apply } = await withTicket()
    const admin = await h.member(acme, 'admin')
    const teamId = await makeTeam(acme.tenant, admin.actor, [])
    const { ticket: before } = await read()
    const skipped = await apply(agent.actor, [
      { type: 'set_priority', priority: 'high' },
      { type: 'set_category', category: 'billing' },
      { type: 'add_tag', tag: 'refund' },
      { type: 'add_tag', tag: 'vip' },
      { type: 'remove_tag', tag: 'vip' },
      { type: 'assign_member', assigneeId: 'me' },
      { type: 'assign_team', teamId },
      { type: 'set_status', status: 'resolved' },
    ])
    const { ticket, thread } = await read()
    expect(skipped).toEqual([])
    expect(ticket).toMatchObject({
      priority: 'high',
      category: 'billing',
      tags: ['refund'],
      assignee: { name: 'Ann Lee' },
      team: { id: teamId },
      status: 'resolved',
      version: before.version + 2,
    })
    expect(thread.messages.filter(({ kind }) => kind === 'status_changed').map(({ body }) => body)).toEqual([
      'in-progress',
      'resolved',
    ])
  })

  it('write what is so already not again: no version, no event', async () => {
    const { agent, read, apply } = await withTicket()
    const { ticket } = await read()
    await apply(agent.actor, [
      { type: 'set_priority', priority: ticket.priority },
      { type: 'set_status', status: ticket.status },
      { type: 'remove_tag', tag: 'never' },
      { type: 'assign_member', assigneeId: null },
    ])
    expect((await read()).ticket.version).toBe(ticket.version)
  })

  it('leave out what is not possible with its reason, and carry out the rest', async () => {
    const { agent, read, apply } = await withTicket()
    const gone = crypto.randomUUID() as UserId
    expect(
      await apply(agent.actor, [
        { type: 'assign_member', assigneeId: gone },
        { type: 'add_note', body: 'Size {{customer.shoe_size}}' },
        { type: 'set_priority', priority: 'urgent' },
      ]),
    ).toEqual([
      ['add_note', expect.stringContaining('There is no value for {{customer.shoe_size}}')],
      ['assign_member', expect.stringContaining('team member')],
    ])
    const { ticket, thread } = await read()
    expect([ticket.priority, ticket.assignee]).toEqual(['urgent', null])
    expect(thread.messages.some(({ visibility }) => visibility === 'note')).toBe(false)
  })

  it('snooze until a named time, a time or a reply, wake, and write what is so already not again', async () => {
    const { agent, read, apply } = await withTicket()
    const states: unknown[] = []
    for (const until of ['tomorrow', 'tomorrow', 'reply', 'reply', '2999-01-04T10:00:00.000Z', null, null] as const) {
      expect(await apply(agent.actor, [{ type: 'snooze', until }])).toEqual([])
      const { ticket } = await read()
      states.push([ticket.snoozedUntil?.slice(11, 16) ?? null, ticket.snoozedUntilReply, ticket.version])
    }
    const [first] = states as [unknown, unknown, number][]
    const version = (first as [unknown, unknown, number])[2]
    expect(states).toEqual([
      [expect.stringMatching(/:00$/), false, version],
      [expect.stringMatching(/:00$/), false, version],
      [null, true, version + 1],
      [null, true, version + 1],
      ['10:00', false, version + 2],
      [null, false, version + 3],
      [null, false, version + 3],
    ])
  })

  it('say in a sentence that a ticket is not snoozed into the past, and not when it is finished; no macro is saved with such a time', async () => {
    const { agent, read, apply } = await withTicket()
    const past = { type: 'snooze', until: '2020-01-04T10:00:00.000Z' } as const
    expect(await apply(agent.actor, [past])).toEqual([['snooze', expect.stringMatching(/past|passed/)]])
    const resolved = { type: 'set_status', status: 'resolved' } as const
    expect(await apply(agent.actor, [{ type: 'snooze', until: 'reply' }, resolved])).toEqual([
      ['snooze', expect.stringContaining('unfinished')],
    ])
    expect((await read()).ticket).toMatchObject({ status: 'resolved', snoozedUntil: null, snoozedUntilReply: false })
    const body = { id: newId(), name: 'Past', actions: [past], isShared: true }
    const refused = await agent.fail(createMacro, { body })
    expect([refused.status, refused.error.fields?.['body.actions']]).toEqual([
      400,
      expect.stringMatching(/past|passed/),
    ])
  })

  it('of a rule reply under the business’s name, which is no member’s first response and assigns nobody', async () => {
    const { read, apply } = await withTicket()
    expect(
      await apply(system, [
        { type: 'assign_member', assigneeId: 'me' },
        { type: 'send_reply', body: 'Hi {{customer.first_name}}, we have it.' },
      ]),
    ).toEqual([['assign_member', expect.stringContaining('Only a member')]])
    const { ticket, thread } = await read()
    expect(thread.messages.at(-1)).toMatchObject({
      author: 'member',
      authorName: 'Acme',
      body: 'Hi Jo, we have it.',
      visibility: 'public',
    })
    expect(ticket).toMatchObject({ status: 'open', assignee: null, firstResponseAt: null })
  })
})

describe('[T9] a macro', () => {
  const withMacro = async () => {
    const made = await withTicket()
    const macroId = crypto.randomUUID() as MacroId
    const actions = [
      { type: 'add_note', body: 'Informed {{customer.name}}' },
      { type: 'set_status', status: 'resolved' },
    ] as const
    await made.agent.call(createMacro, { body: { id: macroId, name: 'Sent', actions: [...actions], isShared: true } })
    return { ...made, macroId }
  }

  it('is carried out with its message in one transaction, and the same request again does nothing further', async () => {
    const { agent, params, read, macroId } = await withMacro()
    const body = { id: newId(), macroId, body: 'It is on its way.', visibility: 'public' as const }
    let first: unknown
    const use = await measureRequest(async () => {
      first = await agent.call(applyMacro, { params, body })
    })
    expect(use.commits).toBe(1)
    expect(use.statements).toBeLessThanOrEqual(42)
    expect(first).toMatchObject({ ticket: { status: 'resolved' }, message: { body: body.body }, skipped: [] })
    const again = await agent.call(applyMacro, { params, body })
    expect(again).toMatchObject({ ticket: { status: 'resolved' }, message: { id: body.id } })
    const { messages } = (await read()).thread
    const written = messages.filter(({ author }) => author === 'member').map((message) => message.body)
    expect(written).toEqual([body.body, 'Informed Jo Doe'])
  })

  it('without a message writes its note once, however often the same request comes', async () => {
    const { agent, params, read, macroId } = await withMacro()
    const body = { id: newId(), macroId, visibility: 'note' as const }
    const replies = await Promise.all([1, 2, 3].map(() => agent.call(applyMacro, { params, body })))
    expect(replies.map(({ message, skipped }) => [message, skipped])).toEqual(replies.map(() => [null, []]))
    await agent.call(applyMacro, { params, body })
    const notes = async () => (await read()).thread.messages.filter(({ visibility }) => visibility === 'note').length
    expect([await notes(), (await read()).ticket.status]).toEqual([1, 'resolved'])
    // Chosen again by the member, it is another request.
    await agent.call(applyMacro, { params, body: { ...body, id: newId() } })
    expect(await notes()).toBe(2)
  })

  it('never sends a variable without a value to a customer, nor does a plain reply', async () => {
    const { agent, params, read, macroId } = await withMacro()
    const message = { id: newId(), body: 'Hi {{customer.nickname}}', visibility: 'public' as const }
    const refused = [
      await agent.fail(applyMacro, { params, body: { ...message, macroId } }),
      await agent.fail(sendTicketMessage, { params, body: message }),
    ]
    expect(refused.map(({ status, error }) => [status, error.fields])).toEqual(
      refused.map(() => [400, { 'body.body': expect.stringContaining('{{customer.nickname}}') }]),
    )
    expect((await read()).thread.messages.some(({ author }) => author === 'member')).toBe(false)
  })
})
