import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getGuestConversation, requestPerson, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import type { BusinessHours } from '#contracts/tenant/tenant.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

// A Friday, half past six in the evening in London.
let now = new Date('2026-03-06T18:30:00Z')
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock: { now: () => now } } })
})
afterAll(() => h.stop())

const WEEK: BusinessHours['days'] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']

/** Requests a person at a time, from a time zone, and returns the assistant's message. */
async function handover(
  at: string,
  hours: Partial<BusinessHours>,
  more: { timezone?: string; language?: string } = {},
) {
  now = new Date(at)
  const acme = await h.tenant('Acme')
  const info = { timezone: 'Europe/London', businessHours: { start: '09:00', end: '17:00', days: WEEK, ...hours } }
  await queryAsOwner(
    h.database.ownerUrl,
    'UPDATE tenant SET business_info = business_info || $2::jsonb WHERE id = $1',
    [acme.tenant.id, JSON.stringify(info)],
  )
  const guest = await h.guest(acme)
  const conversationId = crypto.randomUUID() as ConversationId
  const { timezone } = more
  const body = { id: conversationId, context: 'general', ...(timezone ? { timezone } : {}) } as const
  await guest.call(startConversation, { params: { slug: acme.slug }, body })
  if (more.language) {
    await queryAsOwner(h.database.ownerUrl, 'UPDATE conversation SET language = $2 WHERE id = $1', [
      conversationId,
      more.language,
    ])
  }
  const params = { slug: acme.slug, conversationId }
  await guest.call(requestPerson, { params })
  return (await guest.call(getGuestConversation, { params })).messages.at(-1)?.body
}

describe('the time when a person is available', () => {
  it('[E2] is not stated during business hours', async () => {
    expect(await handover('2026-03-06T10:00:00Z', {})).toMatch(/they will see everything we wrote here\.$/)
  })

  it('[E2] is an hour before opening, and a day with an hour after closing', async () => {
    expect(await handover('2026-03-06T07:00:00Z', {})).toMatch(/ We are back at 9:00.AM GMT\.$/)
    expect(await handover('2026-03-06T18:30:00Z', {})).toMatch(/ We are back on Monday at 9:00.AM GMT\.$/)
  })

  it('[E2] is in the business’s time zone, by name, wherever the customer is', async () => {
    const message = await handover('2026-03-06T18:30:00Z', {}, { timezone: 'America/New_York' })
    expect(message).toMatch(/ We are back on Monday at 9:00.AM GMT\.$/)
  })

  it('[E2] is in the chat’s language, with a date where the weekday is a week away', async () => {
    const german = await handover('2026-03-06T18:30:00Z', {}, { language: 'de' })
    expect(german).toMatch(/ Wir sind am Montag um 09:00.* wieder da\.$/)
    const once = await handover('2026-03-06T18:30:00Z', { days: ['friday'] })
    expect(once).toMatch(/ We are back on Friday,? (March 13|13 March) at 9:00.AM GMT\.$/)
  })

  it('[E2] is not stated without business hours', async () => {
    expect(await handover('2026-03-06T10:00:00Z', { days: [] })).toMatch(/here\.$/)
  })
})
