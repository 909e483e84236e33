import { Button, Checkbox, Modal, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { QuestionGroupView } from '#contracts/assistant/unanswered-question.ts'
import { addQuestionsToFaq } from '#contracts/assistant/unanswered-question.ts'
import type { FaqId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { everyFaq } from '#web/admin/knowledge/faqs/filter.ts'
import { faqsKey, faqsQuery } from '#web/admin/knowledge/faqs/queries.ts'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './add-faq-drawer.module.css'
import { questionsKey } from './queries.ts'

const SEARCH_MS = 200

/** Adds the questions of a group as phrasings to an existing FAQ; the most similar one is preselected. */
export function AddToFaqDialog({ group, onClose }: { group: QuestionGroupView; onClose: () => void }) {
  const client = useQueryClient()
  const ways = [group.text, ...group.phrasings]
  const [faqId, setFaqId] = useState<string | null>(group.faq?.id ?? null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(ways))
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const toggle = (way: string) =>
    setChosen((known) => new Set(known.has(way) ? [...known].filter((one) => one !== way) : [...known, way]))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!faqId) return setFailure(m.knowledge_join_faq_missing())
    setBusy(true)
    setFailure(null)
    try {
      const body = { faqId: faqId as FaqId, phrasings: [...chosen].map((one) => one.slice(0, 300)) }
      await call(addQuestionsToFaq, { params: { questionGroupId: group.id }, body })
      notify.success(m.knowledge_join_saved())
      void client.invalidateQueries({ queryKey: questionsKey })
      void client.invalidateQueries({ queryKey: faqsKey })
      onClose()
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.knowledge_join_title()}
      size={520}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.join} onSubmit={(event) => void save(event)}>
        <p>{m.knowledge_join_text()}</p>
        <FaqChoice nearest={group.faq} value={faqId} onChange={setFaqId} />
        <fieldset className={styles.ways}>
          <legend>{m.knowledge_join_phrasings()}</legend>
          {ways.map((way) => (
            <Checkbox key={way} label={way} checked={chosen.has(way)} onChange={() => toggle(way)} />
          ))}
        </fieldset>
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>{m.common_cancel()}</Button>
          <Button type="submit" variant="filled" disabled={isBusy || chosen.size === 0} aria-busy={isBusy}>
            {m.knowledge_join_save()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

type FaqChoiceProps = {
  nearest: QuestionGroupView['faq']
  value: string | null
  onChange: (id: string | null) => void
}

function FaqChoice({ nearest, value, onChange }: FaqChoiceProps) {
  const [searchText, setSearchText] = useState('')
  const [search] = useDebouncedValue(searchText.trim(), SEARCH_MS)
  // The field's text is the chosen question, not a search.
  const list = useInfiniteQuery(faqsQuery({ ...everyFaq, search: search === nearest?.question ? '' : search }))
  const found = list.data?.pages.flatMap((page) => page.items) ?? []
  const all = new Map(found.map(({ id, question }): [string, string] => [id, question]))
  if (nearest) all.set(nearest.id, nearest.question)
  return (
    <Select
      label={m.knowledge_join_faq()}
      placeholder={m.knowledge_join_faq_placeholder()}
      searchable
      data-autofocus
      value={value}
      onChange={onChange}
      searchValue={searchText}
      onSearchChange={setSearchText}
      nothingFoundMessage={m.knowledge_join_none()}
      filter={({ options }) => options}
      maxDropdownHeight={240}
      data={[...all].map(([id, question]) => ({ value: id, label: question }))}
    />
  )
}
