import { useState } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import { uploadFile } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'

/** The server's limits, checked here to avoid an upload that would be refused. */
const MAX_MEGABYTES = 20
const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024
const MAX_FILES = 10

type Coming = { key: string; name: string }

/** Uploads attachments for a message; calls `onStored` for each stored one. */
export function useReplyUploads(stored: number, onStored: (file: FileView) => void) {
  const [coming, setComing] = useState<readonly Coming[]>([])
  const [error, setError] = useState<string | null>(null)
  const upload = async ({ key, name }: Coming, file: File) => {
    const form = new FormData()
    form.append('file', file)
    try {
      onStored(await call(uploadFile, {}, { form }))
    } catch (failure) {
      setError(m.ticket_attach_failed({ name, cause: failureText(failure) }))
    }
    setComing((known) => known.filter((one) => one.key !== key))
  }
  const add = (files: Iterable<File>) => {
    const given = [...files]
    const tooLarge = given.find((file) => file.size > MAX_BYTES)
    const fitting = given.filter((file) => file.size <= MAX_BYTES)
    const accepted = fitting.slice(0, Math.max(0, MAX_FILES - stored - coming.length))
    if (tooLarge) setError(m.ticket_attach_too_large({ name: tooLarge.name, limit: `${MAX_MEGABYTES} MB` }))
    else setError(accepted.length < fitting.length ? m.ticket_attach_too_many({ count: MAX_FILES }) : null)
    for (const file of accepted) {
      const one = { key: newId(), name: file.name }
      setComing((known) => [...known, one])
      void upload(one, file)
    }
  }
  return { coming, error, add, clearError: () => setError(null) }
}
