import { IconFile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import { downloadGuestFile } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { addressOf, authorHeaders, hasBearerToken } from '#web/lib/call.ts'
import { formatBytes } from '#web/lib/format.ts'
import { altOf, piecesOf } from '#web/lib/pictures-in-text.ts'
import styles from './files.module.css'

/** Attachments of a message: images inline, other files as downloads. */
export function ChatAttachments({ slug, files }: { slug: string; files: FileView[] }) {
  if (files.length === 0) return null
  return (
    <div className={styles.files}>
      {files.map((file) => (
        <Attachment key={file.id} slug={slug} file={file} />
      ))}
    </div>
  )
}

type TextProps = { slug: string; text: string; files: readonly FileView[]; repeated: ReadonlySet<string> }

/** The text of a mail with its pictures at their places. One that an earlier message shows is its words alone. */
export function TextWithPictures({ slug, text, files, repeated }: TextProps) {
  return piecesOf(text, files).map(({ at, piece }) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <PictureInText key={at} slug={slug} file={piece} isRepeated={repeated.has(piece.id)} />
    ),
  )
}

function PictureInText({ slug, file, isRepeated }: { slug: string; file: FileView; isRepeated: boolean }) {
  const address = useFileAddress(slug, file)
  return (
    <a
      className={isRepeated ? styles.words : styles.inText}
      href={address}
      target="_blank"
      rel="noopener"
      aria-label={m.chat_image_open({ name: altOf(file) })}
    >
      {isRepeated ? file.placeholder : address && <img src={address} alt={altOf(file)} />}
    </a>
  )
}

function Attachment({ slug, file }: { slug: string; file: FileView }) {
  const address = useFileAddress(slug, file)
  if (file.isImage) {
    return (
      <a
        className={styles.picture}
        href={address}
        target="_blank"
        rel="noopener"
        aria-label={m.chat_image_open({ name: file.name })}
      >
        {address && <img src={address} alt={file.name} loading="lazy" />}
      </a>
    )
  }
  return (
    <a className={styles.file} href={address} download={file.name} aria-label={m.chat_download({ name: file.name })}>
      <IconFile size={16} stroke={1.5} aria-hidden="true" />
      <span className={styles.name}>{file.name}</span>
      <span className={styles.size}>{formatBytes(file.size)}</span>
    </a>
  )
}

/** Address of a file. In another site's frame no cookie is sent: the file is fetched with the frame's token. */
function useFileAddress(slug: string, file: FileView): string | undefined {
  const direct = addressOf(downloadGuestFile.path, { params: { slug, fileId: file.id } })
  const [own, setOwn] = useState<string | undefined>()
  useEffect(() => {
    if (!hasBearerToken()) return
    let made: string | undefined
    const ended = new AbortController()
    fetch(direct, { headers: authorHeaders(), signal: ended.signal })
      .then((response) => (response.ok ? response.blob() : Promise.reject(new Error(response.statusText))))
      .then((blob) => {
        made = URL.createObjectURL(blob)
        setOwn(made)
      })
      .catch(() => undefined)
    return () => {
      ended.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [direct])
  return hasBearerToken() ? own : direct
}
