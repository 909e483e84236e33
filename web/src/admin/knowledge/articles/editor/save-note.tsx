import * as m from '#i18n/messages.js'
import { isComplete, isDirty, type Snapshot } from './article-session.ts'
import styles from './editor.module.css'

/** Whether the server has the text, in words. */
export function SaveNote({ snapshot }: { snapshot: Snapshot }) {
  return (
    <span role="status" className={styles.saveNote} data-problem={snapshot.problem ? true : undefined}>
      {noteOf(snapshot)}
    </span>
  )
}

function noteOf(snapshot: Snapshot): string {
  const { stored, isSaving, problem, clash } = snapshot
  if (isSaving) return m.common_saving()
  if (!isDirty(snapshot)) return stored ? m.article_saved() : ''
  if (clash) return ''
  if (!isComplete(snapshot)) return m.article_incomplete()
  if (problem) return problem.isOffline ? m.article_kept_here() : problem.text
  return m.article_unsaved()
}
