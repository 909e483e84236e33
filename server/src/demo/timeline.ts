import type { DemoContent, DemoFaq, DemoScript, DemoTurn } from './content.ts'
import { localTime, momentAt, type OpeningHours, openingHoursOf } from './opening-hours.ts'
import { type DemoMessage, messagesOfScript, type ScriptMessage } from './script-messages.ts'
import { type Random, seededRandom } from './seeded-random.ts'

export type DemoStatus = 'open' | 'in-progress' | 'waiting' | 'resolved' | 'closed'

/** One conversation of a demo business, with everything that its rows need. */
export type DemoThread = {
  /** Stable within a tenant for a given `now`: `{slug}-001` is the oldest. */
  key: string
  /** Index in the content's `customers`. */
  customerIndex: number
  channel: 'chat' | 'form'
  context: DemoScript['context']
  subject: string
  /** null: a chat that the assistant finished alone and that never became a ticket. */
  status: DemoStatus | null
  priority: DemoScript['priority']
  category: string
  tags: string[]
  assigneeEmail: string | null
  escalationReason: DemoScript['escalationReason']
  rating: number | null
  ratingComment: string | null
  createdAt: Date
  /** When the first person of the team answered in public. */
  firstResponseAt: Date | null
  resolvedAt: Date | null
  closedAt: Date | null
  messages: DemoMessage[]
}

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const timelineDays = 42
const chatsPerTicket = 0.68
const autoCloseDays = 7
const ratedShare = 0.8

/** The statuses of the newest tickets, newest first; all older ones are done. */
const wantedStatuses: (DemoStatus | 'done')[] = [
  ...(['open', 'open', 'in-progress', 'open', 'done', 'waiting', 'done', 'in-progress', 'open', 'done'] as const),
  ...(['waiting', 'in-progress', 'done', 'open', 'done', 'waiting', 'done', 'in-progress', 'done', 'done'] as const),
]

type PlannedThread = { script: DemoScript; run: number }

/** A chat in which a customer asks what a FAQ answers, in one of its other wordings. */
function faqThread(faq: DemoFaq, content: DemoContent, random: Random): PlannedThread {
  const thanks = random.pick(content.conversations.thanks)
  const farewell: DemoTurn[] = [
    { from: 'customer', text: [thanks] },
    { from: 'assistant', text: [random.pick(content.conversations.goodbye)], sources: [] },
  ]
  const script: DemoScript = {
    key: `faq-${faq.key}`,
    channel: 'chat',
    context: faq.category === 'Technical' || faq.category === 'Integration' ? 'technical' : 'general',
    ticket: false,
    subject: [faq.question],
    category: 'general',
    priority: 'low',
    tags: [],
    escalationReason: null,
    ratings: [],
    turns: [
      { from: 'customer', text: [random.pick(faq.phrasings)] },
      { from: 'assistant', sources: [faq.key] },
      ...(thanks ? farewell : []),
    ],
  }
  return { script, run: 0 }
}

/** All threads, newest first, tickets mixed with chats that became no ticket. */
function plannedThreads(content: DemoContent, random: Random): PlannedThread[] {
  const runs = content.conversations.scripts.flatMap((script) =>
    script.subject.map((_, run): PlannedThread => ({ script, run })),
  )
  const tickets = random.shuffled(runs.filter(({ script }) => script.ticket))
  const chats = random.shuffled([
    ...runs.filter(({ script }) => !script.ticket),
    ...content.faqs.map((faq) => faqThread(faq, content, random)),
  ])
  const mixed: PlannedThread[] = []
  let owed = 0
  for (const ticket of tickets) {
    mixed.push(ticket)
    for (owed += chatsPerTicket; owed >= 1; owed -= 1) {
      const chat = chats.pop()
      if (chat) mixed.push(chat)
    }
  }
  return mixed
}

/** The relative number of messages at each hour, from midnight on. */
const hourWeights = [0, 0, 0, 0, 0, 0, 1, 2, 7, 13, 15, 14, 10, 10, 13, 14, 12, 8, 3, 3, 4, 3, 1, 1]

