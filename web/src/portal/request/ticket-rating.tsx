import { useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { GuestTicketView } from '#contracts/ticket/guest-ticket.ts'
import { rateTicket } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { GivenRating, RatingForm } from './rating-form.tsx'

type Props = {
  portal: PortalView
  ticket: GuestTicketView
  onRated: (ticket: GuestTicketView) => void
  onStale: () => void
}

/** The rating of a finished request: a form, or the given rating. Nothing where the business has ratings off. */
export function TicketRating({ portal, ticket, onRated, onStale }: Props) {
  const [isJustRated, setJustRated] = useState(false)
  if (ticket.rating !== null) {
    return <GivenRating stars={ticket.rating} comment={ticket.ratingComment} isThanked={isJustRated} />
  }
  if (!ticket.canRate || !portal.customerExperience.enableRatings) return null
  const rate = async (body: { stars: number; comment: string }) => {
    const params = { slug: portal.slug, ticketId: ticket.id }
    try {
      const rated = await asGuest(portal.slug, () => call(rateTicket, { params, body }))
      setJustRated(true)
      onRated(rated)
    } catch (error) {
      // Rated elsewhere meanwhile, or opened again: shows the current state.
      if (error instanceof CallError && error.code === 'conflict') onStale()
      throw error
    }
  }
  return (
    <RatingForm
      heading={m.portal_rating_heading()}
      hasComment={portal.customerExperience.enableFeedback}
      onSubmit={rate}
    />
  )
}
