import { IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { Dialog } from '#web/kit/dialog.tsx'
import { addressOf } from '#web/lib/call.ts'
import { formatBytes } from '#web/lib/format.ts'
import { altOf } from '#web/lib/pictures-in-text.ts'
import styles from './files.module.css'

export const addressOfFile = (file: FileView) => addressOf('/api/files/:fileId', { params: { fileId: file.id } })

/** Attachments of a message: images inline, which open in full size, other files as downloads. */
export function Attachments({ files }: { files: readonly FileView[] }) {
  const [opened, setOpened] = useState<FileView | null>(null)
  if (files.length === 0) return null
  return (
    <div className={styles.files}>
      {files.map((file) =>
        file.isImage ? (
          <button
            key={file.id}
            type="button"
            className={styles.picture}
            aria-haspopup="dialog"
            aria-label={m.ticket_image_open({ name: file.name })}
            onClick={() => setOpened(file)}
          >
            <img src={addressOfFile(file)} alt="" loading="lazy" />
          </button>
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
      <OpenedPicture file={opened} onClose={() => setOpened(null)} />
    </div>
  )
}

/** The picture that is open in full size; null while none is. */
export function OpenedPicture({ file, onClose }: { file: FileView | null; onClose: () => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps keys from the shortcuts of the ticket, of which Escape is one
    <div onKeyDown={(event) => event.stopPropagation()}>
      <Dialog isOpen={file !== null} title={file?.name ?? ''} size="full" onClose={onClose}>
        {file && <Picture file={file} />}
      </Dialog>
    </div>
  )
}

/** A picture in full size: it scrolls where the window is smaller. */
function Picture({ file }: { file: FileView }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the arrow keys */}
      <section className={styles.full} tabIndex={0} aria-label={file.name}>
        <img src={addressOfFile(file)} alt={altOf(file)} />
      </section>
      <p className={styles.below}>
        {formatBytes(file.size)}
        <a href={addressOfFile(file)} download={file.name}>
          {m.ticket_download({ name: file.name })}
        </a>
      </p>
    </>
  )
}
