import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { readArticle as ReadArticle } from '#contracts/knowledge/article.ts'
import { countReading, readArticle } from '#contracts/knowledge/article.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Card, Skeleton } from '#web/kit/surface.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { formatDate, pageLocale } from '#web/lib/format.ts'
import { opensChat } from '#web/portal/chat/lazy-chat-window.tsx'
import { goTo, linkTo } from '#web/portal/portal-location.ts'
import { useResource } from '#web/portal/use-resource.ts'
import { ArticleFacts } from './article-facts.tsx'
import { articleText } from './article-text.ts'
import { Helpful } from './helpful.tsx'
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
            <Links links={value.translations} className="hc-translations" label={m.portal_help_translations()} />
            <FallbackNote article={value} />
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
      {value && value.related.length > 0 && (
        <nav className="hc-related" aria-labelledby="related">
          <h2 id="related">{m.help_related()}</h2>
          <Links links={value.related} />
        </nav>
      )}
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

/** Says that the article is not there in the language of the page. */
function FallbackNote({ article }: { article: OpenArticle }) {
  // Without the region of a language that only tests read.
  const locale = pageLocale().slice(0, 2)
  if (article.language === locale || article.translations.some(({ language }) => language === locale)) return null
  const nameOf = (language: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
  return (
    <p className="hc-note" lang={locale}>
      {m.help_fallback({ wanted: nameOf(locale), given: nameOf(article.language) })}
    </p>
  )
}

type LinksProps = { links: OpenArticle['related']; className?: string; label?: string }

/** Links to articles by their titles: the same one in other languages, or others that are like it. */
function Links({ links, className, label }: LinksProps) {
  if (links.length === 0) return null
  return (
    <ul className={className} aria-label={label}>
      {links.map(({ slug, language, title }) => {
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
                scrollTo({ top: 0 })
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
