import type { ConversationView } from '#contracts/conversation/conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Guest } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import { appendToLocked, newId } from './append-message.ts'
import { changeLocked } from './commands.ts'
import { chatRated } from './events.ts'
import { getCurrentConversation } from './load.ts'
import { canEnd, whyNotRated } from './policy.ts'
import { presentConversation } from './present.ts'

/** The customer ends a chat; one that has ended stays as it is. Throws conflict where it has a ticket. */
export const endChat = (tenant: Tenant, actor: Guest, id: ConversationId): Promise<ConversationView> =>
  tenant.tx(async (t) => {
    const before = await getCurrentConversation(t, actor, id, 'forUpdate')
    if (!canEnd(before)) throw conflict(m.error_chat_is_ticket, { reason: 'has_ticket' })
    if (before.state === 'closed') return presentConversation(before)
    const { row } = await appendToLocked(t, before, { id: newId(), author: 'system', kind: 'ended', body: '' }, {})
    const noOffer = { offerReason: null, offerPriority: null, offerPromptAt: null }
    const ended = { state: 'closed', answerDueAt: null, answeredSeq: row.seq, ...noOffer } as const
    return presentConversation(await changeLocked(t, row, ended, { actor }))
  })

const NOT_RATED = {
  ratings_off: m.error_ratings_off,
  has_ticket: m.error_chat_is_ticket,
  not_ended: m.error_chat_not_ended,
  rated: m.error_chat_already_rated,
}

/**
 * Rates a chat without a ticket that has ended, or changes the rating, once within a day. The same rating again changes nothing. Throws conflict
 * with the reason where it may not be rated.
 */
export const rateChat = (
  tenant: Tenant,
  actor: Guest,
  id: ConversationId,
  { stars, comment }: { stars: number; comment: string },
): Promise<ConversationView> =>
  tenant.tx(async (t) => {
    const [before, { customerExperience }] = await Promise.all([
      getCurrentConversation(t, actor, id, 'forUpdate'),
      readTenant(t),
    ])
    const ratingComment = (customerExperience.enableFeedback && comment) || null
    if (before.rating === stars && before.ratingComment === ratingComment) return presentConversation(before)
    const reason = customerExperience.enableRatings ? whyNotRated(before, t.now) : 'ratings_off'
    if (reason) throw conflict(NOT_RATED[reason], { reason, current: presentConversation(before) })
    const at = before.rating === null ? { ratedAt: t.now } : { ratingChangedAt: t.now }
    const line = { id: newId(), author: 'system', kind: 'rated', body: String(stars) } as const
    const { row } = await appendToLocked(t, before, line, {})
    const after = await changeLocked(t, row, { rating: stars, ratingComment, ...at }, { actor })
    await t.emit(chatRated, { conversation: after })
    return presentConversation(after)
  })
