import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowLeft, IconDots, IconExternalLink } from '@tabler/icons-react'
import type { DeskArticle } from '#contracts/knowledge/article-editing.ts'
import * as m from '#i18n/messages.js'
import { ArticleStatusBadge, StarterBadge } from '#web/admin/knowledge/articles/status-badge.tsx'
import { useMember } from '#web/admin/session.ts'
import { formatNumber } from '#web/lib/format.ts'
import { isComplete, isDirty, type Snapshot } from './article-session.ts'
import styles from './editor.module.css'
import { SaveNote } from './save-note.tsx'
import type { ArticleActions } from './use-article-actions.tsx'

type Props = { snapshot: Snapshot; canEdit: boolean; actions: ArticleActions; onLeave: () => void }

/** What an article is to customers, how it is read, whether it is saved, and what can be done with it. */
export function Head({ snapshot, canEdit, actions, onLeave }: Props) {
  const { stored, isSaving, clash } = snapshot
  const isPublished = stored?.status === 'published' && !isDirty(snapshot)
  return (
    <header className={styles.head}>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />}
        onClick={onLeave}
      >
        {m.article_all()}
      </Button>
      {stored && <ArticleStatusBadge status={stored.status} />}
      {stored?.isStarter && <StarterBadge />}
      {stored && <Use article={stored} />}
      {canEdit && <SaveNote snapshot={snapshot} />}
      {canEdit && (
        <div className={styles.actions}>
          <Button
            variant="filled"
            disabled={isPublished || !isComplete(snapshot) || isSaving || clash !== null}
            onClick={() => void actions.publish()}
          >
            {stored && stored.status !== 'draft' && stored.status !== 'archived'
              ? m.article_publish_changes()
              : m.article_publish()}
          </Button>
          {stored && <More article={stored} actions={actions} />}
        </div>
      )}
    </header>
  )
}

/** Counted reads, votes and answers; nothing before the first of each. */
function Use({ article }: { article: DeskArticle }) {
  const { tenant } = useMember()
  const votes = article.helpful + article.notHelpful
  const isLive = article.status === 'published' || article.status === 'changed'
  return (
    <span className={styles.use}>
      {article.views > 0 && (
        <span title={m.article_reads_hint()}>{m.article_reads_count({ count: article.views })}</span>
      )}
      {votes > 0 && (
        <span>{m.article_votes({ helpful: formatNumber(article.helpful), count: formatNumber(votes) })}</span>
      )}
      {article.answers > 0 && <span>{m.article_answers({ count: article.answers })}</span>}
      {isLive && tenant && (
        <a href={`/help?tenant=${tenant.slug}&article=${article.slug}`} target="_blank" rel="noopener">
          {m.article_open_portal()}
          <IconExternalLink size={14} stroke={1.5} aria-hidden="true" />
        </a>
      )}
    </span>
  )
}

function More({ article, actions }: { article: DeskArticle; actions: ArticleActions }) {
  const isLive = article.status === 'published' || article.status === 'changed'
  return (
    <Menu position="bottom-end" offset={4}>
      <Menu.Target>
        <ActionIcon aria-label={m.article_more()}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isLive && <Menu.Item onClick={() => void actions.unpublish()}>{m.article_unpublish()}</Menu.Item>}
        {article.status === 'archived' ? (
          <Menu.Item onClick={() => void actions.unarchive()}>{m.article_unarchive()}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => void actions.archive()}>{m.article_archive()}</Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => void actions.remove(article)}>
          {m.article_delete()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
