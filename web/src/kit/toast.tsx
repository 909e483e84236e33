import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import styles from './toast.module.css'

type Toast = { id: number; message: string; tone: 'success' | 'error' | 'info'; undo?: () => void }

/** How long a toast stays, in milliseconds. Hover and focus pause it. */
export const TOAST_MS = 3000
/** The same for a toast that can undo something. */
const UNDO_MS = 10_000

let toasts: readonly Toast[] = []
let nextId = 1
const watchers = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const watcher of watchers) watcher()
}

function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(toasts.filter((toast) => toast.id !== id))
}

function start({ id, undo }: Toast): void {
  timers.set(
    id,
    setTimeout(() => dismiss(id), undo ? UNDO_MS : TOAST_MS),
  )
}

/** Shows a toast for 3 s. `undo` adds the button, where it can be undone, for 10 s. Needs one `<ToastRegion />`. */
export function showToast(message: string, tone: Toast['tone'] = 'success', undo?: () => void): void {
  const toast: Toast = { id: nextId++, message, tone, ...(undo ? { undo } : {}) }
  change([...toasts.slice(-2), toast])
  start(toast)
}

const icons = { success: IconCircleCheck, error: IconAlertTriangle, info: IconInfoCircle }

/** Where toasts appear: bottom right, on phones at the bottom. Always in the page, so that screen readers announce every one. */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => toasts,
  )
  return (
    <section className={styles.region} aria-live="polite" aria-label={m.common_notifications()}>
      {shown.map((toast) => {
        const Icon = icons[toast.tone]
        return (
          <div
            key={toast.id}
            className={classes(styles.toast, styles[toast.tone])}
            onPointerEnter={() => clearTimeout(timers.get(toast.id))}
            onPointerLeave={() => start(toast)}
          >
            <Icon size={18} stroke={1.5} aria-hidden="true" />
            <span>{toast.message}</span>
            {toast.undo && (
              <button
                type="button"
                className={styles.undo}
                onClick={() => {
                  toast.undo?.()
                  dismiss(toast.id)
                }}
              >
                {m.common_undo()}
              </button>
            )}
          </div>
        )
      })}
    </section>
  )
}
