import { describe, expect, it } from 'vitest'
import { demoContents, escalationReasons } from './content.ts'
import { openingHoursOf } from './opening-hours.ts'
import { demoTimeline } from './timeline.ts'

/** An afternoon, a night from Sunday to Monday, an early morning, a New Year, a day of a daylight-saving change. */
const moments = [
  '2026-11-20T16:30:00Z',
  '2026-11-23T03:10:00Z',
  '2026-11-24T07:02:00Z',
  '2027-01-01T00:01:00Z',
  '2027-03-28T12:00:00Z',
].map((moment) => new Date(moment))

const cases = demoContents().flatMap((content) =>
  moments.map((now) => [`${content.slug} at ${now.toISOString()}`, content, now] as const),
)

describe('six weeks of a demo business', () => {
  it.each(cases)('%s: is the same each time', (_, content, now) => {
    expect(demoTimeline(content, now)).toEqual(demoTimeline(content, now))
  })

  it.each(cases)(
    '%s: has tickets of every status, priority and escalation reason, and chats without a ticket',
    (_, content, now) => {
      const threads = demoTimeline(content, now)
      expect(threads.length).toBeGreaterThanOrEqual(70)
      expect(threads.length).toBeLessThanOrEqual(90)
      const has = (pick: (thread: (typeof threads)[number]) => unknown) => new Set(threads.map(pick))
      expect([...has(({ status }) => status)].sort()).toEqual(
        ['closed', 'in-progress', null, 'open', 'resolved', 'waiting'].sort(),
      )
      expect([...has(({ priority }) => priority)].sort()).toEqual(['high', 'low', 'medium', 'urgent'])
      for (const reason of escalationReasons) expect(has(({ escalationReason }) => escalationReason)).toContain(reason)
      expect([...has(({ channel }) => channel)].sort()).toEqual(['chat', 'form'])
      expect(threads.some(({ status, assigneeEmail }) => status === 'open' && !assigneeEmail)).toBe(true)
      expect(threads.some(({ messages }) => messages.some(({ visibility }) => visibility === 'note'))).toBe(true)
      expect(threads.filter(({ rating }) => rating !== null).length).toBeGreaterThanOrEqual(15)
      const aloneShare = threads.filter(({ status }) => status === null).length / threads.length
      expect(aloneShare).toBeGreaterThan(0.3)
      expect(aloneShare).toBeLessThan(0.5)
    },
  )

  it.each(cases)('%s: is in order of time and before now', (_, content, now) => {
    for (const thread of demoTimeline(content, now)) {
      const { createdAt, firstResponseAt, resolvedAt, closedAt, messages, key } = thread
      expect(messages[0]?.at, key).toEqual(createdAt)
      const times = messages.map(({ at }) => at.getTime())
      for (const [index, time] of times.entries()) expect(time, key).toBeGreaterThan(times[index - 1] ?? 0)
      const marks = [createdAt, firstResponseAt, resolvedAt, closedAt].filter((at) => at !== null)
      expect(marks.map(Number), key).toEqual(marks.map(Number).toSorted((a, b) => a - b))
      for (const at of [...marks, ...messages.map((message) => message.at)]) expect(at <= now, key).toBe(true)
      expect(now.getTime() - createdAt.getTime(), key).toBeLessThan(46 * 86_400_000)
      if (resolvedAt) expect(resolvedAt >= (messages.at(-1)?.at ?? now), key).toBe(true)
    }
  })

  it.each(cases)('%s: has tickets whose fields fit their status', (_, content, now) => {
    for (const thread of demoTimeline(content, now)) {
      const { status, messages, key } = thread
      const replies = messages.filter(({ author, visibility }) => author === 'member' && visibility === 'public')
      expect(thread.resolvedAt !== null, key).toBe(status === 'resolved' || status === 'closed')
      expect(thread.closedAt !== null, key).toBe(status === 'closed')
      expect(thread.firstResponseAt, key).toEqual(replies[0]?.at ?? null)
      if (thread.rating !== null) expect(['resolved', 'closed'], key).toContain(status)
      if (status === 'open' || status === null) expect(replies, key).toEqual([])
      if (status === 'waiting') expect(messages.at(-1)?.author, key).toBe('member')
      if (status !== 'open' && status !== null) expect(thread.assigneeEmail, key).not.toBeNull()
      if (thread.channel === 'form') expect(status, key).not.toBeNull()
      for (const { body } of messages) expect(body, key).not.toMatch(/\{\{|undefined|#\d?#/)
    }
  })

  it.each(cases)('%s: the team writes in opening hours', (_, content, now) => {
    const opening = openingHoursOf(content.businessHours, content.businessInfo.timezone)
    for (const { messages, key } of demoTimeline(content, now)) {
      for (const { author, at } of messages) if (author === 'member') expect(opening.isOpen(at), key).toBe(true)
    }
  })

  it.each(cases)('%s: some tickets arrived in the last hours', (_, content, now) => {
    const recent = demoTimeline(content, now).filter(
      ({ createdAt }) => now.getTime() - createdAt.getTime() < 8 * 3_600_000,
    )
    expect(recent.length).toBeGreaterThanOrEqual(4)
    expect(recent.length).toBeLessThanOrEqual(20)
  })

  it.each(cases)('%s: cites only FAQs that exist', (_, content, now) => {
    const known = new Set(content.faqs.map(({ key }) => key))
    const cited = demoTimeline(content, now).flatMap(({ messages }) =>
      messages.flatMap(({ sourceFaqKeys }) => sourceFaqKeys ?? []),
    )
    expect(cited.length).toBeGreaterThan(30)
    expect(cited.filter((key) => !known.has(key))).toEqual([])
  })

  it('has no two conversations with the same text', () => {
    for (const content of demoContents()) {
      const openings = demoTimeline(content, moments[0] ?? new Date())
        .filter(({ status }) => status !== null)
        .map(({ messages }) => messages[0]?.body)
      expect(new Set(openings).size).toBe(openings.length)
    }
  })
})
