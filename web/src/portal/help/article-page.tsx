import { IconArrowLeft, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ArticleRowView, readArticle as ReadArticle } from '#contracts/knowledge/article.ts'
import { countReading, readArticle, voteArticle } from '#contracts/knowledge/article.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Card, Skeleton } from '#web/kit/surface.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { formatDate } from '#web/lib/format.ts'
import { opensChat } from '#web/portal/chat/lazy-chat-window.tsx'
import { asGuest } from '#web/portal/guest-session.ts'
import { goTo, linkTo } from '#web/portal/portal-location.ts'
import { useResource } from '#web/portal/use-resource.ts'
import { ArticleFacts } from './article-facts.tsx'
import { articleText } from './article-text.ts'
import { initialArticle } from './initial-help.ts'

/** One article; its reader counts. */
export function ArticlePage({ portal, slug, onChat }: { portal: PortalView; slug: string; onChat: () => void }) {
  const params = { slug: portal.slug, articleSlug: slug }
  const article = useResource(
    `article ${portal.slug} ${slug}`,
    (signal) => call(readArticle, { params }, { signal }),
    initialArticle?.slug === slug ? initialArticle : null,
  )
  const { value } = article
  const isShown = value !== null
  useEffect(() => {
    // Nobody waits for it: an article reads the same whether it was counted or not.
    if (isShown)
      call(countReading, { params: { slug: portal.slug, articleSlug: slug } }, { keepalive: true }).catch(
        () => undefined,
      )
  }, [isShown, portal.slug, slug])
  const { Text } = articleText
  return (
    <div className="hc-reading">
      <Button
        variant="quiet"
        icon={<IconArrowLeft size={18} stroke={1.5} aria-hidden="true" />}
        className="hc-back"
        onClick={leave}
      >
        {m.portal_help_back()}
      </Button>
      {value && (
        <Card className="hc-paper">
          <article aria-labelledby="article" lang={value.language}>
            <h1 id="article" className="pf-title">
              {value.title}
            </h1>
            <p className="hc-byline">
              <ArticleFacts article={value} />
              <span>{m.portal_help_updated({ date: formatDate(value.updatedAt) })}</span>
            </p>
            <Translations translations={value.translations} />
            <Text text={value.body} homeUrl={portal.businessInfo.website} isPage />
          </article>
          <Helpful portal={portal} articleSlug={slug} onVoted={(row) => article.set({ ...value, ...row })} />
        </Card>
      )}
      {!value && article.isLoading && (
        <Card className="hc-paper" aria-busy="true">
          <Skeleton width="60%" height="30px" />
          <Skeleton width="40%" />
          <Skeleton height="160px" />
        </Card>
      )}
      {article.error !== null && !article.isLoading && <Failure error={article.error} onRetry={article.reload} />}
      {value && (
        <div className="hc-stuck">
          <div>
            <p className="hc-stuck-title">{m.portal_help_ask()}</p>
            <p>{m.portal_help_ask_text()}</p>
          </div>
          <Button variant="primary" {...opensChat} onClick={onChat}>
            {m.portal_chat_start()}
          </Button>
        </div>
      )}
    </div>
  )
}

type OpenArticle = ReplyOf<typeof ReadArticle>

/** The same article in other languages, each by its own title. */
function Translations({ translations }: Pick<OpenArticle, 'translations'>) {
  if (translations.length === 0) return null
  return (
    <ul className="hc-translations" aria-label={m.portal_help_translations()}>
      {translations.map(({ slug, language, title }) => {
        const place = { tab: 'help-center' as const, article: slug, chat: null }
        return (
          <li key={slug} lang={language}>
            <a
              href={linkTo(place)}
              hrefLang={language}
              onClick={(event) => {
                if (!isFollowedHere(event)) return
                event.preventDefault()
                goTo(place)
              }}
            >
              {title}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

function leave() {
  if (history.state?.fromHere) history.back()
  else goTo({ tab: 'help-center', article: null })
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isGone = error instanceof CallError && error.code === 'not_found'
  if (!isGone) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      title={m.portal_help_missing()}
      action={<Button onClick={() => goTo({ tab: 'help-center', article: null })}>{m.portal_help_heading()}</Button>}
    >
      {m.portal_help_missing_text()}
    </EmptyState>
  )
}

/** Yes or No, one vote per guest; a second one replaces the first. */
function Helpful(props: { portal: PortalView; articleSlug: string; onVoted: (row: ArticleRowView) => void }) {
  const { portal, articleSlug, onVoted } = props
  const [vote, setVote] = useState<boolean | null>(null)
  const give = async (helpful: boolean) => {
    const before = vote
    setVote(helpful)
    try {
      const params = { slug: portal.slug, articleSlug }
      onVoted(await asGuest(portal.slug, () => call(voteArticle, { params, body: { helpful } })))
    } catch (error) {
      setVote(before)
      showToast(failureText(error), 'error')
    }
  }
  return (
    <fieldset className="hc-helpful">
      <legend>{m.portal_help_question()}</legend>
      <Button
        aria-pressed={vote === true}
        icon={<IconThumbUp size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => void give(true)}
      >
        {m.common_yes()}
      </Button>
      <Button
        aria-pressed={vote === false}
        icon={<IconThumbDown size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => void give(false)}
      >
        {m.common_no()}
      </Button>
      <span role="status" className="hc-thanks">
        {vote !== null && m.portal_help_thanks()}
      </span>
    </fieldset>
  )
}
