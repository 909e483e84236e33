import { NativeSelect, Tabs, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { ArticleId } from '#contracts/ids.ts'
import type { ArticleCategory } from '#contracts/knowledge/article.ts'
import type { ArticleFields, DeskArticle } from '#contracts/knowledge/article-editing.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { ARTICLE_CATEGORIES, articleCategoryName } from '#web/admin/knowledge/articles/category.ts'
import { ConflictNotice } from '#web/admin/knowledge/conflict-notice.tsx'
import { languageLabel } from '#web/admin/knowledge/labels.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { newId } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import {
  type ArticleSession,
  type Clash,
  isDirty,
  keepMine,
  type Snapshot,
  takeTheirs,
  write,
} from './article-session.ts'
import styles from './editor.module.css'
import { Head } from './head.tsx'
import { Languages } from './languages.tsx'
import { Preview } from './preview.tsx'
import { TextField } from './text-field.tsx'
import { useArticleActions } from './use-article-actions.tsx'
import { useArticleSession } from './use-article-session.ts'

const wait = () => <Skeleton height="96px" />
const Comparison = lazyPart(async () => (await import('./comparison.tsx')).Comparison, { waiting: wait })
const Feedback = lazyPart(async () => (await import('./feedback.tsx')).Feedback, { waiting: wait })
const History = lazyPart(async () => (await import('./history.tsx')).History, { waiting: wait })

type Props = {
  id: ArticleId
  stored: DeskArticle | null
  /** The article that a new one translates. */
  original: DeskArticle | null
  begin: Partial<ArticleFields>
  canEdit: boolean
  onStored: () => void
  onLeave: () => void
}

const VIEWS = ['write', 'preview', 'history', 'languages', 'feedback'] as const
type View = (typeof VIEWS)[number]

const viewLabels: Record<View, () => string> = {
  write: m.article_view_write,
  preview: m.article_preview,
  history: m.article_history,
  languages: m.article_languages,
  feedback: m.article_feedback,
}

/** An article while it is written, with its preview, history and languages beside it; one at a time on a narrow screen. */
export function Editor({ id, stored, original, begin, canEdit, onStored, onLeave }: Props) {
  const [session, snapshot] = useArticleSession({ id, stored, begin, canEdit, translationOf: original?.id ?? null })
  const actions = useArticleActions(session, onLeave)
  const [, change] = useSectionSearch()
  const isNarrow = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false })
  const [view, setView] = useState<View>(original ? 'languages' : 'write')
  const article = snapshot.stored
  const isStored = article !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the article is stored
  useEffect(() => {
    if (isStored) onStored()
  }, [isStored])
  const shown: View = isNarrow || view !== 'write' ? view : 'preview'
  const translate = (language: Language) => change({ article: newId(), new: '1', of: id, in: language })
  const written = <Writing session={session} snapshot={snapshot} canEdit={canEdit} />
  return (
    <div className={styles.page}>
      <Head snapshot={snapshot} canEdit={canEdit} actions={actions} onLeave={onLeave} />
      <Notices session={session} snapshot={snapshot} canEdit={canEdit} />
      <div className={styles.columns}>
        {!isNarrow && written}
        <Tabs
          value={shown}
          onChange={(next) => setView(next as View)}
          keepMounted={false}
          className={styles.side ?? ''}
          classNames={{ list: styles.sideTabs ?? '' }}
        >
          <Tabs.List aria-label={m.article_views()}>
            {VIEWS.filter((one) => isNarrow || one !== 'write').map((one) => (
              <Tabs.Tab key={one} value={one}>
                {viewLabels[one]()}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {isNarrow && <Tabs.Panel value="write">{written}</Tabs.Panel>}
          <Tabs.Panel value="preview">
            <Preview fields={snapshot.fields} />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            {article ? (
              <History article={article} fields={snapshot.fields} onRestore={canEdit ? actions.restore : null} />
            ) : (
              <p className={styles.hint}>{m.article_history_none()}</p>
            )}
          </Tabs.Panel>
          <Tabs.Panel value="feedback">
            <Feedback article={article} />
          </Tabs.Panel>
          <Tabs.Panel value="languages">
            <Languages
              article={article}
              language={snapshot.fields.language}
              beside={original?.id ?? null}
              canEdit={canEdit}
              onOpen={(other) => change({ article: other })}
              onWrite={translate}
            />
          </Tabs.Panel>
        </Tabs>
      </div>
    </div>
  )
}

type WritingProps = { session: ArticleSession; snapshot: Snapshot; canEdit: boolean }

function Notices({ session, snapshot, canEdit }: WritingProps) {
  const { stored, clash, fields } = snapshot
  return (
    <>
      {!canEdit && <p className={styles.notice}>{m.knowledge_read_only()}</p>}
      {stored?.isStarter && <p className={styles.notice}>{m.article_starter_notice()}</p>}
      {stored?.status === 'archived' && <p className={styles.notice}>{m.article_archived_notice()}</p>}
      {stored?.status === 'changed' && !isDirty(snapshot) && (
        <p className={styles.notice}>{m.article_changed_notice()}</p>
      )}
      {clash && <ClashNotice session={session} clash={clash} fields={fields} />}
    </>
  )
}

function ClashNotice({ session, clash, fields }: { session: ArticleSession; clash: Clash; fields: ArticleFields }) {
  const onTheirs = () => void takeTheirs(session).then(() => notify.info(m.article_mine_kept()), notify.failure)
  return (
    <div className={styles.clash}>
      <ConflictNotice onTheirs={onTheirs} onMine={() => keepMine(session)} />
      <p className={styles.hint}>{m.article_clash_text()}</p>
      <Comparison before={clash.theirs.draft} after={fields} only={clash.fields} />
    </div>
  )
}

function Writing({ session, snapshot, canEdit }: WritingProps) {
  const { fields } = snapshot
  const readOnly = !canEdit
  const isTouched = snapshot.stored !== null || fields.title !== '' || fields.body !== ''
  const missing = (text: string, message: string) =>
    isTouched && !readOnly && text.trim() === '' ? message : undefined
  return (
    <section className={styles.writing} aria-label={m.article_view_write()}>
      <TextInput
        data-autofocus
        label={m.article_title()}
        maxLength={150}
        readOnly={readOnly}
        value={fields.title}
        error={missing(fields.title, m.article_title_missing())}
        onChange={(event) => write(session, { title: event.currentTarget.value })}
      />
      <TextInput
        label={m.article_summary()}
        description={m.article_summary_help()}
        maxLength={300}
        readOnly={readOnly}
        value={fields.summary}
        onChange={(event) => write(session, { summary: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <NativeSelect
          label={m.article_category()}
          disabled={readOnly}
          data={ARTICLE_CATEGORIES.map((value) => ({ value, label: articleCategoryName(value) }))}
          value={fields.category}
          onChange={(event) => write(session, { category: event.currentTarget.value as ArticleCategory })}
        />
        <NativeSelect
          label={m.article_language()}
          disabled={readOnly}
          data={LANGUAGES.map((value) => ({ value, label: languageLabel(value) }))}
          value={fields.language}
          onChange={(event) => write(session, { language: event.currentTarget.value as Language })}
        />
      </div>
      <TextField
        value={fields.body}
        onChange={(body) => write(session, { body })}
        readOnly={readOnly}
        error={missing(fields.body, m.article_body_missing())}
      />
    </section>
  )
}
