import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useId } from 'react'
import * as m from '#i18n/messages.js'
import styles from './stars.module.css'

/** Label of a rating from 1 to 5: Very Poor, Poor, Average, Good, Excellent. */
export function ratingLabel(value: number): string {
  const labels = [m.common_rating_1, m.common_rating_2, m.common_rating_3, m.common_rating_4, m.common_rating_5]
  return labels[value - 1]?.() ?? ''
}

/** Choose 1 to 5 stars: radio buttons, so that arrow keys and screen readers work. Null before the choice. */
export function Stars(props: {
  label: string
  value: number | null
  onChange: (value: number) => void
  isDisabled?: boolean
}) {
  const { label, value, onChange, isDisabled } = props
  const name = useId()
  return (
    <fieldset className={styles.stars} disabled={isDisabled}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.row}>
        {[1, 2, 3, 4, 5].map((star) => (
          <label key={star} className={styles.star} title={ratingLabel(star)}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              value={star}
              checked={star === value}
              onChange={() => onChange(star)}
            />
            <span className="visually-hidden">{m.common_rating_of({ value: star, label: ratingLabel(star) })}</span>
            {star <= (value ?? 0) ? <IconStarFilled size={30} /> : <IconStar size={30} stroke={1.5} />}
          </label>
        ))}
      </div>
      <p className={styles.word} aria-hidden="true">
        {value ? ratingLabel(value) : m.common_rating_choose()}
      </p>
    </fieldset>
  )
}

/** A given rating: five small stars, with a label for screen readers. */
export function StarsShown({ value, size = 16 }: { value: number; size?: number }) {
  return (
    <span className={styles.shown} role="img" aria-label={m.common_rating_of({ value, label: ratingLabel(value) })}>
      {[1, 2, 3, 4, 5].map((star) =>
        star <= value ? <IconStarFilled key={star} size={size} /> : <IconStar key={star} size={size} stroke={1.5} />,
      )}
    </span>
  )
}
