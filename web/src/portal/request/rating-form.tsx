import { type FormEvent, type ReactNode, useState } from 'react'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { TextArea } from '#web/kit/field.tsx'
import { ratingLabel, Stars, StarsShown } from '#web/kit/stars.tsx'
import styles from './rating-form.module.css'

export type GivenStars = { stars: number; comment: string | null }

/** A rating that was given, with what may follow it. */
export function GivenRating(props: GivenStars & { isThanked: boolean; children?: ReactNode }) {
  const { stars, comment, isThanked, children } = props
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
      {children}
    </section>
  )
}

type Props = {
  heading: string
  /** Whether a comment is asked for. */
  hasComment: boolean
  /** The rating to change. */
  before?: GivenStars
  /** Stores the rating; a failure keeps what was entered. */
  onSubmit: (given: { stars: number; comment: string }) => Promise<void>
}

/** One to five stars and a comment. */
export function RatingForm({ heading, hasComment, before, onSubmit }: Props) {
  const [stars, setStars] = useState<number | null>(before?.stars ?? null)
  const [comment, setComment] = useState(before?.comment ?? '')
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (stars === null || isBusy) return
    setBusy(true)
    setFailed(false)
    try {
      await onSubmit({ stars, comment })
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.rating} onSubmit={submit} aria-label={heading}>
      <p className={styles.heading}>{heading}</p>
      <Stars label={m.portal_rating_stars()} value={stars} onChange={setStars} isDisabled={isBusy} />
      {hasComment && stars !== null && (
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
