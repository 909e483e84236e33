import { Suspense } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import { BrandLine } from './brand.tsx'
import { ChatWindow } from './chat/lazy-chat-window.tsx'
import { linkContext } from './portal-location.ts'
import { useChat } from './use-chat.ts'

/** The chat alone, for a frame on another site: no page around it, no close button. */
export function EmbeddedChat({ portal }: { portal: PortalView }) {
  const { chat, startNew } = useChat(portal.slug, linkContext())
  return (
    <Suspense fallback={<Waiting portal={portal} />}>
      {chat ? (
        <ChatWindow key={chat.key} portal={portal} chat={chat} onStartNew={() => startNew(linkContext())} />
      ) : (
        <Waiting portal={portal} />
      )}
    </Suspense>
  )
}

/** The same as the server's first frame. */
function Waiting({ portal }: { portal: PortalView }) {
  return (
    <div className="pf-chat">
      <header className="pf-bar">
        <BrandLine portal={portal} />
      </header>
    </div>
  )
}
