import { type FormEvent, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { GuestTicketView } from '#contracts/ticket/guest-ticket.ts'
import { rateTicket } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { TextArea } from '#web/kit/field.tsx'
import { ratingLabel, Stars, StarsShown } from '#web/kit/stars.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import styles from './ticket-rating.module.css'

type Props = {
  portal: PortalView
  ticket: GuestTicketView
  onRated: (ticket: GuestTicketView) => void
  onStale: () => void
}

/** The rating of a finished request: a form, or the given rating. Nothing where the business has ratings off. */
export function TicketRating({ portal, ticket, onRated, onStale }: Props) {
  const [isJustRated, setJustRated] = useState(false)
  const rated = (next: GuestTicketView) => {
    setJustRated(true)
    onRated(next)
  }
  if (ticket.rating !== null) {
    return <GivenRating stars={ticket.rating} comment={ticket.ratingComment} isThanked={isJustRated} />
  }
  if (!ticket.canRate || !portal.customerExperience.enableRatings) return null
  return <RatingForm portal={portal} ticket={ticket} onRated={rated} onStale={onStale} />
}

function GivenRating({ stars, comment, isThanked }: { stars: number; comment: string | null; isThanked: boolean }) {
  return (
    <section className={styles.rating} aria-label={m.portal_rating_given()}>
      <p className={styles.given}>
        {m.portal_rating_given()} <StarsShown value={stars} /> <strong>{ratingLabel(stars)}</strong>
      </p>
      {comment && <p className={styles.comment}>{comment}</p>}
      {isThanked && (
        <p className={styles.thanks} role="status">
          {m.portal_rating_thanks()}
        </p>
      )}
    </section>
  )
}

function RatingForm({ portal, ticket, onRated, onStale }: Props) {
  const [stars, setStars] = useState<number | null>(null)
  const [comment, setComment] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (stars === null || isBusy) return
    setBusy(true)
    setFailed(false)
    const params = { slug: portal.slug, ticketId: ticket.id }
    try {
      onRated(await asGuest(portal.slug, () => call(rateTicket, { params, body: { stars, comment } })))
    } catch (error) {
      setFailed(true)
      // Rated elsewhere meanwhile, or opened again: shows the current state.
      if (error instanceof CallError && error.code === 'conflict') onStale()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.rating} onSubmit={submit} aria-label={m.portal_rating_heading()}>
      <p className={styles.heading}>{m.portal_rating_heading()}</p>
      <Stars label={m.portal_rating_stars()} value={stars} onChange={setStars} isDisabled={isBusy} />
      {portal.customerExperience.enableFeedback && stars !== null && (
        <TextArea
          label={m.portal_rating_comment()}
          isOptional
          rows={2}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      )}
      {hasFailed && (
        <p className={styles.failure} role="alert">
          {m.portal_rating_failed()}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={stars === null}
        isBusy={isBusy}
        busyLabel={m.portal_rating_submitting()}
      >
        {m.portal_rating_submit()}
      </Button>
    </form>
  )
}
