import type { HelpAnswer } from '#contracts/knowledge/help-answer.ts'
import * as m from '#i18n/messages.js'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { pageLocale } from '#web/lib/format.ts'
import { goTo, linkTo } from '#web/portal/portal-location.ts'

const sources = { faq: m.chat_source_faq, article: m.chat_source_article, document: m.chat_source_document }

/** What answers a search, quoted with its source; with an article the way to read on. */
export function AnswerCard({ answer: { text, language, source } }: { answer: HelpAnswer }) {
  const { kind, title, page, articleSlug } = source
  const lang = language === pageLocale() ? undefined : language
  const place = { tab: 'help-center' as const, article: articleSlug, chat: null }
  const named = <span lang={lang}>{page === null ? title : `${title}, ${m.chat_source_page({ page })}`}</span>
  return (
    <section className="hc-answer" aria-labelledby="answer">
      <h2 id="answer">{m.help_answer()}</h2>
      <p className="hc-answer-text" lang={lang}>
        {text}
      </p>
      <p className="hc-answer-source">
        {m.chat_sources()}{' '}
        {articleSlug ? (
          <a
            href={linkTo(place)}
            onClick={(event) => {
              if (!isFollowedHere(event)) return
              event.preventDefault()
              goTo(place)
              scrollTo({ top: 0 })
            }}
          >
            {named}
          </a>
        ) : (
          <>
            {sources[kind]()}: {named}
          </>
        )}
      </p>
    </section>
  )
}
