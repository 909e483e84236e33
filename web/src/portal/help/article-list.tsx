import { IconBook2, IconSearch } from '@tabler/icons-react'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ArticleRowView, listArticles as ListArticles } from '#contracts/knowledge/article.ts'
import { listArticles } from '#contracts/knowledge/article.ts'
import { findHelpAnswer, type HelpAnswer } from '#contracts/knowledge/help-answer.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/field.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Chip, Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { pageLocale } from '#web/lib/format.ts'
import { opensChat } from '#web/portal/chat/lazy-chat-window.tsx'
import { MoreButton } from '#web/portal/more-button.tsx'
import { goTo, linkTo } from '#web/portal/portal-location.ts'
import { type Resource, useResource } from '#web/portal/use-resource.ts'
import { useSettled } from '#web/portal/use-settled.ts'
import { AnswerCard } from './answer-card.tsx'
import { ArticleFacts, CATEGORIES, categoryName } from './article-facts.tsx'
import { initialList, readTypedSearch } from './initial-help.ts'

/** Delay between the last key and the search request. */
const SEARCH_AFTER_MS = 250

type Articles = ReplyOf<typeof ListArticles>

const first = initialList?.answer ?? null

/** What answers a search; the server wrote that of the page's address into the page. */
const findAnswer = async (slug: string, search: string, signal: AbortSignal): Promise<HelpAnswer | null> => {
  if (search === (initialList?.search ?? '')) return first
  if (search === '') return null
  return (await call(findHelpAnswer, { params: { slug }, query: { search } }, { signal })).answer
}

/** Search, categories, and the articles that match. */
export function ArticleList({ portal, onChat }: { portal: PortalView; onChat: () => void }) {
  const [begun] = useState(readTypedSearch)
  const [typed, setTyped] = useState(begun.text)
  const box = useRef<HTMLInputElement>(null)
  // The page takes over some moments after it has read the field.
  useLayoutEffect(() => {
    if (begun.readNow() === begun.text) return
    setTyped(begun.readNow())
    box.current?.focus()
  }, [begun])
  const [category, setCategory] = useState(initialList?.category ?? null)
  const search = useSettled(typed.trim(), SEARCH_AFTER_MS)
  const params = { slug: portal.slug }
  const query = { search, ...(category && { category }) }
  const list = useResource(
    `articles ${portal.slug} ${category} ${search}`,
    (signal) => call(listArticles, { params, query }, { signal }),
    initialList?.articles,
  )
  const answer = useResource(
    `answer ${portal.slug} ${search}`,
    (signal) => findAnswer(portal.slug, search, signal),
    first,
  )
  const more = async () => {
    const { items, nextCursor } = list.value ?? { items: [], nextCursor: null }
    if (!nextCursor) return
    const page = { params, query: { ...query, cursor: nextCursor } }
    const next = await call(listArticles, page)
    list.set({ ...next, items: [...items, ...next.items] })
  }
  return (
    <>
      <header className="hc-head">
        <h1 className="pf-title">{m.portal_help_heading()}</h1>
        <p>{m.portal_help_intro({ business: portal.name })}</p>
      </header>
      <div className="hc-tools">
        <TextField
          label={m.portal_help_search()}
          isLabelHidden
          type="search"
          placeholder={m.portal_help_search_hint()}
          value={typed}
          ref={box}
          autoFocus={begun.isFocused}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          end={<IconSearch size={20} stroke={1.5} className="hc-glass" aria-hidden="true" />}
        />
        <fieldset className="hc-categories">
          <legend className="visually-hidden">{m.portal_help_categories()}</legend>
          {[null, ...CATEGORIES].map((one) => (
            <Chip key={one ?? ''} aria-pressed={one === category} onClick={() => setCategory(one)}>
              {one ? categoryName(one) : m.portal_help_category_all()}
            </Chip>
          ))}
        </fieldset>
      </div>
      {search !== '' && answer.error === null && answer.value && <AnswerCard answer={answer.value} />}
      <Found list={list} isFiltered={search !== '' || category !== null} onChat={onChat} onMore={more} />
    </>
  )
}

function Found(props: {
  list: Resource<Articles>
  isFiltered: boolean
  onChat: () => void
  onMore: () => Promise<void>
}) {
  const { list, isFiltered, onChat, onMore } = props
  if (list.error !== null && !list.isLoading) return <ErrorState error={list.error} onRetry={list.reload} />
  if (!list.value) {
    return (
      <div className="hc-list" aria-busy="true">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height="132px" radius="10px" />
        ))}
      </div>
    )
  }
  const { items, nextCursor, isNear } = list.value
  return (
    <div aria-busy={list.isLoading}>
      <p className="visually-hidden" role="status">
        {m.portal_help_found({ count: items.length })}
      </p>
      {isNear && <h2 className="hc-near">{m.help_near()}</h2>}
      {items.length === 0 ? (
        <EmptyState
          icon={<IconBook2 size={24} stroke={1.5} />}
          title={isFiltered ? m.portal_help_none() : m.portal_help_empty()}
          action={
            <Button variant="primary" {...opensChat} onClick={onChat}>
              {m.portal_chat_start()}
            </Button>
          }
        >
          {isFiltered ? m.portal_help_none_text() : m.portal_help_empty_text()}
        </EmptyState>
      ) : (
        <ul className="hc-list">
          {items.map((article) => (
            <ArticleRow key={article.id} article={article} />
          ))}
        </ul>
      )}
      {nextCursor && <MoreButton onMore={onMore}>{m.portal_help_more()}</MoreButton>}
    </div>
  )
}

function ArticleRow({ article }: { article: ArticleRowView }) {
  const place = { tab: 'help-center' as const, article: article.slug, chat: null }
  const follow = (event: MouseEvent) => {
    if (!isFollowedHere(event)) return
    event.preventDefault()
    goTo(place)
    scrollTo({ top: 0 })
  }
  return (
    <li>
      <a
        className="hc-article"
        href={linkTo(place)}
        lang={article.language === pageLocale() ? undefined : article.language}
        onClick={follow}
      >
        <span className="hc-article-title">{article.title}</span>
        <span className="hc-summary">{article.summary}</span>
        <ArticleFacts article={article} />
      </a>
    </li>
  )
}
