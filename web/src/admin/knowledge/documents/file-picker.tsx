import { ActionIcon } from '@mantine/core'
import { IconFileText, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import { formatBytes } from '#web/lib/format.ts'
import styles from './add-document.module.css'
import { ACCEPT, LIMIT } from './file-refusal.ts'

/** A file to add, with its error. */
export type Chosen = { key: string; file: File; failure: string | null }

type FilesProps = { chosen: readonly Chosen[]; onAdd: (files: File[]) => void; onRemove: (key: string) => void }

/** Files by choosing or dropping, as a list. */
export function FilePicker({ chosen, onAdd, onRemove }: FilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const labelId = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onAdd([...event.dataTransfer.files])
  }
  return (
    <div className={styles.files}>
      <span id={labelId} className="visually-hidden">
        {m.document_file()}
      </span>
      <button
        type="button"
        className={classes(styles.drop, isOver && styles.over)}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload size={22} stroke={1.5} aria-hidden="true" />
        <span className={styles.dropTitle}>{m.document_drop()}</span>
        <span className={styles.dropHelp}>{m.document_drop_help({ limit: LIMIT })}</span>
      </button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept={ACCEPT}
        multiple
        aria-labelledby={labelId}
        onChange={(event) => {
          onAdd([...(event.currentTarget.files ?? [])])
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = ''
        }}
      />
      {chosen.length > 0 && (
        <ul className={styles.chosen}>
          {chosen.map(({ key, file, failure }) => (
            <li key={key}>
              <IconFileText size={16} stroke={1.5} aria-hidden="true" />
              <span className={styles.fileName}>{file.name}</span>
              <span className={styles.fileSize}>{formatBytes(file.size)}</span>
              <ActionIcon aria-label={m.document_file_remove({ name: file.name })} onClick={() => onRemove(key)}>
                <IconX size={14} stroke={2} />
              </ActionIcon>
              {failure && (
                <p className={styles.fileFailure} role="alert">
                  {failure}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
