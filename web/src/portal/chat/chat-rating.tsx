import { useEffect, useState } from 'react'
import { CHAT_IDLE_MINUTES } from '#contracts/conversation/chat-end.ts'
import type { ConversationView } from '#contracts/conversation/conversation.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { CallError } from '#web/lib/call.ts'
import { GivenRating, RatingForm } from '#web/portal/request/rating-form.tsx'
import type { Chat } from './chat.ts'
import type { ChatState } from './chat-store.ts'

/**
 * The rating of a chat without a ticket, offered once it has ended or nobody has written for a while; one that was given may be changed once
 * within a day. Nothing where the business has ratings off.
 */
export function ChatRating({ portal, chat, state }: { portal: PortalView; chat: Chat; state: ChatState }) {
  const { conversation, messages, outgoing } = state.thread
  const [isChanging, setChanging] = useState(false)
  const [isJustRated, setJustRated] = useState(false)
  const hasEnded = useHasEnded(conversation)
  const hasWritten = messages.some(({ author }) => author === 'customer')
  const isOver = hasEnded && hasWritten && outgoing.length === 0 && !state.isPending
  const { enableRatings, enableFeedback } = portal.customerExperience
  if (!conversation || conversation.ticketId || !enableRatings) return null
  const { rating } = conversation
  if (!isOver && !rating) return null
  if (rating && !isChanging) {
    const isOpen = rating.changeableUntil !== null && Date.parse(rating.changeableUntil) > Date.now()
    return (
      <GivenRating stars={rating.stars} comment={rating.comment} isThanked={isJustRated}>
        {isOpen && (
          <Button variant="quiet" size="sm" onClick={() => setChanging(true)}>
            {m.chat_rating_change()}
          </Button>
        )}
      </GivenRating>
    )
  }
  const rate = async (given: { stars: number; comment: string }) => {
    try {
      await chat.rateChat(given)
      setJustRated(true)
      setChanging(false)
    } catch (error) {
      // Rated in another window meanwhile, or it became a ticket: shows the current state.
      if (error instanceof CallError && error.code === 'conflict') chat.refresh()
      throw error
    }
  }
  return (
    <RatingForm
      heading={m.chat_rating_heading()}
      hasComment={enableFeedback}
      {...(rating ? { before: rating } : {})}
      onSubmit={rate}
    />
  )
}

/** Whether the chat has ended, or nothing has happened in it for a while. */
function useHasEnded(conversation: ConversationView | null): boolean {
  const [now, setNow] = useState(Date.now)
  const idleAt = conversation ? Date.parse(conversation.updatedAt) + CHAT_IDLE_MINUTES * 60_000 : null
  useEffect(() => {
    setNow(Date.now())
    if (idleAt === null || idleAt <= Date.now()) return
    const timer = setTimeout(() => setNow(Date.now()), idleAt - Date.now())
    return () => clearTimeout(timer)
  }, [idleAt])
  return conversation?.state === 'closed' || (idleAt !== null && idleAt <= now)
}
