import type { ArticleCategory } from '#contracts/knowledge/article.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { splitIntoPassages } from '#server/knowledge/passages.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { categoryName, type OpenArticleView } from './content.ts'
import { helpPath } from './place.ts'

/** What search engines and previews read of a page. */
export type PageFacts = {
  portal: PortalView
  language: Language
  /** The address names the language. */
  isLanguageNamed: boolean
  /** The address that search engines know a path of this help centre by. */
  urlOf(path: string): string
  icon: string
}

type Head = {
  title: string
  description: string
  url: string
  alternates: { language: string; url: string }[]
  type: 'website' | 'article'
  data: object[]
}

const LONGEST_DESCRIPTION = 160

/** Title and markup of the head of the list of articles. */
export function listHead(facts: PageFacts, category: ArticleCategory | null) {
  const { portal, language, isLanguageNamed, urlOf } = facts
  const locale = { locale: language }
  const title = m.portal_title_help_center({ business: portal.name }, locale)
  const name = category && categoryName(category, language)
  const path = helpPath(portal.slug, { category })
  const inLanguage = (one: Language) => ({ language: one, url: urlOf(`${path}?lang=${one}`) })
  const url = isLanguageNamed ? inLanguage(language).url : urlOf(path)
  return headOf(facts, {
    title: name ? `${name} · ${title}` : title,
    description: m.portal_help_intro({ business: portal.name }, locale),
    url,
    alternates: [...LANGUAGES.map(inLanguage), { language: 'x-default', url: urlOf(path) }],
    type: 'website',
    data: category
      ? [breadcrumbs(facts, [{ name: name ?? '', path }])]
      : [{ '@type': 'CollectionPage', name: title, url, inLanguage: language, publisher: organization(facts) }],
  })
}

/** Title and markup of the head of an article. An article whose title is a question is also marked as question and answer. */
export function articleHead(facts: PageFacts, article: OpenArticleView) {
  const { portal, language, urlOf } = facts
  const { slug, title, category, body, updatedAt } = article
  const at = (one: string) => urlOf(helpPath(portal.slug, { article: one }))
  const plain = splitIntoPassages(body).map(({ text }) => text)
  const description = article.summary || (plain[0] ?? '').replace(/\s+/g, ' ')
  // The same first one on the page of each language, for readers of none of them.
  const languages = [{ slug, language: article.language }, ...article.translations].sort(
    (a, b) => LANGUAGES.indexOf(a.language) - LANGUAGES.indexOf(b.language),
  )
  const url = at(slug)
  const about = { inLanguage: article.language, dateModified: updatedAt, author: organization(facts) }
  const question = {
    '@type': 'FAQPage',
    mainEntity: [{ '@type': 'Question', name: title, acceptedAnswer: { '@type': 'Answer', text: plain.join('\n\n') } }],
  }
  return headOf(facts, {
    title: `${title} · ${portal.name}`,
    description,
    url,
    alternates:
      languages.length > 1
        ? [...languages, { slug: languages[0]?.slug ?? slug, language: 'x-default' }].map((one) => ({
            language: one.language,
            url: at(one.slug),
          }))
        : [],
    type: 'article',
    data: [
      {
        '@type': 'Article',
        headline: title,
        description,
        mainEntityOfPage: url,
        ...about,
        publisher: organization(facts),
      },
      breadcrumbs(facts, [
        { name: categoryName(category, language), path: helpPath(portal.slug, { category }) },
        { name: title, path: helpPath(portal.slug, { article: slug }) },
      ]),
      ...(/[?？]\s*$/.test(title) ? [question] : []),
    ],
  })
}

const organization = ({ portal: { name, businessInfo }, icon }: PageFacts) => ({
  '@type': 'Organization',
  name,
  logo: icon,
  ...(businessInfo.website ? { url: businessInfo.website } : {}),
})

function breadcrumbs({ portal, language, urlOf }: PageFacts, places: { name: string; path: string }[]) {
  const first = { name: m.portal_help_heading({}, { locale: language }), path: helpPath(portal.slug) }
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [first, ...places].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: urlOf(path),
    })),
  }
}

function headOf({ portal, icon }: PageFacts, { title, description, url, alternates, type, data }: Head) {
  const short = clipLine(description, LONGEST_DESCRIPTION)
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
  const alternate = (language: string, href: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}">`
  return {
    title: escapeHtml(title),
    head: [
      meta('description', short),
      `<link rel="canonical" href="${escapeHtml(url)}">`,
      ...alternates.map((one) => alternate(one.language, one.url)),
      property('type', type),
      property('title', title),
      property('description', short),
      property('url', url),
      property('site_name', portal.name),
      property('image', icon),
      meta('twitter:card', 'summary'),
      ...data.map(structured),
    ].join(''),
  }
}

/** `<` in JSON would end the element; as an escape it is the same JSON. */
const structured = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')}</script>`
