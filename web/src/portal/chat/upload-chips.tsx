import { IconFile, IconPhoto, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import { formatPercent } from '#web/lib/format-percent.ts'
import styles from './upload-chips.module.css'
import type { Upload, Uploads } from './use-chat-uploads.ts'

/** Screen readers hear the progress in steps of this many percent; each change would interrupt what is being read. */
const ANNOUNCED_STEP = 25

/** Attachments of the next message with their progress, each with a button that removes it. `focusAfter` gets the focus of a button that is gone. */
export function UploadChips({ uploads, focusAfter }: { uploads: Uploads; focusAfter: RefObject<HTMLElement | null> }) {
  const remove = (key: string) => {
    uploads.remove(key)
    focusAfter.current?.focus()
  }
  return (
    <>
      <p className="visually-hidden" role="status" aria-atomic="false">
        {uploads.items.map((one) => (
          <span key={one.key}>{announcementOf(one)} </span>
        ))}
      </p>
      {uploads.items.length > 0 && (
        <ul className={styles.chips} aria-label={m.chat_attached()}>
          {uploads.items.map((one) => (
            <Chip key={one.key} upload={one} onRetry={() => uploads.retry(one)} onRemove={() => remove(one.key)} />
          ))}
        </ul>
      )}
    </>
  )
}

/** A failure is not among them: the composer shows it as an alert. */
function announcementOf({ chosen: { name }, percent, file, failure }: Upload): string {
  if (failure) return ''
  if (file) return m.chat_attach_done({ name })
  return m.chat_attach_progress({ name, percent: formatPercent((percent - (percent % ANNOUNCED_STEP)) / 100) })
}

function Chip({ upload, onRetry, onRemove }: { upload: Upload; onRetry: () => void; onRemove: () => void }) {
  const removing = useRef<HTMLButtonElement>(null)
  const { chosen, preview, file, failure } = upload
  const { name } = chosen
  const isComing = !file && !failure
  const label = isComing ? m.chat_attach_cancel({ name }) : m.chat_attach_remove({ name })
  return (
    <li className={classes(styles.chip, failure !== null && styles.failed)}>
      {preview ? <Preview address={preview} /> : <KindIcon isImage={chosen.type.startsWith('image/')} />}
      <span className={styles.name} title={name}>
        {name}
      </span>
      {isComing && <Progress name={name} percent={upload.percent} />}
      {failure && (
        <button
          type="button"
          className={styles.retry}
          aria-label={m.chat_attach_retry({ name })}
          onClick={() => {
            removing.current?.focus()
            onRetry()
          }}
        >
          {m.chat_retry()}
        </button>
      )}
      <button
        ref={removing}
        type="button"
        className={styles.remove}
        aria-label={label}
        title={label}
        onClick={onRemove}
      >
        <IconX size={14} stroke={2} />
      </button>
    </li>
  )
}

function Progress({ name, percent }: { name: string; percent: number }) {
  return (
    <>
      <span className={styles.percent} aria-hidden="true">
        {formatPercent(percent / 100)}
      </span>
      <span
        className={styles.progress}
        role="progressbar"
        aria-label={m.chat_attach_uploading({ name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span className={styles.bar} style={{ inlineSize: `${percent}%` }} />
      </span>
    </>
  )
}

/** A small picture of the file; its name stands beside it. */
function Preview({ address }: { address: string }) {
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img className={styles.preview} src={address} alt="" />
}

function KindIcon({ isImage }: { isImage: boolean }) {
  const Icon = isImage ? IconPhoto : IconFile
  return <Icon size={16} stroke={1.5} aria-hidden="true" />
}
