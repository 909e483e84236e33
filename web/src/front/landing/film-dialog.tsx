import { IconMaximize } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import styles from './film-dialog.module.css'

/** A video of an iPhone, which alone can fill the screen there. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

type FilmDialogProps = { isOpen: boolean; url: string; onClose: () => void }

/** The film of the product; it is loaded when it is opened. */
export function FilmDialog({ isOpen, url, onClose }: FilmDialogProps) {
  const video = useRef<PhoneVideo>(null)
  const [hasFailed, setFailed] = useState(false)
  const fill = () => {
    const film = video.current
    if (document.fullscreenEnabled) void film?.requestFullscreen().catch(() => undefined)
    else film?.webkitEnterFullscreen?.()
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={m.landing_film_title()}
      size="lg"
      onClose={onClose}
      actions={
        <Button icon={<IconMaximize size={18} stroke={1.5} aria-hidden="true" />} onClick={fill}>
          {m.landing_fullscreen()}
        </Button>
      }
    >
      <video
        ref={video}
        className={styles.film}
        src={url}
        controls
        muted
        playsInline
        preload="metadata"
        aria-label={m.landing_film_title()}
        onError={() => setFailed(true)}
      />
      {hasFailed && <p role="alert">{m.landing_film_failed()}</p>}
      <p className={styles.note}>{m.overview_guide_text()}</p>
    </Dialog>
  )
}
