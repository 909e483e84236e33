import { useEffect, useRef, useState } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import { uploadGuestFile } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, isTransient, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { sendWithProgress } from '#web/lib/upload-progress.ts'
import { asGuest } from '#web/portal/guest-session.ts'

/** The server's limits, checked here to avoid an upload that would be refused. */
const MAX_MEGABYTES = 20
const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024
const MAX_FILES = 10
/** Pictures that every browser shows. */
const SHOWN = /^image\/(png|jpeg|gif|webp)$/

export type Upload = {
  key: string
  chosen: File
  /** The address of a picture that was chosen, shown before it is stored. */
  preview: string | null
  /** How much of it is uploaded, in whole percent. */
  percent: number
  /** The stored file; null while it is on its way and after a failure. */
  file: FileView | null
  /** What happened and what to do, where the upload failed and can be repeated. */
  failure: string | null
}

export type Uploads = {
  items: Upload[]
  /** Stored files, ready to send. */
  ready: FileView[]
  /** Some file is not stored: the message waits for it. */
  isBusy: boolean
  error: string | null
  add: (files: Iterable<File>) => void
  retry: (one: Upload) => void
  /** Removes a file; one that is on its way is cancelled. */
  remove: (key: string) => void
  clear: () => void
}

/** Uploads of the next message. */
export function useChatUploads(slug: string): Uploads {
  const [items, setItems] = useState<Upload[]>([])
  const [error, setError] = useState<string | null>(null)
  const running = useRunningUploads()
  const change = (key: string, changed: Partial<Upload>) =>
    setItems((known) => known.map((one) => (one.key === key ? { ...one, ...changed } : one)))
  const remove = (key: string) => {
    running.cancel(key)
    setItems((known) => known.filter((one) => one.key !== key))
  }
  const upload = async ({ key, chosen }: Upload) => {
    const signal = running.start(key)
    try {
      const onProgress = (share: number) => change(key, { percent: Math.floor(share * 100) })
      change(key, { file: await storeFile(slug, chosen, signal, onProgress), failure: null })
    } catch (failure) {
      if (signal.aborted) return
      const text = m.chat_attach_failed({ name: chosen.name, cause: failureText(failure) })
      if (!isRefusal(failure)) return change(key, { failure: text })
      remove(key)
      setError(text)
    }
  }
  const add = (files: Iterable<File>) => {
    const given = [...files]
    const tooLarge = given.find((file) => file.size > MAX_BYTES)
    const fitting = given.filter((file) => file.size <= MAX_BYTES)
    const accepted = fitting.slice(0, MAX_FILES - items.length)
    if (tooLarge) setError(m.chat_attach_too_large({ name: tooLarge.name, limit: `${MAX_MEGABYTES} MB` }))
    else setError(accepted.length < fitting.length ? m.chat_attach_too_many({ count: MAX_FILES }) : null)
    const started = accepted.map(asUpload)
    setItems((known) => [...known, ...started])
    for (const one of started) void upload(one)
  }
  const retry = (one: Upload) => {
    change(one.key, { failure: null, percent: 0 })
    void upload(one)
  }
  const clear = () => {
    setItems([])
    setError(null)
  }
  const ready = items.flatMap((one) => (one.file ? [one.file] : []))
  const shownError = error ?? items.find((one) => one.failure)?.failure ?? null
  return { items, ready, isBusy: ready.length < items.length, error: shownError, add, retry, remove, clear }
}

function asUpload(chosen: File): Upload {
  const preview = SHOWN.test(chosen.type) ? URL.createObjectURL(chosen) : null
  return { key: newId(), chosen, preview, percent: 0, file: null, failure: null }
}

function storeFile(slug: string, chosen: File, signal: AbortSignal, onProgress: (share: number) => void) {
  const form = new FormData()
  form.append('file', chosen)
  const send = sendWithProgress(onProgress)
  return asGuest(slug, () => call(uploadGuestFile, { params: { slug } }, { form, signal, send }))
}

/** True when the server has read the request and will not take this file: trying again could not help. */
function isRefusal(failure: unknown): boolean {
  return failure instanceof CallError && !isTransient(failure) && failure.status >= 400 && failure.status < 500
}

/** The uploads on their way by key; all are cancelled with the page's part. */
function useRunningUploads() {
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const known = running.current
    return () => {
      for (const one of known.values()) one.abort()
    }
  }, [])
  return {
    start: (key: string): AbortSignal => {
      const started = new AbortController()
      running.current.set(key, started)
      return started.signal
    },
    cancel: (key: string) => {
      running.current.get(key)?.abort()
      running.current.delete(key)
    },
  }
}