/** When the threads began, newest first: over six weeks, with growing numbers, fewer on closed days, and eight in the last hours. */
function startTimes(count: number, opening: OpeningHours, now: Date, random: Random): Date[] {
  const recent = [4, 19, 47, 96, 171, 263, 335, 430].map(
    (ago) => new Date(now.getTime() - (ago + random.next() * 9) * minute),
  )
  const today = localTime(now, opening.timezone)
  const days = Array.from({ length: timelineDays }, (_, age) => {
    const noon = momentAt({ ...today, day: today.day - age, minutes: 720 }, opening.timezone)
    return 0.965 ** age * (opening.isOpen(noon) ? 1 : 0.18)
  })
  const past: Date[] = []
  while (past.length < count - recent.length) {
    const local = { ...today, day: today.day - random.weighted(days) }
    const minutes = random.weighted(hourWeights) * 60 + random.between(0, 59)
    const at = new Date(momentAt({ ...local, minutes }, opening.timezone).getTime() + random.between(0, 59) * second)
    if (at.getTime() < now.getTime() - 5 * 60 * minute) past.push(at)
  }
  return [...recent, ...past].slice(0, count).sort((a, b) => b.getTime() - a.getTime())
}

const isReply = (message: ScriptMessage) => message.author === 'member' && message.visibility === 'public'
const asks = (message: ScriptMessage) => message.turn?.from === 'member' && message.turn.asks

/** The messages that exist when the thread has the wanted status. */
function cutToStatus(messages: ScriptMessage[], wanted: DemoStatus | 'done'): ScriptMessage[] {
  if (wanted === 'open') {
    const end = messages.findIndex(({ author }) => author === 'member')
    return end < 0 ? messages : messages.slice(0, end)
  }
  if (wanted === 'waiting') return messages.slice(0, messages.findLastIndex(asks) + 1)
  if (wanted === 'in-progress') return messages.slice(0, messages.findLastIndex(isReply))
  return messages
}

type Progress = Pick<DemoThread, 'status' | 'resolvedAt' | 'closedAt'> & { messages: ScriptMessage[] }

/** The progress of the ticket at `now`: as wanted, or less when there was not enough time since it began. */
function progressOf(
  all: ScriptMessage[],
  wanted: DemoStatus | 'done',
  opening: OpeningHours,
  now: Date,
  random: Random,
): Progress {
  const messages = cutToStatus(all, wanted).filter(({ at }) => at <= now)
  const unresolved = { messages, resolvedAt: null, closedAt: null }
  const begun = messages.some(({ author }) => author === 'member')
  if (!begun) return { ...unresolved, status: 'open' }
  const last = messages.at(-1)
  if (wanted === 'waiting' && last && asks(last)) return { ...unresolved, status: 'waiting' }
  const resolvedAt = last ? opening.addOpenMinutes(last.at, random.between(1, 25)) : now
  if (wanted !== 'done' || messages.length < all.length || resolvedAt > now) {
    return { ...unresolved, status: 'in-progress' }
  }
  const byHand = random.next() < 0.25
  const closedAt = new Date(resolvedAt.getTime() + (byHand ? random.between(8, 60) / 24 : autoCloseDays) * day)
  return closedAt <= now
    ? { messages, status: 'closed', resolvedAt, closedAt }
    : { messages, status: 'resolved', resolvedAt, closedAt: null }
}

/** An urgent thread starts in the last open hour before the planned time, since nobody would answer it at night. */
function startOf({ script }: PlannedThread, arrival: Date, opening: OpeningHours): Date {
  if (script.priority !== 'urgent') return arrival
  let at = arrival
  while (!opening.isOpen(at) || !opening.isOpen(new Date(at.getTime() + 40 * minute))) {
    at = new Date(at.getTime() - 13 * minute)
  }
  return at
}

type CustomerAssignment = { customerIndex(script: DemoScript): number }

