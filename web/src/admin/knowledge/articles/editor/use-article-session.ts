import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ArticleId } from '#contracts/ids.ts'
import type { ArticleFields, DeskArticle } from '#contracts/knowledge/article-editing.ts'
import { showArticle } from '#web/admin/knowledge/articles/queries.ts'
import {
  type ArticleSession,
  follow,
  isComplete,
  isDirty,
  openSession,
  type Snapshot,
  save,
} from './article-session.ts'

/** After the last key. */
const SAVE_AFTER_MS = 1000
const RETRY_MS = 3000

type Opened = {
  id: ArticleId
  stored: DeskArticle | null
  translationOf: ArticleId | null
  begin: Partial<ArticleFields>
  canEdit: boolean
}

/**
 * The text of an article while it is open. It is saved as a draft a second after the last key and when it is left, and kept in this
 * browser until the server has it; a save that found no connection is tried again.
 */
export function useArticleSession({ canEdit, stored, ...start }: Opened): [ArticleSession, Snapshot] {
  const client = useQueryClient()
  const [session] = useState(() =>
    openSession({ ...start, stored, onStored: (article) => showArticle(client, article) }),
  )
  const snapshot = useSyncExternalStore(session.watch, session.snapshot)
  useEffect(() => {
    if (stored) follow(session, stored)
  }, [session, stored])
  const isDue = canEdit && canSave(snapshot)
  const isOffline = snapshot.problem?.isOffline === true
  const isRefused = snapshot.problem?.isOffline === false
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins the wait anew
  useEffect(() => {
    if (!isDue || isRefused) return
    const timer = setTimeout(() => void save(session), isOffline ? RETRY_MS : SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [session, isDue, isRefused, isOffline, snapshot.fields, snapshot.problem])
  useEffect(() => {
    const saveDue = () => canEdit && canSave(session.snapshot()) && void save(session)
    addEventListener('online', saveDue)
    return () => {
      removeEventListener('online', saveDue)
      saveDue()
    }
  }, [session, canEdit])
  return [session, snapshot]
}

const canSave = (snapshot: Snapshot): boolean =>
  isDirty(snapshot) && isComplete(snapshot) && !snapshot.isSaving && snapshot.clash === null
