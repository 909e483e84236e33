import { IconFile, IconX } from '@tabler/icons-react'
import type { FileView } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { formatBytes } from '#web/lib/format.ts'
import styles from './files.module.css'
import { addressOfFile } from './files.tsx'

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
          {file.isImage ? (
            <img className={styles.thumbnail} src={addressOfFile(file)} alt={file.name} />
          ) : (
            <IconFile size={16} stroke={1.5} aria-hidden="true" />
          )}
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
          <span className={styles.busy} role="img" aria-label={m.ticket_attach_uploading({ name })} />
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ul>
  )
}
