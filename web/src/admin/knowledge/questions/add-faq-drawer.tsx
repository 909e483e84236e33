import { Drawer } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { QuestionDraft, QuestionGroupView } from '#contracts/assistant/unanswered-question.ts'
import { createFaqFromQuestions } from '#contracts/assistant/unanswered-question.ts'
import type { FaqId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import drawer from '#web/admin/knowledge/faqs/faq-drawer.module.css'
import { mayLeave } from '#web/admin/knowledge/faqs/faq-drawer.tsx'
import { blankFaq, FaqFields, type FaqValues, faqFieldsOf, useFaqForm } from '#web/admin/knowledge/faqs/faq-form.tsx'
import { faqsKey } from '#web/admin/knowledge/faqs/queries.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { call, newId } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './add-faq-drawer.module.css'
import { draftQuery, questionsKey } from './queries.ts'

/** Until the drawer's animation has ended. */
const FOCUS_MS = 200

type Props = { group: QuestionGroupView; onClose: () => void }

/** A FAQ draft from questions without an answer, with a member's reply as its answer. */
export function AddFaqDrawer({ group, onClose }: Props) {
  const draft = useQuery(draftQuery(group.id))
  const leave = useRef<() => void>(onClose)
  return (
    <Drawer
      opened
      onClose={() => leave.current()}
      position="right"
      size={560}
      title={m.knowledge_question_add()}
      classNames={{ body: drawer.body ?? '', content: drawer.content ?? '', title: drawer.title ?? '' }}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      transitionProps={{ duration: 150 }}
    >
      {draft.isPending && <LoadingRows label={m.common_loading()} />}
      {!draft.isPending && !draft.data && <ErrorState error={draft.error} onRetry={() => void draft.refetch()} />}
      {draft.data && <Drafted draft={draft.data} leave={leave} onClose={onClose} />}
    </Drawer>
  )
}

type DraftedProps = { draft: QuestionDraft; leave: { current: () => void }; onClose: () => void }

function Drafted({ draft, leave, onClose }: DraftedProps) {
  const client = useQueryClient()
  const form = useFaqForm({
    ...blankFaq,
    question: draft.question,
    answer: draft.answer,
    phrasings: draft.phrasings.join('\n'),
    language: draft.group.language,
  })
  const id = useRef(newId<FaqId>())
  // Focuses the answer: the draft arrives after the drawer has set the focus.
  const focusAnswer = useEffectEvent(() => draft.answer === '' && form.getInputNode('answer')?.focus())
  useEffect(() => {
    const timer = setTimeout(focusAnswer, FOCUS_MS)
    return () => clearTimeout(timer)
  }, [])
  leave.current = () => void mayLeave(form).then((may) => may && onClose())
  const save = async (values: FaqValues) => {
    const params = { questionGroupId: draft.group.id }
    await call(createFaqFromQuestions, { params, body: { id: id.current, ...faqFieldsOf(values) } })
    notify.success(m.knowledge_faq_added())
    void client.invalidateQueries({ queryKey: questionsKey })
    void client.invalidateQueries({ queryKey: faqsKey })
    onClose()
  }
  return (
    <FaqFields
      form={form}
      canEdit
      onSave={save}
      onCancel={() => leave.current()}
      saveLabel={m.knowledge_faq_save()}
      notice={
        draft.ticket && (
          <p className={styles.drafted}>
            {m.knowledge_question_drafted({ number: draft.ticket.number, subject: draft.ticket.subject })}
          </p>
        )
      }
    />
  )
}
