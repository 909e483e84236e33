import { useEffect, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Dialog } from '#web/kit/dialog.tsx'
import { lazyDialog, lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { rememberPortal } from '#web/lib/last-portal.ts'
import { useAccount } from './account/use-account.ts'
import { ChatWindow, Opening } from './chat/lazy-chat-window.tsx'
import { confirmationToken } from './confirmation/confirmation-token.ts'
import { Home } from './home/home.tsx'
import {
  CONTEXTS,
  currentPlace,
  goTo,
  linkContext,
  replaceLocation,
  type Tab,
  usePortalLocation,
} from './portal-location.ts'
import { Shell } from './shell.tsx'
import { useChat } from './use-chat.ts'
import { useFirstMessage } from './use-first-message.ts'

const loadHelpCenter = () => import('./help/help-center.tsx')
const HelpCenter = lazyPart(async () => (await loadHelpCenter()).HelpCenter)
const Launcher = lazyPart(async () => (await import('./launcher.tsx')).Launcher, { failed: () => null })
const ConfirmEmail = lazyDialog(async () => (await import('./confirmation/confirm-email.tsx')).ConfirmEmail)
const loadAccountPages = () => import('./account/account-pages.tsx')
const AccountPages = lazyPart(async () => (await loadAccountPages()).AccountPages)
const SubmitTicket = lazyPart(async () => (await import('./request/submit-ticket-page.tsx')).SubmitTicketPage)

const ACCOUNT_TABS: readonly Tab[] = ['my-tickets', 'chat-history', 'settings']

/** Loads the tab of the address before the first view, which shows it then at once; where it cannot be loaded, the view says so. */
export async function prepareTab(): Promise<void> {
  const { tab } = currentPlace()
  if (tab === 'submit-ticket') await SubmitTicket.prepare()
  if (tab === 'help-center') await Promise.all([HelpCenter.prepare(), (await loadHelpCenter()).prepareText()])
  if (ACCOUNT_TABS.includes(tab))
    await Promise.all([AccountPages.prepare(), (await loadAccountPages()).prepareAccountPage(tab)])
}

/** The portal of a business: three tabs for guests, five for who is signed in, and the chat over them. */
export function Portal({ portal }: { portal: PortalView }) {
  const asked = usePortalLocation()
  // A link to the ticket form of a business that has none leads to its start.
  const place =
    asked.tab === 'submit-ticket' && !portal.allowPublicTickets ? { ...asked, tab: 'get-help' as const } : asked
  const accounts = useAccount(portal.slug)
  useEffect(() => rememberPortal(portal.slug), [portal.slug])
  const { chat, failure, startNew } = useChat(portal.slug, place.chat)
  const [token, setToken] = useState(confirmationToken)
  const openChat = (key: string) => goTo({ chat: key })
  const sendFirst = useFirstMessage(chat, linkContext())
  const ask = (question: string) => {
    sendFirst(question)
    openChat(linkContext())
  }
  const requests = { portal, onChat: openChat, isChatOpen: place.chat !== null }
  const closeChat = () => {
    sendFirst(null)
    // Goes back in the history where the chat was opened on this page.
    if (history.state?.fromHere) history.back()
    else replaceLocation({ chat: null })
  }
  const begin = () => {
    const context = CONTEXTS.find((one) => one === place.chat) ?? linkContext()
    if (place.chat === context) startNew(context)
    else replaceLocation({ chat: context })
  }
  return (
    <Shell
      portal={portal}
      accounts={accounts}
      tab={place.tab}
      floating={
        <>
          {failure && (
            <Dialog isOpen={place.chat !== null} title={m.chat_failed_title()} onClose={closeChat}>
              <ErrorState error={failure.error} onRetry={failure.retry} title={null} />
            </Dialog>
          )}
          {!chat && !failure && place.chat !== null && <Opening onClose={closeChat} />}
          {chat && place.chat === null && <Launcher chat={chat} onOpen={openChat} />}
          {chat && place.chat !== null && (
            <ChatWindow key={chat.key} portal={portal} chat={chat} onClose={closeChat} onStartNew={begin} />
          )}
        </>
      }
    >
      {place.tab === 'get-help' && <Home portal={portal} onChat={openChat} onAsk={ask} />}
      {ACCOUNT_TABS.includes(place.tab) && <AccountPages place={place} accounts={accounts} {...requests} />}
      {place.tab === 'submit-ticket' && <SubmitTicket account={accounts.account} {...requests} />}
      {place.tab === 'help-center' && (
        <HelpCenter portal={portal} article={place.article} onChat={() => openChat(linkContext())} />
      )}
      {token && <ConfirmEmail portal={portal} token={token} onClose={() => setToken(null)} />}
    </Shell>
  )
}
