import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TeamId, TicketId } from '#contracts/ids.ts'
import { setAvailability } from '#contracts/team/staff.ts'
import { createTeam } from '#contracts/team/team.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { readOutbox } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never

describe('[T5] a mention in a note', () => {
  it('notifies whom it names and the available members of a team it names: no namesake, nobody of another business, not its author', async () => {
    const acme = await h.tenant()
    const other = await h.tenant()
    const admin = await h.member(acme, 'admin', 'Olga Day')
    const lee = await h.member(acme, 'agent', 'Ann Lee')
    await h.member(acme, 'agent', 'Ann Moore')
    const [fay, away] = [await h.member(acme, 'agent', 'Fay Fox'), await h.member(acme, 'agent', 'Abe Ash')]
    await h.member(other, 'agent', 'Zed Zoo')
    await away.call(setAvailability, { body: { availability: 'away' } })
    const memberIds = [admin, fay, away].map(({ actor }) => actor.userId)
    await admin.call(createTeam, { body: { id: newId() as TeamId, name: 'First Line', memberIds } })
    const ticketId = newId() as TicketId
    const form = { id: ticketId, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
    await (await h.guest(acme)).call(submitTicket, { params: { slug: acme.slug }, body: form })
    const mailedBy = async (body: string, visibility: 'note' | 'public' = 'note') => {
      const before = new Set((await readOutbox(acme.tenant)).map(({ id }) => id))
      const message = { id: newId(), body, visibility } as const
      await admin.call(sendTicketMessage, { params: { ticketId }, body: message })
      // The same message again notifies nobody a second time.
      await admin.call(sendTicketMessage, { params: { ticketId }, body: message })
      const mails = (await readOutbox(acme.tenant)).filter(
        ({ id, type }) => type === 'ticket_mention' && !before.has(id),
      )
      return mails.map(({ to }) => to).sort()
    }
    expect(await mailedBy('@Ann Lee please look. @Zed Zoo @Olga Day, too')).toEqual([lee.email])
    expect(await mailedBy('@First Line, who has time?')).toEqual([fay.email])
    expect(await mailedBy('mail jo@ann.example or @Annabel')).toEqual([])
    expect(await mailedBy('Hi @Ann Lee', 'public')).toEqual([])
    expect(await readOutbox(other.tenant)).toEqual([])
  })
})
