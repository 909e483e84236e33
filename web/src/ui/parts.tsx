import { Button, Kbd, Tooltip } from '@mantine/core'
import * as m from '#i18n/messages.js'
import { Avatar, Skeleton } from '#web/kit/surface.tsx'
import styles from './ui.module.css'
import { useUnsavedMark } from './unsaved.ts'

/** Placeholder rows while loading. `label` is for screen readers. */
export function LoadingRows({ label, rows = 8, height = 44 }: { label: string; rows?: number; height?: number }) {
  return (
    <div role="status" aria-label={label} className={styles.loadingRows}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are equal and never move
        <div key={row} className={styles.loadingRow} style={{ height }}>
          <Skeleton width="22px" height="22px" radius="50%" />
          <Skeleton width={`${18 + ((row * 7) % 12)}%`} height="12px" />
          <Skeleton width={`${30 + ((row * 13) % 25)}%`} height="12px" />
        </div>
      ))}
    </div>
  )
}

/** While a section's code is loaded. */
export const LoadingSection = () => <LoadingRows label={m.common_loading()} />

/** A member's avatar with the name on hover and for screen readers. `size` in pixels. */
export function UserAvatar({ name, size = 22, src }: { name: string; size?: number; src: string | null }) {
  return (
    <Tooltip label={name}>
      <span className={styles.avatar} role="img" aria-label={name}>
        <Avatar name={name} size={size} src={src} />
      </span>
    </Tooltip>
  )
}

/** Badge of sample data. */
export function SampleBadge() {
  return <span className={styles.sample}>{m.common_sample()}</span>
}

/** Badge of a demo row, which counts in no figure. */
export function DemoBadge() {
  return <span className={styles.sample}>{m.common_demo()}</span>
}

/** Badge of a ticket that was created when the tickets of the plan were used up. */
export function OverLimitBadge() {
  return <span className={styles.sample}>{m.billing_over_limit()}</span>
}

/** Keys to press, each in its own box: `<Keys keys={['Ctrl', 'K']} />`. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}

type SaveBarProps = {
  /** Labels of what is unsaved: "Business hours, Timezone". Null hides the bar. */
  unsaved: string | null
  /** Why the last save failed, shown for a moment. */
  problem?: string | null
  isSaving?: boolean
  onSave: () => void
  onDiscard: () => void
}

/** Bar at the bottom of a form with unsaved changes: names them, saves or discards them. */
export function SaveBar({ unsaved, problem, isSaving, onSave, onDiscard }: SaveBarProps) {
  useUnsavedMark(unsaved !== null)
  if (unsaved === null) return null
  return (
    <section className={styles.saveBar} aria-label={m.common_unsaved()}>
      <span className={styles.unsaved} role="status">
        {problem ? (
          <span className={styles.problem}>{problem}</span>
        ) : (
          <>
            <strong>{m.common_unsaved()}</strong> {unsaved}
          </>
        )}
      </span>
      <Button variant="subtle" color="gray" onClick={onDiscard} disabled={isSaving}>
        {m.common_discard()}
      </Button>
      <Button variant="filled" onClick={onSave} disabled={isSaving} aria-busy={isSaving}>
        {isSaving ? m.common_saving() : m.common_save()}
      </Button>
    </section>
  )
}
