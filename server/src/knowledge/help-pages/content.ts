import type { ReplyOf } from '#contracts/endpoint.ts'
import {
  ArticleCategory,
  type ArticleRowView,
  type listArticles,
  type readArticle,
} from '#contracts/knowledge/article.ts'
import type { HelpAnswer } from '#contracts/knowledge/help-answer.ts'
import type { Language } from '#contracts/languages.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { escapeHtml } from '#server/platform/text/text.ts'
import { markdownToHtml } from './markdown-html.ts'
import { helpPath } from './place.ts'
import type { HelpQuery, HelpResults } from './search.ts'

/** Whose page it is, and the language of its texts. */
export type Reading = {
  portal: PortalView
  language: Language
  /** The address names the language; a search keeps it. */
  isLanguageNamed: boolean
  host: string | undefined
}
export type OpenArticleView = ReplyOf<typeof readArticle>
export type ArticlesView = ReplyOf<typeof listArticles>

type Message = (inputs?: Record<never, never>, options?: { locale?: Language }) => string

const CATEGORY_NAMES: Record<ArticleCategory, Message> = {
  Basics: m.portal_help_category_basics,
  Technical: m.portal_help_category_technical,
  Billing: m.portal_help_category_billing,
  Support: m.portal_help_category_support,
  Features: m.portal_help_category_features,
  Security: m.portal_help_category_security,
}

export const categoryName = (category: ArticleCategory, language: Language): string =>
  CATEGORY_NAMES[category]({}, { locale: language })

// The elements and classes of the page itself (web/src/portal/help), so that nothing moves when it takes over.

/** The list of articles, of all categories or of one, or what a search found and what answers it. */
export function listContent(reading: Reading, { articles, category, search, answer }: HelpResults): string {
  const { portal, language, isLanguageNamed } = reading
  const locale = { locale: language }
  const intro = escapeHtml(m.portal_help_intro({ business: portal.name }, locale))
  const query = search && escapeHtml(`?${new URLSearchParams({ search, ...(isLanguageNamed && { lang: language }) })}`)
  const chips = [null, ...ArticleCategory.options].map((one) => {
    const name = one ? categoryName(one, language) : m.portal_help_category_all({}, locale)
    const current = one === category ? ' aria-current="page"' : ''
    return `<a class="hc-chip" href="${helpPath(portal.slug, { category: one })}${query}"${current}>${escapeHtml(name)}</a>`
  })
  const items = articles.items.map((article) => row(reading, article)).join('')
  const list = items
    ? `${articles.isNear ? `<h2 class="hc-near">${escapeHtml(m.help_near({}, locale))}</h2>` : ''}<ul class="hc-list">${items}</ul>`
    : `<p>${escapeHtml(category || search ? m.portal_help_none({}, locale) : m.portal_help_empty({}, locale))}</p>`
  return `<header class="hc-head"><h1 class="pf-title">${escapeHtml(m.portal_help_heading({}, locale))}</h1><p>${intro}</p></header><div class="hc-tools">${searchForm(reading, { category, search })}<nav class="hc-categories" aria-label="${escapeHtml(m.portal_help_categories({}, locale))}">${chips.join('')}</nav></div>${answer ? answerContent(reading, answer) : ''}${list}`
}

/** The search, of the size of the page's own; the page's script has the button's part. */
function searchForm({ portal, language, isLanguageNamed }: Reading, { category, search }: HelpQuery): string {
  const locale = { locale: language }
  const label = escapeHtml(m.portal_help_search({}, locale))
  const hint = escapeHtml(m.portal_help_search_hint({}, locale))
  return `<form class="hc-search-place" role="search" action="${helpPath(portal.slug, { category })}"><input type="search" name="search" required maxlength="200" aria-label="${label}" placeholder="${hint}" value="${escapeHtml(search)}">${isLanguageNamed ? `<input type="hidden" name="lang" value="${language}">` : ''}<noscript><button>${escapeHtml(m.help_search({}, locale))}</button></noscript></form>`
}

/** What answers a search, quoted with its source. */
function answerContent({ portal, language }: Reading, { text, source, ...of }: HelpAnswer): string {
  const locale = { locale: language }
  const { kind, page, articleSlug } = source
  const title = page === null ? source.title : `${source.title}, ${m.chat_source_page({ page }, locale)}`
  const named = `<span${langOf(of, language)}>${escapeHtml(title)}</span>`
  const cited = articleSlug
    ? `<a href="${helpPath(portal.slug, { article: articleSlug })}">${named}</a>`
    : `${escapeHtml(SOURCES[kind]({}, locale))}: ${named}`
  return `<section class="hc-answer" aria-labelledby="answer"><h2 id="answer">${escapeHtml(m.help_answer({}, locale))}</h2><p class="hc-answer-text"${langOf(of, language)}>${escapeHtml(text)}</p><p class="hc-answer-source">${escapeHtml(m.chat_sources({}, locale))} ${cited}</p></section>`
}

