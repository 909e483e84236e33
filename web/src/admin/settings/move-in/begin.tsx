import { Button, Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { IconFileZip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import type { ImportSource } from '#contracts/data-import/data-import.ts'
import { createDataImport, MAX_IMPORT_BYTES, uploadDataImport } from '#contracts/data-import/data-import.ts'
import type { DataImportId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { sendWithProgress } from '#web/lib/upload-progress.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SOURCES, sourceHelp, sourceLabel } from './labels.ts'
import styles from './move-in.module.css'
import { importsKey } from './queries.ts'

/** Which product, and its export. */
export function Begin({ onBegun }: { onBegun: (id: string) => void }) {
  const [source, setSource] = useState<ImportSource>('zendesk')
  return (
    <div className={styles.begin}>
      <Radio.Group
        label={m.data_import_source()}
        value={source}
        onChange={(value) => setSource(SOURCES.find((one) => one === value) ?? 'csv')}
      >
        <div className={styles.sources}>
          {SOURCES.map((one) => (
            <Radio key={one} value={one} label={sourceLabel(one)} />
          ))}
        </div>
      </Radio.Group>
      <p className={styles.help}>{sourceHelp(source)}</p>
      <FileField source={source} onBegun={onBegun} />
    </div>
  )
}

/** A failed upload is sent again under the same import. */
function useUpload(source: ImportSource, onBegun: (id: string) => void) {
  const client = useQueryClient()
  const begun = useRef<{ id: DataImportId; source: ImportSource } | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async (file: File | undefined) => {
    if (!file || share !== null) return
    setFailure(null)
    if (file.size > MAX_IMPORT_BYTES) return setFailure(m.data_import_too_large({ name: file.name }))
    if (begun.current?.source !== source) begun.current = { id: newId<DataImportId>(), source }
    const { id } = begun.current
    setShare(0)
    try {
      await call(createDataImport, { body: { id, source } })
      const form = new FormData()
      form.append('file', file)
      await call(uploadDataImport, { params: { dataImportId: id } }, { form, send: sendWithProgress(setShare) })
      begun.current = null
      await client.invalidateQueries({ queryKey: importsKey })
      onBegun(id)
    } catch (error) {
      setFailure((error instanceof CallError && error.fields.file) || failureText(error))
    }
    setShare(null)
  }
  return { share, failure, send }
}

function FileField({ source, onBegun }: { source: ImportSource; onBegun: (id: string) => void }) {
  const [isOver, setOver] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { share, failure, send } = useUpload(source, onBegun)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  return (
    <div>
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
        <IconFileZip size={28} stroke={1.5} aria-hidden="true" />
        <Button size="xs" onClick={() => field.current?.click()} disabled={share !== null}>
          {share === null ? m.data_import_choose() : m.data_import_uploading()}
        </Button>
        <span>{m.data_import_drop()}</span>
        {share !== null && <ProgressBar label={m.data_import_uploading()} value={share} max={1} />}
        <input
          ref={field}
          className="visually-hidden"
          type="file"
          accept=".json,.ndjson,.jsonl,.csv,.tsv,.xml,.sql,.zip,.tar,.gz,.tgz"
          aria-label={m.data_import_choose()}
          tabIndex={-1}
          onChange={(event) => {
            void send(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
      <p className={styles.help}>{m.data_import_file_help()}</p>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
