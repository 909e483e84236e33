import { IconBook2, IconFileText, IconHelpCircle } from '@tabler/icons-react'
import type { Source } from '#contracts/conversation/message.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { ButtonLink } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { RichText } from '#web/kit/markdown/rich-text.tsx'
import styles from './sources.module.css'

const kinds = {
  faq: { icon: IconHelpCircle, label: m.chat_source_faq },
  article: { icon: IconBook2, label: m.chat_source_article },
  document: { icon: IconFileText, label: m.chat_source_document },
}

type Props = {
  portal: PortalView
  sources: Source[]
  /** The answer cites them by number. */
  isNumbered: boolean
  open: Source | null
  onOpen: (source: Source | null) => void
}

/** Sources of an answer, as cards that open the passage. */
export function Sources({ portal, sources, isNumbered, open, onOpen }: Props) {
  return (
    <div className={styles.sources}>
      <p className={styles.from}>{m.chat_sources()}</p>
      <ul className={styles.list}>
        {sources.map((source, index) => {
          const Icon = kinds[source.kind].icon
          return (
            <li key={`${source.kind} ${source.id} ${source.passage}`}>
              <button
                type="button"
                className={styles.source}
                aria-label={m.chat_source_open({ title: titleOf(source) })}
                onClick={() => onOpen(source)}
              >
                {isNumbered ? (
                  <span className={styles.number} data-number={index + 1} />
                ) : (
                  <Icon size={16} stroke={1.5} aria-hidden="true" />
                )}
                <span className={styles.title}>{titleOf(source)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <Dialog isOpen={open !== null} title={open?.title ?? ''} onClose={() => onOpen(null)}>
        {open && <Passage portal={portal} source={open} />}
      </Dialog>
    </div>
  )
}

const pageOf = ({ page }: Source): string | undefined => (page ? m.chat_source_page({ page }) : undefined)

/** Title of a source, with its page: two passages of one manual are two sources. */
export const titleOf = (source: Source): string => [source.title, pageOf(source)].filter(Boolean).join(', ')

/** The passage with its heading and page. */
function Passage({ portal, source }: { portal: PortalView; source: Source }) {
  const query = new URLSearchParams({ tenant: portal.slug, article: source.articleSlug ?? '' })
  return (
    <div className={styles.passage}>
      <p className={styles.from}>
        {[kinds[source.kind].label(), pageOf(source), source.heading].filter(Boolean).join(' · ')}
      </p>
      <RichText text={source.passage} homeUrl={portal.businessInfo.website} />
      {source.articleSlug && (
        <ButtonLink href={`/help?${query}`} target="_blank" rel="noopener">
          {m.chat_source_article_open()}
        </ButtonLink>
      )}
    </div>
  )
}
