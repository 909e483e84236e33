import { useRef, useState } from 'react'
import type { DocumentId } from '#contracts/ids.ts'
import type { DocumentCategory, DocumentType } from '#contracts/knowledge/document.ts'
import { addPageDocument, addTextDocument, uploadDocument } from '#contracts/knowledge/document.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import type { Chosen } from './file-picker.tsx'
import { refusalOf } from './file-refusal.ts'

export type Way = 'file' | 'text' | 'url'

type Values = { way: Way; name: string; type: string | null; category: string; content: string; url: string }

const blank: Values = { way: 'file', name: '', type: null, category: 'General', content: '', url: '' }

function isFilled({ way, name, type, content, url }: Values, files: readonly Chosen[]): boolean {
  if (type === null) return false
  if (way === 'file') return files.some(({ file }) => refusalOf(file) === null)
  return way === 'url' ? url.trim() !== '' : name.trim() !== '' && content.trim() !== ''
}

/** The documents to add, and their upload. */
export function useAddDocument() {
  const [values, setValues] = useState(blank)
  const [files, setFiles] = useState<readonly Chosen[]>([])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  // One id until it is saved: pressing twice, or again after a lost reply, adds one document.
  const id = useRef(newId<DocumentId>())
  const change = (patch: Partial<Values>) => {
    setValues((before) => ({ ...before, ...patch }))
    setErrors({})
    setFailure(null)
  }
  const addFiles = (given: File[]) =>
    setFiles((before) => [
      ...before,
      ...given.map((file) => ({
        key: newId(),
        file,
        failure: refusalOf(file),
      })),
    ])
  const removeFile = (key: string) => setFiles((before) => before.filter((one) => one.key !== key))
  const kind = { type: values.type as DocumentType, category: values.category as DocumentCategory }

  /** Uploaded files leave the list; failed ones stay with their error. */
  const saveFiles = async (): Promise<boolean> => {
    const name = files.length === 1 ? values.name.trim() : ''
    const left: Chosen[] = []
    for (const one of files) {
      const cause = refusalOf(one.file) ?? (await sendFile(one.file, { ...kind, name }))
      if (cause) left.push({ ...one, failure: cause })
    }
    setFiles(left)
    return left.length === 0
  }
  const saveWritten = async (): Promise<boolean> => {
    const { name, content, url } = values
    const body = { id: id.current, name: name.trim(), ...kind }
    await (values.way === 'url'
      ? call(addPageDocument, { body: { ...body, url: url.trim() } })
      : call(addTextDocument, { body: { ...body, content } }))
    return true
  }
  const save = async (): Promise<boolean> => {
    try {
      const isDone = await (values.way === 'file' ? saveFiles() : saveWritten())
      if (!isDone) return false
      id.current = newId<DocumentId>()
      setValues((before) => ({ ...blank, way: before.way }))
      return true
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      setErrors(fields)
      if (Object.keys(fields).length === 0) setFailure(failureText(error))
      return false
    }
  }
  return { values, change, errors, failure, files, addFiles, removeFile, save, canAdd: isFilled(values, files) }
}

/** Returns the error text, or null on success. */
async function sendFile(
  file: File,
  query: { name: string; type: DocumentType; category: DocumentCategory },
): Promise<string | null> {
  const form = new FormData()
  form.append('file', file)
  try {
    await call(uploadDocument, { query }, { form })
    return null
  } catch (error) {
    return m.document_file_failed({ name: file.name, cause: failureText(error) })
  }
}
