import type { DemoContent, DemoScript, DemoTurn } from './content.ts'
import type { OpeningHours } from './opening-hours.ts'
import { localTime, momentAt } from './opening-hours.ts'
import type { Random } from './seeded-random.ts'

export type DemoMessage = {
  author: 'customer' | 'assistant' | 'member' | 'system'
  /** Who of the team wrote it; only with author `member`. */
  memberEmail?: string
  visibility: 'public' | 'note'
  body: string
  at: Date
  /** Keys of the FAQs that an answer of the assistant rests on; empty when it found none. */
  sourceFaqKeys?: string[]
  /** How sure the assistant was, 0 to 1. */
  confidence?: number
}

/** A message that knows which turn of the script it came from. */
export type ScriptMessage = DemoMessage & { turn: DemoTurn | null }

export type ScriptRun = {
  content: DemoContent
  script: DemoScript
  /** Which wording of the script is told. */
  telling: number
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

/** Customers do not write back in the middle of the night; what would fall there moves to the morning. */
function withinWakingHours(at: Date, timezone: string, chance: Random): Date {
  const local = localTime(at, timezone)
  if (local.minutes >= 7 * 60 && local.minutes < 23 * 60) return at
  const day = local.minutes >= 23 * 60 ? local.day + 1 : local.day
  return momentAt({ ...local, day, minutes: 7 * 60 + chance.between(10, 110) }, timezone)
}

type Timing = { opening: OpeningHours; chance: Random; script: DemoScript }

function timeOf(turn: DemoTurn, before: ScriptMessage | undefined, startsAt: Date, pace: Timing): Date {
  if (!before) return startsAt
  const { opening, chance, script } = pace
  const last = before.at.getTime()
  if (turn.from === 'assistant') return new Date(last + chance.between(1400, 4200))
  if (turn.from === 'customer') {
    if (turn.gapHours) return withinWakingHours(new Date(last + turn.gapHours * 60 * minute), opening.timezone, chance)
    if (before.author === 'assistant' || before.author === 'system')
      return new Date(last + chance.between(25, 140) * second)
    const live = script.channel === 'chat' && before.turn !== null && chance.next() < 0.65
    if (live) return new Date(last + chance.between(50, 280) * second)
    return withinWakingHours(new Date(last + chance.between(18, 210) * minute), opening.timezone, chance)
  }
  const waited = new Date(last + (turn.from === 'member' ? (turn.gapHours ?? 0) : 0) * 60 * minute)
  return opening.addOpenMinutes(waited, teamMinutes(turn, before, pace) + chance.next())
}

function teamMinutes(turn: DemoTurn, before: ScriptMessage, { chance, script }: Timing): number {
  const answered = before.author === 'member'
  if (answered) return turn.from === 'note' ? chance.between(1, 6) : chance.between(3, 25)
  const [low, high] = firstReplyMinutes[script.priority]
  return chance.between(low, high)
}

/** Fills `{{name}}` with the customer's first name, or with a value of the tenant's slots that stays the same within a telling. */
function placeholderFiller(telling: ScriptRun, chance: Random): (text: string) => string {
  const known = new Map([
    ['first', telling.customerName.split(' ')[0] ?? telling.customerName],
    ['name', telling.customerName],
  ])
  return (text) =>
    text.replaceAll(/\{\{([a-z-]+)\}\}/g, (_, name: string) => {
      const value =
        known.get(name) ??
        chance
          .pick(telling.content.conversations.slots[name] ?? [name])
          .replaceAll('#', () => String(chance.between(1, 9)))
      known.set(name, value)
      return value
    })
}

const wordingOf = (wordings: string[], telling: number) => wordings[telling % wordings.length] ?? ''

function messageOfTurn(turn: DemoTurn, told: ScriptRun, chance: Random): Omit<ScriptMessage, 'at'> {
  const { content, telling } = told
  if (turn.from === 'customer') {
    return { author: 'customer', visibility: 'public', body: wordingOf(turn.text, telling), turn }
  }
  if (turn.from === 'assistant') {
    const cited = content.faqs.find(({ key }) => key === turn.sources[0])
    const confidence = (turn.sources.length > 0 ? chance.between(81, 97) : chance.between(12, 34)) / 100
    const body = turn.text ? wordingOf(turn.text, telling) : (cited?.answer ?? '')
    return { author: 'assistant', visibility: 'public', body, sourceFaqKeys: turn.sources, confidence, turn }
  }
  const memberEmail = content.members.find(({ key }) => key === turn.by)?.email
  if (!memberEmail) throw new Error(`demo script ${told.script.key} names ${turn.by}, who is no member`)
  const visibility = turn.from === 'note' ? 'note' : 'public'
  return { author: 'member', memberEmail, visibility, body: wordingOf(turn.text, telling), turn }
}

/** A script told once, from its first message to its last, as if nothing had interrupted it. */
export function messagesOfScript(
  told: ScriptRun,
  opening: OpeningHours,
  chance: Random,
): { subject: string; messages: ScriptMessage[] } {
  const fill = placeholderFiller(told, chance)
  const subject = fill(wordingOf(told.script.subject, told.telling))
  const { script } = told
  const pace: Timing = { opening, chance, script }
  const messages: ScriptMessage[] = []
  let handedOver = !script.escalationReason
  for (const turn of script.turns) {
    const teamTurn = turn.from === 'member' || turn.from === 'note'
    if (teamTurn && !handedOver) {
      handedOver = true
      const at = new Date((messages.at(-1)?.at ?? told.startsAt).getTime() + second)
      // The customer reads this line too: it says what happens next, not why. The reason stands on the ticket.
      const body = opening.isOpen(at)
        ? 'The conversation was handed to the team.'
        : 'The conversation was handed to the team, who answer during opening hours.'
      messages.push({ author: 'system', visibility: 'public', body, at, turn: null })
    }
    const message = messageOfTurn(turn, told, chance)
    const at = timeOf(turn, messages.at(-1), told.startsAt, pace)
    messages.push({ ...message, body: fill(message.body), at })
  }
  return { subject, messages }
}
