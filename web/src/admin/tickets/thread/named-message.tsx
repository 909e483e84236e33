import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { readOlder, ticketQuery } from '#web/admin/tickets/queries.ts'

type NamedMessageProps = { ticketId: string; messageId: string }

/** How often, and how long after each other in ms, it is scrolled to: texts above it are still being rendered. */
const TIMES = 5
const PAUSE_MS = 100

/** Scrolls the open ticket to the message that the address names, older pages too, and marks it for a moment. */
export function NamedMessage({ ticketId, messageId }: NamedMessageProps) {
  const client = useQueryClient()
  const { data: detail } = useQuery(ticketQuery(client, ticketId))
  const isLoaded = detail !== undefined
  const isRead = detail?.thread.messages.some(({ id }) => id === messageId)
  const olderCursor = detail?.thread.olderCursor
  const [, change] = useSectionSearch()
  const end = useEffectEvent(() => change({ message: undefined }, { replace: true }))
  useEffect(() => {
    if (!isLoaded) return
    if (!isRead) {
      if (olderCursor) void readOlder(client, ticketId).catch(end)
      else end()
      return
    }
    let times = 0
    const timer = setInterval(() => {
      const message = document.getElementById(messageId)
      // The ticket's code may still be loading.
      if (!message) return
      if (times === 0) mark(message)
      message.scrollIntoView({ block: 'center' })
      times += 1
      if (times < TIMES) return
      clearInterval(timer)
      end()
    }, PAUSE_MS)
    return () => clearInterval(timer)
  }, [isLoaded, isRead, olderCursor, client, ticketId, messageId])
  return null
}

function mark(message: HTMLElement): void {
  message.dataset.named = ''
  message.addEventListener('blur', () => delete message.dataset.named, { once: true })
  message.focus({ preventScroll: true })
}
