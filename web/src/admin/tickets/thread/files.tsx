import { IconFile } from '@tabler/icons-react'
import type { FileView } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { addressOf } from '#web/lib/call.ts'
import { formatBytes } from '#web/lib/format.ts'
import styles from './files.module.css'

export const addressOfFile = (file: FileView) => addressOf('/api/files/:fileId', { params: { fileId: file.id } })

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
            <IconFile size={16} stroke={1.5} aria-hidden="true" />
            <span className={styles.name}>{file.name}</span>
            <span className={styles.size}>{formatBytes(file.size)}</span>
          </a>
        ),
      )}
    </div>
  )
}
