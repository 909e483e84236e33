import { IconMessageCircle } from '@tabler/icons-react'
import { listGuestConversations } from '#contracts/conversation/guest-conversation.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { opensChat } from '#web/portal/chat/lazy-chat-window.tsx'
import { runningOnThisDevice } from '#web/portal/chat/open-conversation.ts'
import { asGuest, isKnownGuest } from '#web/portal/guest-session.ts'
import { MemoryLink } from '#web/portal/memory/memory-link.tsx'
import { goTo, linkContext } from '#web/portal/portal-location.ts'
import { useResource } from '#web/portal/use-resource.ts'
import { BusinessCard } from './business-card.tsx'
import { isOpenAt, openingText, usualReply } from './business-hours.ts'
import styles from './home.module.css'
import { Topics } from './topics.tsx'
import { usePortalNow } from './use-portal-now.ts'

/** Below the fold on most screens, so not in the first load; the page works without it. */
const Starters = lazyPart(async () => (await import('#web/portal/starters/starters.tsx')).Starters, {
  failed: () => null,
})

type Props = { portal: PortalView; onChat: (key: string) => void; onAsk: (question: string) => void }

/** "Get Help": the business, its hours, and the ways to get an answer. */
export function Home({ portal: given, onChat, onAsk }: Props) {
  const portal = usePortalNow(given)
  const reply = usualReply(portal)
  return (
    <>
      <section className="pf-hero">
        <h1 className="pf-heading">{portal.heading || m.portal_home_heading()}</h1>
        <p className="pf-welcome">{portal.branding.welcomeMessage || m.portal_welcome_default()}</p>
        <p className={styles.status}>
          <span className={isOpenAt(portal) && !portal.isTeamAway ? styles.open : styles.closed} aria-hidden="true" />
          {openingText(portal)}
          {reply && <span className={styles.reply}>{reply}</span>}
        </p>
        <ChatBanner portal={portal} onChat={onChat} />
      </section>
      <div className={styles.columns}>
        <div>
          <Topics portal={portal} onChat={onChat} />
          <Starters slug={portal.slug} onAsk={onAsk} />
        </div>
        <div>
          <BusinessCard portal={portal} />
          <MemoryLink slug={portal.slug} className={styles.memory} />
          {isKnownGuest(portal.slug) && (
            <Button variant="quiet" size="sm" onClick={() => goTo({ tab: 'chat-history' })}>
              {m.portal_history_guest()}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

/** Start Chat, or continue the open one. */
function ChatBanner({ portal, onChat }: { portal: PortalView; onChat: (key: string) => void }) {
  const { slug } = portal
  const running = useResource(`running ${slug}`, async () => {
    const here = runningOnThisDevice(slug)
    if (here.length === 0) return null
    const { items } = await asGuest(slug, () => call(listGuestConversations, { params: { slug } }))
    return (
      items.find(({ id, state, messageCount }) => here.includes(id) && state !== 'closed' && messageCount > 1) ?? null
    )
  }).value
  return (
    <div className={styles.banner}>
      <span className={styles.bannerIcon}>
        <IconMessageCircle size={24} stroke={1.5} aria-hidden="true" />
      </span>
      <div className={styles.bannerText}>
        <h2>{running ? m.portal_chat_continue_title() : m.portal_chat_banner_title()}</h2>
        {running ? (
          <p className={styles.preview}>
            {running.preview} · <RelativeTime at={running.updatedAt} />
          </p>
        ) : (
          <p>{m.portal_chat_banner_text()}</p>
        )}
      </div>
      <Button variant="primary" {...opensChat} onClick={() => onChat(running?.context ?? linkContext())}>
        {running ? m.portal_chat_continue() : m.portal_chat_start()}
      </Button>
    </div>
  )
}
