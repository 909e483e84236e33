import { Button, Drawer } from '@mantine/core'
import { IconChecklist, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { startQualityRun } from '#contracts/quality/quality-run.ts'
import type { TestQuestionView } from '#contracts/quality/test-question.ts'
import { deleteTestQuestion } from '#contracts/quality/test-question.ts'
import * as m from '#i18n/messages.js'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { expectationText, originLabel, reasonText, verdictChangeText } from './labels.ts'
import { isRunning, testsKey, testsQuery } from './queries.ts'
import { Runs } from './runs.tsx'
import { TestForm } from './test-form.tsx'
import styles from './tests.module.css'
import { VerdictBadge } from './verdict-badge.tsx'

type Shown = { question: TestQuestionView | null } | null

/** Test questions with their results, and what changed since the previous run. */
export function TestsTab() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(testsQuery)
  const [form, setForm] = useState<Shown>(null)
  const [opened, setOpened] = useState<TestQuestionView | null>(null)
  const run = useMutation({
    mutationFn: () => call(startQualityRun, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: testsKey }),
    onError: notify.failure,
  })
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows label={m.common_loading()} />
  const add = data.canEdit && (
    <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={() => setForm({ question: null })}>
      {m.quality_add()}
    </Button>
  )
  return (
    <div className={styles.tab}>
      <div className={styles.head}>
        <p className={styles.intro}>{m.quality_intro()}</p>
        <div className={styles.actions}>
          {data.canEdit && data.items.length > 0 && (
            <Button
              leftSection={<IconPlayerPlay size={16} />}
              disabled={isRunning(data) || run.isPending}
              onClick={() => run.mutate()}
            >
              {m.quality_run()}
            </Button>
          )}
          {data.items.length > 0 && add}
        </div>
      </div>
      {data.items.length === 0 ? (
        <EmptyState icon={<IconChecklist size={28} stroke={1.5} />} title={m.quality_empty_title()} action={add}>
          {data.canEdit ? m.quality_empty_text() : m.quality_read_only()}
        </EmptyState>
      ) : (
        <>
          <Runs runs={data.runs} />
          <DataTable
            label={m.quality_list()}
            columns={columns}
            rows={data.items}
            keyOf={({ id }) => id}
            onOpen={setOpened}
          />
        </>
      )}
      {form && <TestForm edited={form.question} onClose={() => setForm(null)} />}
      <Detail
        question={opened}
        canEdit={data.canEdit}
        onClose={() => setOpened(null)}
        onEdit={(question) => {
          setOpened(null)
          setForm({ question })
        }}
      />
    </div>
  )
}

const RANK = { failed: 0, error: 1, passed: 3 } as const
const rankOf = ({ latest }: TestQuestionView) => (latest ? RANK[latest.verdict] : 2)

const columns: Column<TestQuestionView>[] = [
  {
    key: 'verdict',
    header: m.quality_column_verdict(),
    width: '170px',
    compare: (a, b) => rankOf(a) - rankOf(b),
    render: (row) => (
      <span className={styles.verdictCell}>
        <VerdictBadge verdict={row.latest?.verdict ?? null} />
        <small>{verdictChangeText(row)}</small>
      </span>
    ),
  },
  {
    key: 'question',
    header: m.quality_column_question(),
    compare: (a, b) => a.question.localeCompare(b.question),
    render: ({ question }) => <span className={styles.question}>{question}</span>,
  },
  { key: 'expected', header: m.quality_column_expected(), render: expectationText },
  { key: 'origin', header: m.quality_column_origin(), width: '120px', render: ({ origin }) => originLabel(origin) },
]

type DetailProps = {
  question: TestQuestionView | null
  canEdit: boolean
  onClose: () => void
  onEdit: (question: TestQuestionView) => void
}

function Detail({ question, canEdit, onClose, onEdit }: DetailProps) {
  const client = useQueryClient()
  const remove = async () => {
    if (!question) return
    const isSure = await confirmAction({
      title: m.quality_delete_title(),
      body: (
        <>
          <p>{question.question}</p>
          <p>{m.quality_delete_text()}</p>
        </>
      ),
      confirm: m.quality_delete(),
      isDanger: true,
    })
    if (!isSure) return
    try {
      await call(deleteTestQuestion, { params: { testQuestionId: question.id } })
      await client.invalidateQueries({ queryKey: testsKey })
      notify.success(m.quality_removed())
      onClose()
    } catch (error) {
      notify.failure(error)
    }
  }
  const latest = question?.latest
  return (
    <Drawer
      opened={question !== null}
      onClose={onClose}
      position="right"
      size={440}
      title={question?.question}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {question && (
        <div className={styles.detail}>
          <p>
            <VerdictBadge verdict={latest?.verdict ?? null} /> {reasonText(latest?.reason ?? null)}
          </p>
          <h3>{m.quality_column_expected()}</h3>
          <p>{expectationText(question)}</p>
          <h3>{m.quality_answered()}</h3>
          <p className={styles.answer}>{latest?.answer || m.quality_no_answer()}</p>
          {latest?.sources.map((source) => (
            <p key={source.id} className={styles.soft}>
              {source.title}
            </p>
          ))}
          {latest?.confidence != null && (
            <p className={styles.soft}>{m.quality_confidence({ percent: Math.round(latest.confidence * 100) })}</p>
          )}
          <p className={styles.soft}>
            {originLabel(question.origin)} · <RelativeTime at={question.createdAt} />
          </p>
          {canEdit && (
            <div className={styles.buttons}>
              <Button color="red" variant="subtle" onClick={() => void remove()}>
                {m.quality_delete()}
              </Button>
              <Button onClick={() => onEdit(question)}>{m.quality_change()}</Button>
            </div>
          )}
        </div>
      )}
    </Drawer>
  )
}
