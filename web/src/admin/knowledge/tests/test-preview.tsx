import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FaqId } from '#contracts/ids.ts'
import type { KnowledgeLanguage } from '#contracts/knowledge/faq.ts'
import { previewFaq } from '#contracts/quality/faq-preview.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import styles from './tests.module.css'

/** Delay after the last key, so that not every letter is a request. */
const DEBOUNCE_MS = 700

type PreviewedFields = { question: string; answer: string; phrasings: string[]; language: KnowledgeLanguage }
type PreviewProps = {
  /** Null: a new FAQ. */
  faqId: FaqId | null
  fields: PreviewedFields
  /** An unpublished FAQ is not used in answers: the preview then compares with its removal. */
  isPublished: boolean
}

/** What the FAQ in the form would change for the test questions, before it is saved. Nothing where there are none. */
export function TestPreview({ faqId, fields, isPublished }: PreviewProps) {
  const isWhole = fields.question.trim() !== '' && fields.answer.trim() !== ''
  const [asked] = useDebouncedValue(JSON.stringify(isPublished ? fields : null), DEBOUNCE_MS)
  const { data } = useQuery({
    queryKey: ['quality', 'preview', faqId, asked],
    queryFn: ({ signal }) =>
      call(previewFaq, { body: { faqId, faq: JSON.parse(asked) as PreviewedFields | null } }, { signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // The preview is optional: the form shows no error when it fails.
    retry: false,
  })
  if (!data || data.total === 0) return null
  const { total, passedBefore, passedAfter, changed } = data
  return (
    <section className={styles.preview} aria-label={m.quality_preview()} aria-live="polite">
      <h3>{m.quality_preview()}</h3>
      {changed.length === 0 ? (
        <p>{m.quality_preview_same({ passed: passedBefore, total })}</p>
      ) : (
        <>
          <p>{m.quality_preview_change({ before: passedBefore, after: passedAfter, total })}</p>
          <ul>
            {changed.map(({ question, after }) => (
              <li key={question}>
                {question}{' '}
                <span className={classes(after === 'passed' ? styles.passed : styles.failed)}>
                  {after === 'passed' ? m.quality_preview_better() : m.quality_preview_worse()}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
