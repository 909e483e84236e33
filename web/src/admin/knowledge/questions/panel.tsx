import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { QuestionGroupView } from '#contracts/assistant/unanswered-question.ts'
import { setQuestionGroupStatus } from '#contracts/assistant/unanswered-question.ts'
import type { Period } from '#contracts/knowledge/analytics.ts'
import * as m from '#i18n/messages.js'
import card from '#web/admin/knowledge/waiting-card.module.css'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Card } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatRelative } from '#web/lib/format.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './panel.module.css'
import { questionsKey, questionsQuery } from './queries.ts'

const AddFaqDrawer = lazyDialog(async () => (await import('./add-faq-drawer.tsx')).AddFaqDrawer)
const AddToFaqDialog = lazyDialog(async () => (await import('./add-to-faq-dialog.tsx')).AddToFaqDialog)

const statuses = ['open', 'solved', 'dismissed'] as const
type Status = (typeof statuses)[number]

type Doing = { what: 'add' | 'join'; group: QuestionGroupView } | null

/** Questions the assistant could not answer, most frequent first, each with a button that makes a FAQ. */
export function Questions({ period }: { period: Period }) {
  const [status, setStatus] = useState<Status>('open')
  const [doing, setDoing] = useState<Doing>(null)
  const list = useInfiniteQuery(questionsQuery(period, status))
  const first = list.data?.pages[0]
  const groups = list.data?.pages.flatMap((page) => page.items) ?? []
  const labels = {
    open: m.knowledge_questions_open(),
    solved: m.knowledge_questions_solved(),
    dismissed: m.knowledge_questions_dismissed(),
  }
  return (
    <Card className={card.card} aria-labelledby="knowledge-questions">
      <div className={card.head}>
        <div>
          <h2 id="knowledge-questions">
            {m.knowledge_questions()}
            {first && first.openGroups > 0 && <span className={card.count}>{first.openGroups}</span>}
          </h2>
          <p>{m.knowledge_questions_text()}</p>
        </div>
        <SegmentedControl
          size="xs"
          aria-label={m.knowledge_questions_status()}
          value={status}
          onChange={(value) => setStatus(statuses.find((one) => one === value) ?? 'open')}
          data={statuses.map((value) => ({ value, label: labels[value] }))}
        />
      </div>
      {list.isPending && <LoadingRows label={m.common_loading()} rows={3} />}
      {!list.isPending && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && groups.length === 0 && <Nothing status={status} />}
      <ul className={card.list} data-stale={list.isPlaceholderData || undefined}>
        {groups.map((group) => (
          <Group key={group.id} group={group} canEdit={first?.canEdit ?? false} onDo={setDoing} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => void list.fetchNextPage()}
          disabled={list.isFetchingNextPage}
        >
          {m.knowledge_load_more()}
        </Button>
      )}
      {doing?.what === 'add' && <AddFaqDrawer group={doing.group} onClose={() => setDoing(null)} />}
      {doing?.what === 'join' && <AddToFaqDialog group={doing.group} onClose={() => setDoing(null)} />}
    </Card>
  )
}

function Nothing({ status }: { status: Status }) {
  if (status === 'solved') return <p className={card.none}>{m.knowledge_questions_none_solved()}</p>
  if (status === 'dismissed') return <p className={card.none}>{m.knowledge_questions_none_dismissed()}</p>
  return <EmptyState title={m.knowledge_questions_none_title()}>{m.knowledge_questions_none_text()}</EmptyState>
}

type GroupProps = { group: QuestionGroupView; canEdit: boolean; onDo: (doing: Doing) => void }

function Group({ group, canEdit, onDo }: GroupProps) {
  const client = useQueryClient()
  const setStatus = async (status: 'open' | 'dismissed') => {
    try {
      await call(setQuestionGroupStatus, { params: { questionGroupId: group.id }, body: { status } })
      if (status === 'dismissed') notify.success(m.knowledge_question_dismissed_toast(), () => void setStatus('open'))
      await client.invalidateQueries({ queryKey: questionsKey })
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <li className={card.entry}>
      <div className={card.words}>
        <p className={styles.text}>{group.text}</p>
        <p className={styles.more}>
          {m.knowledge_question_asked({ count: group.count })} · {formatRelative(group.lastAt)}
          {group.faq && (
            <>
              {' · '}
              {group.status === 'solved'
                ? m.knowledge_question_answered_by({ question: group.faq.question })
                : m.knowledge_question_nearest({ question: group.faq.question })}
            </>
          )}
        </p>
        {group.phrasings.length > 0 && (
          <p className={styles.also}>
            {m.knowledge_question_also({ others: group.phrasings.slice(0, 3).join(' · ') })}
          </p>
        )}
      </div>
      {canEdit && group.status === 'open' && (
        <div className={styles.answers}>
          <Button
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden="true" />}
            onClick={() => onDo({ what: 'add', group })}
          >
            {m.knowledge_question_add()}
          </Button>
          <Menu position="bottom-end" offset={4}>
            <Menu.Target>
              <ActionIcon aria-label={m.knowledge_question_more({ question: group.text })}>
                <IconDots size={16} stroke={1.5} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onDo({ what: 'join', group })}>{m.knowledge_question_join()}</Menu.Item>
              <Menu.Item onClick={() => void setStatus('dismissed')}>{m.knowledge_question_dismiss()}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
      {canEdit && group.status !== 'open' && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => void setStatus('open')}>
          {m.knowledge_question_reopen()}
        </Button>
      )}
    </li>
  )
}
