import { Button, TextInput } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react'
import type { ImportId } from '#contracts/ids.ts'
import type { ImportView } from '#contracts/knowledge/import.ts'
import { importPage, uploadImport } from '#contracts/knowledge/import.ts'
import * as m from '#i18n/messages.js'
import { ProgressLine } from '#web/kit/surface.tsx'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './import-dialog.module.css'

/** The server's limit, checked here to avoid an upload that would be refused. */
const MAX_BYTES = 5 * 1024 * 1024

const wordsOf = (error: unknown, field: string): string =>
  (error instanceof CallError && error.fields[field]) || failureText(error)

/** Where the questions come from: a CSV file, or a page. */
export function ChooseSource({ onView }: { onView: (view: ImportView) => void }) {
  return (
    <div className={styles.choose}>
      <p className={styles.intro}>{m.knowledge_import_intro()}</p>
      <File onView={onView} />
      <Page onView={onView} />
    </div>
  )
}

function File({ onView }: { onView: (view: ImportView) => void }) {
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const send = async (file: globalThis.File | undefined) => {
    if (!file || isBusy) return
    if (file.size > MAX_BYTES) return setFailure(m.knowledge_import_too_large({ name: file.name }))
    setBusy(true)
    setFailure(null)
    const form = new FormData()
    form.append('file', file)
    try {
      onView(await call(uploadImport, {}, { form }))
    } catch (error) {
      setFailure(wordsOf(error, 'file'))
      setBusy(false)
    }
    if (field.current) field.current.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 className={styles.heading} id={`${id}-title`}>
        {m.knowledge_import_csv()}
      </h3>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without dragging */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {isBusy && <ProgressLine label={m.knowledge_import_uploading()} />}
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden="true" />
        <p>
          <Button size="xs" onClick={() => field.current?.click()} disabled={isBusy} data-autofocus>
            {isBusy ? m.knowledge_import_uploading() : m.knowledge_import_choose()}
          </Button>{' '}
          <span>{m.knowledge_import_drop()}</span>
        </p>
        <input
          ref={field}
          className="visually-hidden"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-label={m.knowledge_import_csv()}
          tabIndex={-1}
          onChange={(event) => void send(event.currentTarget.files?.[0])}
        />
      </div>
      <p className={styles.help}>{m.knowledge_import_csv_help()}</p>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </section>
  )
}

function Page({ onView }: { onView: (view: ImportView) => void }) {
  const [url, setUrl] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const given = useRef<{ url: string; id: ImportId } | null>(null)
  const read = async (event: FormEvent) => {
    event.preventDefault()
    const address = /^[a-z]+:\/\//i.test(url.trim()) || url.trim() === '' ? url.trim() : `https://${url.trim()}`
    // The same address again after a lost reply is the same import.
    if (given.current?.url !== address) given.current = { url: address, id: newId<ImportId>() }
    setBusy(true)
    setFailure(null)
    try {
      onView(await call(importPage, { body: given.current }))
    } catch (error) {
      setFailure(wordsOf(error, 'url'))
      setBusy(false)
    }
  }
  return (
    <section>
      <h3 className={styles.heading}>{m.knowledge_import_page()}</h3>
      <form className={styles.page} onSubmit={(event) => void read(event)} noValidate>
        <TextInput
          type="url"
          inputMode="url"
          label={m.knowledge_import_page_label()}
          description={m.knowledge_import_page_help()}
          placeholder="https://example.com/help"
          maxLength={2000}
          value={url}
          error={failure}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
          {m.knowledge_import_read()}
        </Button>
      </form>
    </section>
  )
}
