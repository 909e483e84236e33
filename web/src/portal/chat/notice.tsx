import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './banner.module.css'

export type Notice = { text: string; tone: 'success' | 'info' | 'error' }
export type ShowNotice = (text: string, tone: Notice['tone']) => void

const NOTICE_MS = 6000
const icons = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertTriangle }

/** A short notice at the top of the chat for 6 s. */
export function useNotice(): [Notice | null, ShowNotice] {
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice, (text, tone) => setNotice({ text, tone })]
}

export function NoticeLine({ notice }: { notice: Notice | null }) {
  const Icon = icons[notice?.tone ?? 'info']
  return (
    <div role="status">
      {notice && (
        <p className={classes(styles.banner, styles[notice.tone])}>
          <Icon size={18} stroke={1.5} aria-hidden="true" />
          {notice.text}
        </p>
      )}
    </div>
  )
}
