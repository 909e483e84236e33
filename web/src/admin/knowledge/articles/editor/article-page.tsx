import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ArticleId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { articleQuery, LIVE } from '#web/admin/knowledge/articles/queries.ts'
import { useKnowledgeLive } from '#web/admin/knowledge/use-knowledge-live.ts'
import { useMember } from '#web/admin/session.ts'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { CallError } from '#web/lib/call.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { Editor } from './editor.tsx'

/** The article in the address: one that is stored, or a new one that is stored once it has a title and a text. */
export function ArticlePage({ id }: { id: string }) {
  const [search, change] = useSectionSearch()
  const { user } = useMember()
  const isNew = search.new !== undefined
  const article = useQuery({ ...articleQuery(id), enabled: !isNew })
  const original = useQuery({ ...articleQuery(search.of ?? ''), enabled: isNew && search.of !== undefined })
  useKnowledgeLive(LIVE)
  const leave = () => change({ article: undefined, new: undefined, of: undefined, in: undefined })
  if (!isNew && !article.data) {
    if (article.error) return <Failure error={article.error} onRetry={() => void article.refetch()} onLeave={leave} />
    return <LoadingRows label={m.common_loading()} rows={6} />
  }
  if (isNew && search.of && !original.data) {
    if (original.error)
      return <Failure error={original.error} onRetry={() => void original.refetch()} onLeave={leave} />
    return <LoadingRows label={m.common_loading()} rows={6} />
  }
  const language = LANGUAGES.find((one) => one === search.in)
  return (
    <Editor
      id={id as ArticleId}
      stored={article.data ?? null}
      original={original.data ?? null}
      begin={{ ...(language && { language }), ...(original.data && { category: original.data.draft.category }) }}
      canEdit={user.memberRole !== 'agent'}
      onStored={() => isNew && change({ new: undefined, of: undefined, in: undefined }, { replace: true })}
      onLeave={leave}
    />
  )
}

type FailureProps = { error: unknown; onRetry: () => void; onLeave: () => void }

function Failure({ error, onRetry, onLeave }: FailureProps) {
  if (!(error instanceof CallError && error.code === 'not_found')) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState title={m.article_gone_title()} action={<Button onClick={onLeave}>{m.article_all()}</Button>}>
      {m.article_gone_text()}
    </EmptyState>
  )
}
