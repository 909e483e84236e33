import { useQueryClient } from '@tanstack/react-query'
import type { DeskArticle } from '#contracts/knowledge/article-editing.ts'
import {
  archiveArticle,
  deleteArticle,
  restoreArticleVersion,
  unpublishArticle,
} from '#contracts/knowledge/article-editing.ts'
import * as m from '#i18n/messages.js'
import { forgetArticle } from '#web/admin/knowledge/articles/queries.ts'
import { CallError, call } from '#web/lib/call.ts'
import { confirmAction, type Question } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { type ArticleSession, follow, isDirty, save, show } from './article-session.ts'
import { keepText } from './kept-text.ts'

/** What a member does with an open article, each after a confirmation where customers notice it. Failures show the server's text. */
export function useArticleActions(session: ArticleSession, onGone: () => void) {
  const client = useQueryClient()
  /** The article with its text stored; null when that failed, which the page shows. */
  const stored = async (): Promise<DeskArticle | null> => {
    if (isDirty(session.snapshot()) && !(await save(session))) return null
    return session.snapshot().stored
  }
  const change = async (work: (article: DeskArticle) => Promise<DeskArticle>, done: string) => {
    try {
      const article = await stored()
      if (!article) return
      show(session, await work(article))
      notify.success(done)
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') follow(session, error.current as DeskArticle)
      notify.failure(error)
    }
  }
  const asked = async (question: Question, work: () => Promise<unknown>) => {
    if (await confirmAction(question)) await work()
  }
  const paramsOf = ({ id }: DeskArticle) => ({ articleId: id })
  return {
    publish: () =>
      asked(
        { title: m.article_publish_title(), body: m.article_publish_text(), confirm: m.article_publish() },
        async () => (await save(session, true)) && notify.success(m.article_published_done()),
      ),
    unpublish: () =>
      asked(
        { title: m.article_unpublish_title(), body: m.article_unpublish_text(), confirm: m.article_unpublish() },
        () => change(takeBack, m.article_unpublished_done()),
      ),
    archive: () =>
      asked({ title: m.article_archive_title(), body: m.article_archive_text(), confirm: m.article_archive() }, () =>
        change((article) => setArchived(article, true), m.article_archived_done()),
      ),
    unarchive: () => change((article) => setArchived(article, false), m.article_unarchived_done()),
    restore: (number: number) =>
      change(
        (article) =>
          call(restoreArticleVersion, { params: paramsOf(article), body: { version: article.version, number } }),
        m.article_restored({ number }),
      ),
    remove: (article: DeskArticle) =>
      asked(
        {
          title: m.article_delete_title({ title: article.draft.title }),
          body: m.article_delete_text(),
          confirm: m.article_delete(),
          isDanger: true,
        },
        async () => {
          try {
            await call(deleteArticle, { params: paramsOf(article) })
            keepText(article.id, null)
            notify.success(m.article_deleted())
            onGone()
            forgetArticle(client, article)
          } catch (error) {
            notify.failure(error)
          }
        },
      ),
  }
}

export type ArticleActions = ReturnType<typeof useArticleActions>

const takeBack = ({ id, version }: DeskArticle) =>
  call(unpublishArticle, { params: { articleId: id }, body: { version } })

const setArchived = ({ id, version }: DeskArticle, archived: boolean) =>
  call(archiveArticle, { params: { articleId: id }, body: { version, archived } })
