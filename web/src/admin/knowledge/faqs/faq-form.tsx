import { Button, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { FaqCategory, FaqPriority, FaqView, KnowledgeLanguage } from '#contracts/knowledge/faq.ts'
import * as m from '#i18n/messages.js'
import {
  faqCategories,
  faqCategoryLabel,
  faqLanguages,
  faqPriorities,
  languageLabel,
} from '#web/admin/knowledge/labels.ts'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { priorityLabel } from '#web/ui/ticket-labels.tsx'
import styles from './faq-form.module.css'

/** Values of the form; one phrasing per line. */
export type FaqValues = {
  question: string
  answer: string
  phrasings: string
  category: FaqCategory
  priority: FaqPriority
  language: KnowledgeLanguage
  isPublished: boolean
}

export const blankFaq: FaqValues = {
  question: '',
  answer: '',
  phrasings: '',
  category: 'General',
  priority: 'medium',
  language: 'en',
  isPublished: true,
}

/** Form values of a FAQ. */
export const valuesOf = (faq: FaqView): FaqValues => ({
  question: faq.question,
  answer: faq.answer,
  phrasings: faq.phrasings.join('\n'),
  category: faqCategories.find((one) => one === faq.category) ?? 'General',
  priority: faq.priority,
  language: faq.language,
  isPublished: faq.isPublished,
})

/** Request body of the form's values. */
export const faqFieldsOf = ({ phrasings, ...values }: FaqValues) => ({
  ...values,
  phrasings: phrasings
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
})

export type FaqForm = UseFormReturnType<FaqValues>

/** The form of a FAQ, with its validation. */
export function useFaqForm(initialValues: FaqValues): FaqForm {
  return useForm<FaqValues>({
    initialValues,
    validate: {
      question: (value) => (value.trim() ? null : m.knowledge_question_missing()),
      answer: (value) => (value.trim() ? null : m.knowledge_answer_missing()),
    },
  })
}

type Props = {
  form: FaqForm
  canEdit: boolean
  /** Rejects when the server refuses; the input stays. */
  onSave: (values: FaqValues) => Promise<void>
  onCancel: () => void
  saveLabel: string
  /** Above the fields. */
  notice?: ReactNode
  /** Under the fields. */
  children?: ReactNode
  /** At the left of the buttons. */
  aside?: ReactNode
}

/** Question, answer and what belongs to them, with Save and Cancel. */
export function FaqFields({ form, canEdit, onSave, onCancel, saveLabel, notice, children, aside }: Props) {
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const focusFirst = (errors: Record<string, unknown>) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()
  const save = async (values: FaqValues) => {
    setSaving(true)
    setFailure(null)
    try {
      await onSave(values)
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      form.setErrors(fields)
      if (Object.keys(fields).length > 0) focusFirst(fields)
      else if (!(error instanceof CallError && error.code === 'conflict')) setFailure(failureText(error))
    }
    setSaving(false)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit((values) => void save(values), focusFirst)}
      aria-busy={isSaving}
    >
      <div className={styles.body}>
        {notice}
        <TextFields form={form} canEdit={canEdit} />
        <ClassificationFields form={form} canEdit={canEdit} />
        {children}
      </div>
      <div className={styles.foot}>
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.answers}>
          {aside}
          <Button onClick={onCancel}>{canEdit ? m.common_cancel() : m.common_close()}</Button>
          {canEdit && (
            <Button type="submit" variant="filled" disabled={isSaving} aria-busy={isSaving}>
              {isSaving ? m.common_saving() : saveLabel}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

type FieldsProps = Pick<Props, 'form' | 'canEdit'>

function TextFields({ form, canEdit }: FieldsProps) {
  const common = { readOnly: !canEdit, withAsterisk: false }
  return (
    <>
      <TextInput
        data-autofocus
        label={m.knowledge_field_question()}
        description={m.knowledge_field_question_help()}
        maxLength={300}
        required
        {...common}
        {...form.getInputProps('question')}
      />
      <Textarea
        label={m.knowledge_field_answer()}
        description={m.knowledge_field_answer_help()}
        minRows={5}
        maxRows={16}
        autosize
        maxLength={8000}
        required
        {...common}
        {...form.getInputProps('answer')}
      />
      <Textarea
        label={m.knowledge_field_phrasings()}
        description={m.knowledge_field_phrasings_help()}
        minRows={3}
        maxRows={10}
        autosize
        {...common}
        {...form.getInputProps('phrasings')}
      />
    </>
  )
}

function ClassificationFields({ form, canEdit }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={m.knowledge_field_category()}
          allowDeselect={false}
          disabled={!canEdit}
          data={faqCategories.map((value) => ({ value, label: faqCategoryLabel(value) }))}
          {...form.getInputProps('category')}
        />
        <Select
          label={m.knowledge_field_language()}
          allowDeselect={false}
          disabled={!canEdit}
          data={faqLanguages.map((value) => ({ value, label: languageLabel(value) }))}
          {...form.getInputProps('language')}
        />
      </div>
      <div>
        <p className={styles.label} id="faq-priority">
          {m.knowledge_field_priority()}
        </p>
        <SegmentedControl
          aria-labelledby="faq-priority"
          disabled={!canEdit}
          data={faqPriorities.map((value) => ({ value, label: priorityLabel(value) }))}
          {...form.getInputProps('priority')}
        />
      </div>
      <Switch
        label={m.knowledge_field_published()}
        description={m.knowledge_field_published_help()}
        disabled={!canEdit}
        {...form.getInputProps('isPublished', { type: 'checkbox' })}
      />
    </>
  )
}
