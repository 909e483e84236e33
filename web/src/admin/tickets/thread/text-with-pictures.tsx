import { useState } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { altOf, piecesOf } from '#web/lib/pictures-in-text.ts'
import styles from './files.module.css'
import { addressOfFile, OpenedPicture } from './files.tsx'

export type TextWithPicturesProps = {
  id?: string
  className: string | undefined
  text: string
  files: readonly FileView[]
  repeated: ReadonlySet<string>
}

/** The text of a mail with its pictures at their places, which open in full size. One that an earlier message shows is its words alone. */
export function TextWithPictures({ id, className, text, files, repeated }: TextWithPicturesProps) {
  const [opened, setOpened] = useState<FileView | null>(null)
  return (
    <>
      <div id={id} className={className}>
        {piecesOf(text, files).map(({ at, piece }) =>
          typeof piece === 'string' ? (
            piece
          ) : (
            <button
              key={at}
              type="button"
              className={repeated.has(piece.id) ? styles.words : styles.inText}
              aria-haspopup="dialog"
              aria-label={m.ticket_image_open({ name: altOf(piece) })}
              onClick={() => setOpened(piece)}
            >
              {repeated.has(piece.id) ? piece.placeholder : <img src={addressOfFile(piece)} alt={altOf(piece)} />}
            </button>
          ),
        )}
      </div>
      <OpenedPicture file={opened} onClose={() => setOpened(null)} />
    </>
  )
}
