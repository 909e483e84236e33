import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import * as m from '#i18n/messages.js'
import styles from './links.module.css'

const FEEDBACK_MS = 3000

type CopyProps = { text: string; label: string; onCopied?: () => void }

/** A button that copies a text. Beside it stands for three seconds whether that worked. */
export function CopyWithFeedback({ text, label, onCopied }: CopyProps) {
  const [feedback, setFeedback] = useState<string | null>(null)
  useEffect(() => {
    if (!feedback) return
    const timer = setTimeout(() => setFeedback(null), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [feedback])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return setFeedback(m.links_copy_failed())
    }
    setFeedback(m.links_copied())
    onCopied?.()
  }
  return (
    <span className={styles.copy}>
      <Button aria-label={label} leftSection={<IconCopy size={16} stroke={1.5} />} onClick={() => void copy()}>
        {m.links_copy()}
      </Button>
      <span role="status" className={styles.feedback}>
        {feedback}
      </span>
    </span>
  )
}