/** Assigns a customer to each thread: some write often, some once. */
function customerAssignment(content: DemoContent, random: Random): CustomerAssignment {
  const weights = content.customers.map((_, index) => (index % 5 === 0 ? 4 : 1))
  return {
    customerIndex: ({ customers }) => {
      if (!customers) return random.weighted(weights)
      const email = random.pick(customers)
      return Math.max(
        0,
        content.customers.findIndex((customer) => customer.email === email),
      )
    },
  }
}

function assigneeOf(script: DemoScript, state: Progress, content: DemoContent, random: Random): string | null {
  if (state.status === 'open' && random.next() < 0.7) return null
  const by = script.turns.findLast((turn) => turn.from === 'member')?.by
  return content.members.find(({ key }) => key === by)?.email ?? null
}

function withoutTurn({ turn: _, ...message }: ScriptMessage): DemoMessage {
  return message
}

/**
 * Six weeks of conversations of a demo business as they are at `now`, oldest first. Pure: the same content and the same
 * time give the same threads. Nothing lies after `now`; messages are in order; the team writes in opening hours only.
 */
export function demoTimeline(content: DemoContent, now: Date): DemoThread[] {
  const random = seededRandom(`timeline of ${content.slug}`)
  const opening = openingHoursOf(content.businessHours, content.businessInfo.timezone)
  const cast = customerAssignment(content, random)
  const planned = plannedThreads(content, random)
  const starts = startTimes(planned.length, opening, now, random)
  const wanted = [...wantedStatuses]
  const threads = planned.map(({ script, run }, rank): Omit<DemoThread, 'key'> => {
    const startsAt = startOf({ script, run }, starts[rank] ?? now, opening)
    const customerIndex = cast.customerIndex(script)
    const customerName = content.customers[customerIndex]?.name ?? ''
    const scripted = messagesOfScript({ content, script, run, customerName, startsAt }, opening, random)
    const state: Progress = script.ticket
      ? progressOf(scripted.messages, nextWanted(wanted, script), opening, now, random)
      : { messages: scripted.messages.filter(({ at }) => at <= now), status: null, resolvedAt: null, closedAt: null }
    const rating = state.resolvedAt && random.next() < ratedShare ? (script.ratings[run] ?? null) : null
    return {
      customerIndex,
      channel: script.channel,
      context: script.context,
      subject: scripted.subject,
      status: state.status,
      priority: script.priority,
      category: script.category,
      tags: script.tags,
      assigneeEmail: script.ticket ? assigneeOf(script, state, content, random) : null,
      escalationReason: script.escalationReason,
      rating: rating?.stars ?? null,
      ratingComment: rating?.comment ?? null,
      createdAt: startsAt,
      firstResponseAt: state.messages.find(isReply)?.at ?? null,
      resolvedAt: state.resolvedAt,
      closedAt: state.closedAt,
      messages: state.messages.map(withoutTurn),
    }
  })
  return threads
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((thread, index) => ({ ...thread, key: `${content.slug}-${String(index + 1).padStart(3, '0')}` }))
}

/** Whether a script can be shown in a status; one with days between its turns is not done while it is new. */
function canShowStatus(script: DemoScript, status: DemoStatus | 'done'): boolean {
  const team = script.turns.filter((turn) => turn.from === 'member' || turn.from === 'note')
  if (status === 'waiting') return team.some((turn) => turn.from === 'member' && turn.asks)
  if (status === 'in-progress') return team.length > 1
  return status !== 'done' || script.turns.every((turn) => !('gapHours' in turn) || !turn.gapHours)
}

/** Takes the next wanted status that the script can show; when none is left, the ticket is done. */
function nextWanted(wanted: (DemoStatus | 'done')[], script: DemoScript): DemoStatus | 'done' {
  const next = wanted.findIndex((status) => canShowStatus(script, status))
  return (next < 0 ? undefined : wanted.splice(next, 1)[0]) ?? 'done'
}