const SOURCES = { faq: m.chat_source_faq, article: m.chat_source_article, document: m.chat_source_document }

function row({ portal, language }: Reading, article: ArticleRowView): string {
  const { slug, title, summary } = article
  const lang = langOf(article, language)
  return `<li><a class="hc-article" href="${helpPath(portal.slug, { article: slug })}"${lang}><span class="hc-article-title">${escapeHtml(title)}</span><span class="hc-summary">${escapeHtml(summary)}</span>${facts(article, language)}</a></li>`
}

/** Marks what is in another language than the page. */
const langOf = (text: { language: Language }, page: Language): string =>
  text.language === page ? '' : ` lang="${text.language}"`

function facts({ category, views, helpfulPercent }: ArticleRowView, language: Language): string {
  const locale = { locale: language }
  const counted = m.portal_help_views({ count: views }, locale).replace(String(views), views.toLocaleString(language))
  const helpful = m.portal_help_helpful_percent({ percent: helpfulPercent ?? 0 }, locale)
  const fact = (text: string) => `<span class="hc-fact">${escapeHtml(text)}</span>`
  return `<span class="hc-facts"><span class="hc-category">${escapeHtml(categoryName(category, language))}</span>${views > 0 ? fact(counted) : ''}${helpfulPercent === null ? '' : fact(helpful)}</span>`
}

/** One article, with its other languages. */
export function articleContent({ portal, language, host }: Reading, article: OpenArticleView): string {
  const locale = { locale: language }
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(article.updatedAt))
  const updated = escapeHtml(m.portal_help_updated({ date }, locale))
  const others = article.translations.map(
    (one) =>
      `<li lang="${one.language}"><a href="${helpPath(portal.slug, { article: one.slug })}" hreflang="${one.language}">${escapeHtml(one.title)}</a></li>`,
  )
  const translations = others.length
    ? `<ul class="hc-translations" aria-label="${escapeHtml(m.portal_help_translations({}, locale))}">${others.join('')}</ul>`
    : ''
  const isFallback = article.language !== language && !article.translations.some((one) => one.language === language)
  const note = isFallback
    ? `<p class="hc-note" lang="${language}">${escapeHtml(fallbackNote(article, language))}</p>`
    : ''
  const alike = article.related.map(
    (one) =>
      `<li><a href="${helpPath(portal.slug, { article: one.slug })}"${langOf(one, language)}>${escapeHtml(one.title)}</a></li>`,
  )
  const related = alike.length
    ? `<nav class="hc-related" aria-labelledby="related"><h2 id="related">${escapeHtml(m.help_related({}, locale))}</h2><ul>${alike.join('')}</ul></nav>`
    : ''
  const body = markdownToHtml(article.body, { homeUrl: portal.businessInfo.website, host })
  return `<div class="hc-reading">${back(portal, language)}<div class="hc-paper hc-card"><article aria-labelledby="article" lang="${article.language}"><h1 id="article" class="pf-title">${escapeHtml(article.title)}</h1><p class="hc-byline">${facts(article, language)}<span>${updated}</span></p>${translations}${note}${body}</article>${withoutScript(portal, article.slug, locale)}</div>${related}</div>`
}

/** What the buttons below an article and the chat do, for readers without a script. */
function withoutScript(
  { slug, allowPublicTickets }: PortalView,
  article: string,
  locale: { locale: Language },
): string {
  const portal = `/api/portal/${encodeURIComponent(slug)}`
  const link = (href: string, text: string) => `<li><a href="${href}">${escapeHtml(text)}</a></li>`
  const ways = [
    link(`${portal}/articles/${encodeURIComponent(article)}/feedback`, m.help_vote_link({}, locale)),
    allowPublicTickets ? link(`${portal}/form`, m.plain_form_link({}, locale)) : '',
  ]
  return `<noscript><ul class="hc-plain">${ways.join('')}</ul></noscript>`
}

const languageName = (of: Language, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(of) ?? of

const fallbackNote = (article: OpenArticleView, language: Language): string =>
  m.help_fallback(
    { wanted: languageName(language, language), given: languageName(article.language, language) },
    { locale: language },
  )

/** What is shown where there is no article or category of that name. */
export const missingContent = ({ portal, language }: Reading): string =>
  `<div class="hc-reading">${back(portal, language)}<div><h1 class="pf-title">${escapeHtml(m.portal_help_missing({}, { locale: language }))}</h1><p>${escapeHtml(m.portal_help_missing_text({}, { locale: language }))}</p></div></div>`

const back = ({ slug }: PortalView, language: Language): string =>
  `<a class="hc-back hc-back-link" href="${helpPath(slug)}">${escapeHtml(m.portal_help_back({}, { locale: language }))}</a>`
