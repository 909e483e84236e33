import type { DemoContent, DemoScript, DemoTurn } from './content.ts'
import type { OpeningHours } from './opening-hours.ts'
import { localTime, momentAt } from './opening-hours.ts'
import type { Random } from './seeded-random.ts'

export type DemoMessage = {
  author: 'customer' | 'assistant' | 'member' | 'system'
  /** The member who wrote it; only with author `member`. */
  memberEmail?: string
  visibility: 'public' | 'note'
  body: string
  at: Date
  /** Keys of the FAQs that the assistant's answer cites; empty when it found none. */
  sourceFaqKeys?: string[]
  /** Confidence of the answer, 0 to 1. */
  confidence?: number
}

/** A message with its turn of the script; null for a system message. */
export type ScriptMessage = DemoMessage & { turn: DemoTurn | null }

export type ScriptRun = {
  content: DemoContent
  script: DemoScript
  /** Index of the wordings that this run uses. */
  run: number
  customerName: string
  startsAt: Date
}

const second = 1000
const minute = 60 * second

/** Minutes of open time until the team's first reply, by priority. */
const firstReplyMinutes: Record<DemoScript['priority'], [number, number]> = {
  urgent: [2, 9],
  high: [4, 35],
  medium: [12, 110],
  low: [60, 300],
}

/** Customers do not write between 23:00 and 7:00; such a time moves to the morning. */
function withinWakingHours(at: Date, timezone: string, random: Random): Date {
  const local = localTime(at, timezone)
  if (local.minutes >= 7 * 60 && local.minutes < 23 * 60) return at
  const day = local.minutes >= 23 * 60 ? local.day + 1 : local.day
  return momentAt({ ...local, day, minutes: 7 * 60 + random.between(10, 110) }, timezone)
}

type Timing = { opening: OpeningHours; random: Random; script: DemoScript }

function timeOf(turn: DemoTurn, before: ScriptMessage | undefined, startsAt: Date, timing: Timing): Date {
  if (!before) return startsAt
  const { opening, random, script } = timing
  const last = before.at.getTime()
  if (turn.from === 'assistant') return new Date(last + random.between(1400, 4200))
  if (turn.from === 'customer') {
    if (turn.gapHours) return withinWakingHours(new Date(last + turn.gapHours * 60 * minute), opening.timezone, random)
    if (before.author === 'assistant' || before.author === 'system')
      return new Date(last + random.between(25, 140) * second)
    const live = script.channel === 'chat' && before.turn !== null && random.next() < 0.65
    if (live) return new Date(last + random.between(50, 280) * second)
    return withinWakingHours(new Date(last + random.between(18, 210) * minute), opening.timezone, random)
  }
  const waited = new Date(last + (turn.from === 'member' ? (turn.gapHours ?? 0) : 0) * 60 * minute)
  return opening.addOpenMinutes(waited, teamMinutes(turn, before, timing) + random.next())
}

function teamMinutes(turn: DemoTurn, before: ScriptMessage, { random, script }: Timing): number {
  const answered = before.author === 'member'
  if (answered) return turn.from === 'note' ? random.between(1, 6) : random.between(3, 25)
  const [low, high] = firstReplyMinutes[script.priority]
  return random.between(low, high)
}

/** Replaces `{{name}}` by the customer's name, or by a value of the tenant's slots, the same one throughout a run. */
function placeholderFiller(scriptRun: ScriptRun, random: Random): (text: string) => string {
  const known = new Map([
    ['first', scriptRun.customerName.split(' ')[0] ?? scriptRun.customerName],
    ['name', scriptRun.customerName],
  ])
  return (text) =>
    text.replaceAll(/\{\{([a-z-]+)\}\}/g, (_, name: string) => {
      const value =
        known.get(name) ??
        random
          .pick(scriptRun.content.conversations.slots[name] ?? [name])
          .replaceAll('#', () => String(random.between(1, 9)))
      known.set(name, value)
      return value
    })
}

const wordingOf = (wordings: string[], run: number) => wordings[run % wordings.length] ?? ''

function messageOfTurn(turn: DemoTurn, scriptRun: ScriptRun, random: Random): Omit<ScriptMessage, 'at'> {
  const { content, run } = scriptRun
  if (turn.from === 'customer') {
    return { author: 'customer', visibility: 'public', body: wordingOf(turn.text, run), turn }
  }
  if (turn.from === 'assistant') {
    const cited = content.faqs.find(({ key }) => key === turn.sources[0])
    const confidence = (turn.sources.length > 0 ? random.between(81, 97) : random.between(12, 34)) / 100
    const body = turn.text ? wordingOf(turn.text, run) : (cited?.answer ?? '')
    return { author: 'assistant', visibility: 'public', body, sourceFaqKeys: turn.sources, confidence, turn }
  }
  const memberEmail = content.members.find(({ key }) => key === turn.by)?.email
  if (!memberEmail) throw new Error(`demo script ${scriptRun.script.key} names ${turn.by}, who is no member`)
  const visibility = turn.from === 'note' ? 'note' : 'public'
  return { author: 'member', memberEmail, visibility, body: wordingOf(turn.text, run), turn }
}

/** The messages of one run of a script, from the first to the last. */
export function messagesOfScript(
  scriptRun: ScriptRun,
  opening: OpeningHours,
  random: Random,
): { subject: string; messages: ScriptMessage[] } {
  const fill = placeholderFiller(scriptRun, random)
  const subject = fill(wordingOf(scriptRun.script.subject, scriptRun.run))
  const { script } = scriptRun
  const timing: Timing = { opening, random, script }
  const messages: ScriptMessage[] = []
  let handedOver = !script.escalationReason
  for (const turn of script.turns) {
    const teamTurn = turn.from === 'member' || turn.from === 'note'
    if (teamTurn && !handedOver) {
      handedOver = true
      const at = new Date((messages.at(-1)?.at ?? scriptRun.startsAt).getTime() + second)
      // The customer reads this message too, so it holds what happens next and not the reason, which is on the ticket.
      const body = opening.isOpen(at)
        ? 'The conversation was handed to the team.'
        : 'The conversation was handed to the team, who answer during opening hours.'
      messages.push({ author: 'system', visibility: 'public', body, at, turn: null })
    }
    const message = messageOfTurn(turn, scriptRun, random)
    const at = timeOf(turn, messages.at(-1), scriptRun.startsAt, timing)
    messages.push({ ...message, body: fill(message.body), at })
  }
  return { subject, messages }
}
