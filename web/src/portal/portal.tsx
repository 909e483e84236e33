import { lazy, Suspense, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import { ChatWindow } from './chat/lazy-chat-window.tsx'
import { confirmationToken } from './confirmation/confirmation-token.ts'
import { Home } from './home/home.tsx'
import { Launcher } from './launcher.tsx'
import { CONTEXTS, goTo, linkContext, replaceLocation, usePortalLocation } from './portal-location.ts'
import { Shell } from './shell.tsx'
import { useChat } from './use-chat.ts'

const HelpCenter = lazy(() => import('./help/help-center.tsx').then((part) => ({ default: part.HelpCenter })))
const ConfirmEmail = lazy(() =>
  import('./confirmation/confirm-email.tsx').then((part) => ({ default: part.ConfirmEmail })),
)
const SubmitTicket = lazy(() =>
  import('./request/submit-ticket-page.tsx').then((part) => ({ default: part.SubmitTicketPage })),
)

/** The portal of a business: three tabs for guests, and the chat over them. */
export function Portal({ portal }: { portal: PortalView }) {
  const place = usePortalLocation()
  const { chat, startNew } = useChat(portal.slug, place.chat)
  const [token] = useState(confirmationToken)
  const openChat = (key: string) => goTo({ chat: key })
  const closeChat = () => {
    // Goes back in the history where the chat was opened on this page.
    if (history.state?.fromHere) history.back()
    else replaceLocation({ chat: null })
  }
  const begin = () => {
    const context = CONTEXTS.find((one) => one === place.chat) ?? linkContext()
    if (place.chat === context) startNew(context)
    else replaceLocation({ chat: context })
  }
  const floating =
    chat &&
    (place.chat === null ? (
      <Launcher chat={chat} onOpen={openChat} />
    ) : (
      <Suspense fallback={null}>
        <ChatWindow key={chat.key} portal={portal} chat={chat} onClose={closeChat} onStartNew={begin} />
      </Suspense>
    ))
  return (
    <Shell portal={portal} tab={place.tab} floating={floating}>
      <Suspense fallback={null}>
        {place.tab === 'get-help' && <Home portal={portal} onChat={openChat} />}
        {place.tab === 'submit-ticket' && (
          <SubmitTicket portal={portal} onChat={openChat} isChatOpen={place.chat !== null} />
        )}
        {place.tab === 'help-center' && (
          <HelpCenter portal={portal} article={place.article} onChat={() => openChat(linkContext())} />
        )}
        {token && <ConfirmEmail portal={portal} token={token} />}
      </Suspense>
    </Shell>
  )
}
