import { Button, Drawer } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FaqId } from '#contracts/ids.ts'
import type { FaqDetail, FaqView } from '#contracts/knowledge/faq.ts'
import { changeFaq, createFaq, deleteFaq } from '#contracts/knowledge/faq.ts'
import * as m from '#i18n/messages.js'
import { ConflictNotice } from '#web/admin/knowledge/conflict-notice.tsx'
import { TestPreview } from '#web/admin/knowledge/tests/test-preview.tsx'
import { useMember } from '#web/admin/session.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { CallError, call, newId } from '#web/lib/call.ts'
import { confirmAction, isConfirming } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows, SampleBadge } from '#web/ui/parts.tsx'
import styles from './faq-drawer.module.css'
import { blankFaq, FaqFields, type FaqForm, type FaqValues, faqFieldsOf, useFaqForm, valuesOf } from './faq-form.tsx'
import { FaqUsage } from './faq-usage.tsx'
import { faqKey, faqQuery, faqsKey } from './queries.ts'

/** Asks before unsaved input is discarded; true when it may be. */
export async function mayLeave(form: FaqForm): Promise<boolean> {
  if (isConfirming()) return false
  if (!form.isDirty()) return true
  return confirmAction({
    title: m.knowledge_unsaved_title(),
    body: m.knowledge_unsaved_text(),
    confirm: m.knowledge_unsaved_leave(),
    isDanger: true,
  })
}

/** A FAQ in a drawer; `new` creates one. */
export function FaqDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const leave = useRef<() => void>(onClose)
  const title = id === 'new' ? m.knowledge_faq_add() : m.knowledge_faq_open()
  return (
    <Drawer
      opened
      onClose={() => leave.current()}
      position="right"
      size={560}
      title={title}
      classNames={{ body: styles.body ?? '', content: styles.content ?? '', title: styles.title ?? '' }}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      transitionProps={{ duration: 150 }}
    >
      {id === 'new' ? <NewFaq leave={leave} onClose={onClose} /> : <OpenFaq id={id} leave={leave} onClose={onClose} />}
    </Drawer>
  )
}

type Inside = { leave: { current: () => void }; onClose: () => void }

function NewFaq({ leave, onClose }: Inside) {
  const client = useQueryClient()
  const form = useFaqForm(blankFaq)
  // One id until it is saved: pressing twice, or again after a lost reply, adds one FAQ.
  const id = useRef(newId<FaqId>())
  leave.current = () => void mayLeave(form).then((may) => may && onClose())
  const save = async (values: FaqValues) => {
    await call(createFaq, { body: { id: id.current, ...faqFieldsOf(values) } })
    notify.success(m.knowledge_faq_added())
    void client.invalidateQueries({ queryKey: faqsKey })
    onClose()
  }
  return (
    <FaqFields form={form} canEdit onSave={save} onCancel={() => leave.current()} saveLabel={m.knowledge_faq_save()}>
      <Tested id={null} form={form} />
    </FaqFields>
  )
}

/** What saving would do to the test questions. */
function Tested({ id, form }: { id: FaqId | null; form: FaqForm }) {
  const { question, answer, phrasings, language, isPublished } = faqFieldsOf(form.getValues())
  return <TestPreview faqId={id} fields={{ question, answer, phrasings, language }} isPublished={isPublished} />
}

function OpenFaq({ id, leave, onClose }: Inside & { id: string }) {
  const detail = useQuery(faqQuery(id))
  if (detail.isPending) return <LoadingRows label={m.common_loading()} />
  if (!detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  return <EditFaq detail={detail.data} leave={leave} onClose={onClose} />
}

function EditFaq({ detail, leave, onClose }: Inside & { detail: FaqDetail }) {
  const client = useQueryClient()
  const { user } = useMember()
  const canEdit = user.memberRole !== 'agent'
  const [base, setBase] = useState(detail.faq)
  const [theirs, setTheirs] = useState<FaqView | null>(null)
  const form = useFaqForm(valuesOf(base))
  leave.current = () => void mayLeave(form).then((may) => may && onClose())
  const reread = (faq: FaqView) => {
    client.setQueryData<FaqDetail>(faqKey(faq.id), (known) => known && { ...known, faq })
    void client.invalidateQueries({ queryKey: faqsKey })
  }
  const save = async (values: FaqValues) => {
    try {
      const saved = await call(changeFaq, {
        params: { faqId: base.id },
        body: { version: base.version, ...faqFieldsOf(values) },
      })
      notify.success(m.knowledge_faq_saved())
      reread(saved)
      onClose()
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') setTheirs(error.current as FaqView)
      throw error
    }
  }
  const resolveConflict = (stored: FaqView | null) => {
    if (!theirs) return
    setBase(theirs)
    if (stored) form.setValues(valuesOf(stored))
    setTheirs(null)
    reread(theirs)
  }
  const remove = async () => {
    const isSure = await confirmAction({
      title: m.knowledge_faq_delete_title(),
      body: (
        <>
          <p>{m.knowledge_faq_delete_text()}</p>
          <p>{m.knowledge_faq_delete_more({ question: base.question })}</p>
        </>
      ),
      confirm: m.knowledge_faq_delete(),
      isDanger: true,
    })
    if (!isSure) return
    try {
      await call(deleteFaq, { params: { faqId: base.id } })
      notify.success(m.knowledge_faq_deleted())
      void client.invalidateQueries({ queryKey: faqsKey })
      onClose()
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <FaqFields
      form={form}
      canEdit={canEdit}
      onSave={save}
      onCancel={() => leave.current()}
      saveLabel={m.knowledge_faq_save()}
      notice={
        <>
          {base.isDemo && (
            <p>
              <SampleBadge />
            </p>
          )}
          {theirs && <ConflictNotice onTheirs={() => resolveConflict(theirs)} onMine={() => resolveConflict(null)} />}
        </>
      }
      aside={
        canEdit && (
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            {m.knowledge_faq_delete()}
          </Button>
        )
      }
    >
      {canEdit && <Tested id={base.id} form={form} />}
      <FaqUsage detail={detail} />
    </FaqFields>
  )
}
