import styles from './progress-bar.module.css'

/** How far a work is that a job does. */
export const ProgressBar = ({ label, value, max }: { label: string; value: number; max: number }) => (
  <progress className={styles.progress} aria-label={label} value={value} max={max} />
)
