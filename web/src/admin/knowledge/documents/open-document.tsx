import { Button, Drawer, Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { DocumentId } from '#contracts/ids.ts'
import type { DocumentCategory, DocumentType, DocumentView, PassageView } from '#contracts/knowledge/document.ts'
import { changeDocument } from '#contracts/knowledge/document.ts'
import * as m from '#i18n/messages.js'
import { ConflictNotice } from '#web/admin/knowledge/conflict-notice.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows, SampleBadge } from '#web/ui/parts.tsx'
import { type DocumentActions, readAgain } from './actions.ts'
import { DocumentState } from './document-row.tsx'
import { categoryOptions, sizeLabel, typeOptions } from './labels.ts'
import styles from './open-document.module.css'
import { documentQuery } from './queries.ts'

type OpenProps = { id: DocumentId | null; actions: DocumentActions; onClose: () => void }

/** A document in a drawer: name, type, category, and the passages the assistant may cite. */
export function OpenDocument({ id, actions, onClose }: OpenProps) {
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={560}
      title={m.document_list()}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {id && <Opened key={id} id={id} actions={actions} onClose={onClose} />}
    </Drawer>
  )
}

function Opened({ id, actions, onClose }: { id: DocumentId; actions: DocumentActions; onClose: () => void }) {
  const { data, error, refetch } = useQuery(documentQuery(id))
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows label={m.common_loading()} rows={5} />
  const { document, passages, passageCount } = data
  return (
    <div className={styles.open}>
      <header className={styles.head}>
        <h2 className={styles.title}>{document.name}</h2>
        {document.isDemo && <SampleBadge />}
      </header>
      {document.size > 0 && <p className={styles.facts}>{sizeLabel(document)}</p>}
      {document.origin && <p className={styles.origin}>{document.origin}</p>}
      <DocumentState document={document} actions={actions} />
      {document.isDemo && <p className={styles.note}>{m.document_sample_note()}</p>}
      {document.can.edit && <Filing document={document} />}
      <Passages passages={passages} count={passageCount} />
      {document.can.edit && (
        <Button
          className={styles.delete ?? ''}
          color="red"
          variant="subtle"
          onClick={() => void actions.remove(document).then((isGone) => isGone && onClose())}
        >
          {m.document_delete()}
        </Button>
      )}
    </div>
  )
}

type Values = Pick<DocumentView, 'name' | 'type' | 'category'>
const valuesOf = ({ name, type, category }: DocumentView): Values => ({ name, type, category })

/** Name, type and category. */
function Filing({ document }: { document: DocumentView }) {
  const client = useQueryClient()
  /** The version the values are based on. */
  const [base, setBase] = useState(document)
  const [values, setValues] = useState(valuesOf(document))
  const [theirs, setTheirs] = useState<DocumentView | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  const isChanged = (['name', 'type', 'category'] as const).some((field) => values[field] !== base[field])
  const show = (stored: DocumentView, shown: Values) => {
    setBase(stored)
    setValues(shown)
    setTheirs(null)
  }
  // Changed elsewhere: shown at once, unless it would replace what is being typed.
  if (document.version > base.version && !isChanged) show(document, valuesOf(document))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    const { name, type, category } = values
    const kind = { type: type as DocumentType, category: category as DocumentCategory }
    const body = { version: base.version, name, ...kind }
    try {
      const saved = await call(changeDocument, { params: { documentId: document.id }, body })
      show(saved, valuesOf(saved))
      notify.success(m.document_saved())
      await readAgain(client)
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      setErrors(fields)
      if (error instanceof CallError && error.code === 'conflict') setTheirs(error.current as DocumentView)
      else if (Object.keys(fields).length === 0) notify.failure(error)
    }
    setSaving(false)
  }
  return (
    <form className={styles.filing} noValidate onSubmit={(event) => void save(event)}>
      {theirs && <ConflictNotice onTheirs={() => show(theirs, valuesOf(theirs))} onMine={() => show(theirs, values)} />}
      <TextInput
        label={m.document_name()}
        maxLength={200}
        value={values.name}
        error={errors.name}
        onChange={(event) => {
          const name = event.currentTarget.value
          setErrors({})
          setValues((before) => ({ ...before, name }))
        }}
      />
      <div className={styles.pair}>
        <Select
          label={m.document_type()}
          allowDeselect={false}
          data={typeOptions()}
          value={values.type}
          onChange={(type) => type && setValues((before) => ({ ...before, type }))}
        />
        <Select
          label={m.document_category()}
          allowDeselect={false}
          data={categoryOptions()}
          value={values.category}
          onChange={(category) => category && setValues((before) => ({ ...before, category }))}
        />
      </div>
      <Button
        type="submit"
        variant="filled"
        disabled={isSaving || !(isChanged || document.isDemo)}
        aria-busy={isSaving}
      >
        {isSaving ? m.common_saving() : m.document_save()}
      </Button>
    </form>
  )
}

function Passages({ passages, count }: { passages: readonly PassageView[]; count: number }) {
  return (
    <section className={styles.passages} aria-label={m.document_passages()}>
      <h3 className={styles.sub}>{m.document_passages()}</h3>
      {count === 0 && <p className={styles.facts}>{m.document_passages_none()}</p>}
      <ol className={styles.list}>
        {passages.map(({ heading, page, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: passages have no other key
          <li key={index}>
            {(heading || page) && (
              <p className={styles.place}>
                {heading && <span>{heading}</span>}
                {page && <span>{m.document_page({ page })}</span>}
              </p>
            )}
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
      {count > passages.length && (
        <p className={styles.facts}>{m.document_passages_more({ shown: passages.length, count })}</p>
      )}
    </section>
  )
}
