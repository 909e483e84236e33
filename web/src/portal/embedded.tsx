import { useEffect } from 'react'
import type { PortalView } from '#contracts/portal.ts'
import { ChatWindow } from './chat/window.tsx'
import { preloadMarkdown } from './markdown/text.tsx'
import { linkContext } from './place.ts'
import { useChat } from './usechat.ts'

/** The chat alone, for a frame on another site: no page around it, nothing to close (U10). */
export function EmbeddedChat({ portal }: { portal: PortalView }) {
  const { chat, startNew } = useChat(portal.slug, linkContext())
  useEffect(preloadMarkdown, [])
  return chat && <ChatWindow key={chat.key} portal={portal} chat={chat} onStartNew={() => startNew(linkContext())} />
}
