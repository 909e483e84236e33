import { IconFile, IconLoader2, IconPhoto, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import { downloadGuestFile, uploadGuestFile } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { addressOf, authorHeaders, call, hasBearerToken, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { formatBytes } from '#web/lib/format.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import styles from './files.module.css'

/** The server's limits, checked here to avoid an upload that would be refused. */
const MAX_MEGABYTES = 20
const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024
const MAX_FILES = 10
/** Pictures that every browser shows. */
const SHOWN = /^image\/(png|jpeg|gif|webp)$/

/** `preview`: the address of a picture that was chosen, shown before it is stored. */
type Upload = { key: string; name: string; file: FileView | null; preview: string | null }

export type Uploads = {
  items: Upload[]
  /** Stored files, ready to send. */
  ready: FileView[]
  isBusy: boolean
  error: string | null
  add: (files: Iterable<File>) => void
  remove: (key: string) => void
  clear: () => void
}

/** Uploads of the next message. */
export function useChatUploads(slug: string): Uploads {
  const [items, setItems] = useState<Upload[]>([])
  const [error, setError] = useState<string | null>(null)
  const remove = (key: string) => setItems((known) => known.filter((one) => one.key !== key))
  const upload = async (key: string, file: File) => {
    const form = new FormData()
    form.append('file', file)
    try {
      const stored = await asGuest(slug, () => call(uploadGuestFile, { params: { slug } }, { form }))
      setItems((known) => known.map((one) => (one.key === key ? { ...one, file: stored } : one)))
    } catch (failure) {
      remove(key)
      setError(m.chat_attach_failed({ name: file.name, cause: failureText(failure) }))
    }
  }
  const add = (files: Iterable<File>) => {
    const given = [...files]
    const tooLarge = given.find((file) => file.size > MAX_BYTES)
    const fitting = given.filter((file) => file.size <= MAX_BYTES)
    const accepted = fitting.slice(0, MAX_FILES - items.length)
    if (tooLarge) setError(m.chat_attach_too_large({ name: tooLarge.name, limit: `${MAX_MEGABYTES} MB` }))
    else setError(accepted.length < fitting.length ? m.chat_attach_too_many({ count: MAX_FILES }) : null)
    const started = accepted.map((file) => ({ key: newId(), file }))
    const previewOf = (file: File) => (SHOWN.test(file.type) ? URL.createObjectURL(file) : null)
    const shown = started.map(({ key, file }) => ({ key, name: file.name, file: null, preview: previewOf(file) }))
    setItems((known) => [...known, ...shown])
    for (const { key, file } of started) void upload(key, file)
  }
  const ready = items.flatMap((one) => (one.file ? [one.file] : []))
  const clear = () => {
    setItems([])
    setError(null)
  }
  return { items, ready, isBusy: ready.length < items.length, error, add, remove, clear }
}

/** Attachments of the next message, each with a remove button. */
export function UploadChips({ uploads }: { uploads: Uploads }) {
  if (uploads.items.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={m.chat_attached()}>
      {uploads.items.map((one) => (
        <li key={one.key} className={styles.chip}>
          {one.preview && <Preview address={one.preview} />}
          {one.file ? (
            !one.preview && <FileIcon isImage={one.file.isImage} />
          ) : (
            <IconLoader2
              size={16}
              stroke={1.5}
              className={styles.busy}
              aria-label={m.chat_attach_uploading({ name: one.name })}
            />
          )}
          <span className={styles.name}>{one.name}</span>
          <button
            type="button"
            className={styles.remove}
            aria-label={m.chat_attach_remove({ name: one.name })}
            onClick={() => uploads.remove(one.key)}
          >
            <IconX size={14} stroke={2} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A small picture of the file; its name stands beside it. */
function Preview({ address }: { address: string }) {
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img className={styles.preview} src={address} alt="" />
}

function FileIcon({ isImage }: { isImage: boolean }) {
  const Icon = isImage ? IconPhoto : IconFile
  return <Icon size={16} stroke={1.5} aria-hidden="true" />
}

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
      <FileIcon isImage={false} />
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
