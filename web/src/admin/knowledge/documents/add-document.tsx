import { Button, Modal, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as m from '#i18n/messages.js'
import { notify } from '#web/ui/notify.ts'
import { readAgain } from './actions.ts'
import styles from './add-document.module.css'
import { FilePicker } from './file-picker.tsx'
import { categoryOptions, typeOptions } from './labels.ts'
import { useAddDocument, type Way } from './use-add-document.ts'

const ways: readonly { value: Way; label: () => string }[] = [
  { value: 'file', label: m.document_kind_file },
  { value: 'text', label: m.document_kind_text },
  { value: 'url', label: m.document_kind_url },
]

type AddProps = { isOpen: boolean; onClose: () => void }

/** Adds documents by file, text or address. The input stays until it is saved, also when the window is closed in between. */
export function AddDocument({ isOpen, onClose }: AddProps) {
  const adding = useAddDocument()
  const { values, change, errors, canAdd } = adding
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canAdd || isSaving) return
    setSaving(true)
    const isDone = await adding.save()
    setSaving(false)
    await readAgain(client)
    if (!isDone) return
    notify.success(m.document_added())
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={m.document_add_title()}
      size={560}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <SegmentedControl
          fullWidth
          aria-label={m.document_kind()}
          value={values.way}
          onChange={(way) => change({ way: way as Way })}
          data={ways.map(({ value, label }) => ({ value, label: label() }))}
        />
        {values.way === 'file' && (
          <FilePicker chosen={adding.files} onAdd={adding.addFiles} onRemove={adding.removeFile} />
        )}
        {values.way === 'url' && (
          <TextInput
            type="url"
            label={m.document_url()}
            description={m.document_url_help()}
            placeholder="https://"
            maxLength={2000}
            required
            withAsterisk
            value={values.url}
            error={errors.url}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
        )}
        {(values.way !== 'file' || adding.files.length === 1) && <Name adding={adding} />}
        <div className={styles.pair}>
          <Select
            label={m.document_type()}
            placeholder={m.document_type_choose()}
            required
            withAsterisk
            data={typeOptions()}
            value={values.type}
            error={errors.type}
            onChange={(type) => change({ type })}
          />
          <Select
            label={m.document_category()}
            allowDeselect={false}
            data={categoryOptions()}
            value={values.category}
            onChange={(category) => category && change({ category })}
          />
        </div>
        {values.way === 'text' && (
          <Textarea
            label={m.document_content()}
            description={m.document_content_help()}
            required
            withAsterisk
            autosize
            minRows={6}
            maxRows={16}
            maxLength={200_000}
            value={values.content}
            error={errors.content}
            onChange={(event) => change({ content: event.currentTarget.value })}
          />
        )}
        {adding.failure && (
          <p className={styles.failure} role="alert">
            {adding.failure}
          </p>
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>{m.common_cancel()}</Button>
          <Button type="submit" variant="filled" disabled={!canAdd || isSaving} aria-busy={isSaving}>
            {isSaving ? m.common_saving() : m.document_add_files({ count: Math.max(1, adding.files.length) })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const nameHelp: Record<Way, (() => string) | null> = {
  file: m.document_name_file_help,
  url: m.document_name_url_help,
  text: null,
}

function Name({ adding: { values, change, errors } }: { adding: ReturnType<typeof useAddDocument> }) {
  return (
    <TextInput
      label={m.document_name()}
      description={nameHelp[values.way]?.()}
      maxLength={200}
      required={values.way === 'text'}
      withAsterisk={values.way === 'text'}
      value={values.name}
      error={errors.name}
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
  )
}
