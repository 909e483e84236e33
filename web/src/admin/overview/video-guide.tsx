import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as m from '#i18n/messages.js'
import { Dialog } from '#web/kit/dialog.tsx'
import styles from './figures.module.css'
import { overviewQuery } from './queries.ts'

/** Opens the film about the desk; it is loaded when it is opened, and a text says what it shows. */
export function VideoGuideButton() {
  const [isOpen, setOpen] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { data } = useQuery(overviewQuery)
  if (!data) return null
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setFailed(false)
          setOpen(true)
        }}
      >
        {m.overview_guide()}
      </Button>
      <Dialog isOpen={isOpen} title={m.overview_guide()} size="lg" onClose={() => setOpen(false)}>
        <video
          className={styles.film}
          src={data.guideUrl}
          controls
          muted
          playsInline
          preload="metadata"
          aria-label={m.overview_guide()}
          onError={() => setFailed(true)}
        />
        {hasFailed && <p role="alert">{m.overview_guide_failed()}</p>}
        <p className={styles.note}>{m.overview_guide_text()}</p>
      </Dialog>
    </>
  )
}
