import { Button, Modal, Radio, Select, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TestQuestionId } from '#contracts/ids.ts'
import type { Expectation, TestQuestionView } from '#contracts/quality/test-question.ts'
import { changeTestQuestion, createTestQuestion } from '#contracts/quality/test-question.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { kinds } from './labels.ts'
import { type Choice, sourcesQuery, testsKey } from './queries.ts'
import styles from './tests.module.css'

type Values = { question: string; kind: Expectation['kind']; sourceId: string | null; words: string }

const blank: Values = { question: '', kind: 'source', sourceId: null, words: '' }

function valuesOf({ question, expected }: TestQuestionView): Values {
  return {
    question,
    kind: expected.kind,
    sourceId: expected.kind === 'source' ? expected.source.id : null,
    words: expected.kind === 'answer' ? expected.words : '',
  }
}

function expectationOf(values: Values, kind: Choice['kind']): Expectation {
  if (values.kind === 'person') return { kind: 'person' }
  if (values.kind === 'answer') return { kind: 'answer', words: values.words }
  return { kind: 'source', source: { kind, id: (values.sourceId ?? '') as never } }
}

/** Creates or changes a test question. The input stays until it is saved. */
export function TestForm({ edited, onClose }: { edited: TestQuestionView | null; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm<Values>({
    initialValues: edited ? valuesOf(edited) : blank,
    validate: {
      question: (value) => (value.trim() ? null : m.quality_form_question_missing()),
      sourceId: (value, { kind }) => (kind !== 'source' || value ? null : m.quality_form_source_missing()),
      words: (value, { kind }) => (kind !== 'answer' || value.trim() ? null : m.quality_form_words_missing()),
    },
  })
  const [source, setSource] = useState<Choice['kind']>(
    edited?.expected.kind === 'source' && edited.expected.source.kind === 'document' ? 'document' : 'faq',
  )
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const id = useRef(edited?.id ?? newId<TestQuestionId>())
  const save = async (values: Values) => {
    setSaving(true)
    setFailure(null)
    const body = { question: values.question.trim(), expected: expectationOf(values, source) }
    try {
      if (edited) await call(changeTestQuestion, { params: { testQuestionId: edited.id }, body })
      else await call(createTestQuestion, { body: { id: id.current, ...body } })
      await client.invalidateQueries({ queryKey: testsKey })
      notify.success(m.quality_saved())
      onClose()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      if (fields.question) form.setFieldError('question', fields.question)
      else setFailure(Object.values(fields)[0] ?? failureText(error))
    }
    setSaving(false)
  }
  const { kind } = form.getValues()
  return (
    <Modal
      opened
      onClose={onClose}
      title={edited ? m.quality_edit() : m.quality_add()}
      size={560}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => void save(values))}>
        <TextInput
          data-autofocus
          label={m.quality_form_question()}
          description={m.quality_form_question_help()}
          maxLength={500}
          {...form.getInputProps('question')}
        />
        <Radio.Group label={m.quality_form_kind()} {...form.getInputProps('kind')}>
          <div className={styles.kinds}>
            {kinds.map(({ value, label }) => (
              <Radio key={value} value={value} label={label()} />
            ))}
          </div>
        </Radio.Group>
        {kind === 'source' && (
          <SourceSelect
            value={form.getValues().sourceId}
            title={edited?.expectedTitle ?? null}
            error={form.errors.sourceId as string | undefined}
            onChange={(choice) => {
              form.setFieldValue('sourceId', choice?.value ?? null)
              if (choice) setSource(choice.kind)
            }}
          />
        )}
        {kind === 'answer' && (
          <Textarea
            label={m.quality_form_words()}
            description={m.quality_form_words_help()}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2000}
            {...form.getInputProps('words')}
          />
        )}
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{m.common_cancel()}</Button>
          <Button type="submit" variant="filled" disabled={isSaving} aria-busy={isSaving}>
            {isSaving ? m.common_saving() : m.common_save()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

type SourceProps = {
  value: string | null
  /** Name of the chosen source, until a search. */
  title: string | null
  error: string | undefined
  onChange: (choice: Choice | null) => void
}

function SourceSelect({ value, title, error, onChange }: SourceProps) {
  const [searchText, setSearchText] = useState('')
  const [search] = useDebouncedValue(searchText === title ? '' : searchText, 200)
  const { data = [] } = useQuery(sourcesQuery(search))
  const known = useRef(new Map<string, Choice>())
  for (const choice of data) known.current.set(choice.value, choice)
  if (value && title && !known.current.has(value)) known.current.set(value, { value, label: title, kind: 'faq' })
  const chosen = value ? known.current.get(value) : undefined
  const shown = chosen && !data.some((one) => one.value === value) ? [chosen, ...data] : data
  const groupOf = (kind: Choice['kind']) => shown.filter((one) => one.kind === kind)
  return (
    <Select
      label={m.quality_form_source()}
      description={m.quality_form_source_help()}
      searchable
      data={[
        { group: m.quality_group_faq(), items: groupOf('faq') },
        { group: m.quality_group_document(), items: groupOf('document') },
      ]}
      // The server has filtered them.
      filter={({ options }) => options}
      searchValue={searchText}
      onSearchChange={setSearchText}
      nothingFoundMessage={m.quality_form_source_none()}
      value={value}
      onChange={(id) => onChange(id ? (known.current.get(id) ?? null) : null)}
      error={error}
      maxDropdownHeight={260}
    />
  )
}
