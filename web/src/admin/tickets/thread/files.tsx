import { IconFile, IconLoader2, IconPhoto, IconX } from '@tabler/icons-react'
import type { FileView } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { addressOf } from '#web/lib/call.ts'
import { formatBytes } from '#web/lib/format.ts'
import styles from './files.module.css'

const addressOfFile = (file: FileView) => addressOf('/api/files/:fileId', { params: { fileId: file.id } })

function FileIcon({ isImage }: { isImage: boolean }) {
  const Icon = isImage ? IconPhoto : IconFile
  return <Icon size={16} stroke={1.5} aria-hidden="true" />
}

/** Attachments of a message: images inline, other files as downloads. */
export function Attachments({ files }: { files: readonly FileView[] }) {
  if (files.length === 0) return null
  return (
    <div className={styles.files}>
      {files.map((file) =>
        file.isImage ? (
          <a
            key={file.id}
            className={styles.picture}
            href={addressOfFile(file)}
            target="_blank"
            rel="noopener"
            aria-label={m.ticket_image_open({ name: file.name })}
          >
            <img src={addressOfFile(file)} alt={file.name} loading="lazy" />
          </a>
        ) : (
          <a
            key={file.id}
            className={styles.file}
            href={addressOfFile(file)}
            download={file.name}
            aria-label={m.ticket_download({ name: file.name })}
          >
            <FileIcon isImage={false} />
            <span className={styles.name}>{file.name}</span>
            <span className={styles.size}>{formatBytes(file.size)}</span>
          </a>
        ),
      )}
    </div>
  )
}

type ChipsProps = {
  files: readonly FileView[]
  coming: readonly { key: string; name: string }[]
  onRemove: (file: FileView) => void
}

/** Attachments of the message draft, each with a remove button. */
export function FileChips({ files, coming, onRemove }: ChipsProps) {
  if (files.length + coming.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={m.ticket_attached()}>
      {files.map((file) => (
        <li key={file.id} className={styles.chip}>
          <FileIcon isImage={file.isImage} />
          <span className={styles.name}>{file.name}</span>
          <span className={styles.size}>{formatBytes(file.size)}</span>
          <button
            type="button"
            className={styles.remove}
            aria-label={m.ticket_attach_remove({ name: file.name })}
            onClick={() => onRemove(file)}
          >
            <IconX size={14} stroke={2} />
          </button>
        </li>
      ))}
      {coming.map(({ key, name }) => (
        <li key={key} className={styles.chip}>
          <IconLoader2
            size={16}
            stroke={1.5}
            className={styles.busy}
            aria-label={m.ticket_attach_uploading({ name })}
            role="img"
          />
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ul>
  )
}
