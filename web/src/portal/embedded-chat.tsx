import { useEffect } from 'react'
import { LANGUAGE_COOKIE } from '#contracts/languages.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { pageLocale } from '#web/lib/format.ts'
import { ChatWindow, EmptyChat } from './chat/lazy-chat-window.tsx'
import { isFramed, linkContext } from './portal-location.ts'
import { useChat } from './use-chat.ts'
import { WidgetChat } from './widget/widget-chat.tsx'

/** Whether the page around it opens and closes the chat (`widget=1`). */
const isWidget = isFramed && new URLSearchParams(globalThis.location?.search).get('widget') === '1'

/** The language in a frame's address, as its menu put it there: it is kept in a cookie for the site around, the only kind a frame may have. */
function keepLanguage(): void {
  if (!isFramed || !new URLSearchParams(location.search).has('lang')) return
  // biome-ignore lint/suspicious/noDocumentCookie: as in chooseLanguage
  document.cookie = `${LANGUAGE_COOKIE}=${pageLocale()}; path=/; max-age=31536000; samesite=none; secure; partitioned`
}

/** The chat alone, for a frame on another site: no page around it, no close button. */
export function EmbeddedChat({ portal }: { portal: PortalView }) {
  useEffect(keepLanguage, [])
  return isWidget ? <WidgetChat portal={portal} /> : <FramedChat portal={portal} />
}

function FramedChat({ portal }: { portal: PortalView }) {
  const { chat, failure, startNew } = useChat(portal.slug, linkContext())
  if (chat)
    return <ChatWindow key={chat.key} portal={portal} chat={chat} isAlone onStartNew={() => startNew(linkContext())} />
  return (
    <EmptyChat portal={portal}>
      {failure && <ErrorState title={m.chat_failed_title()} error={failure.error} onRetry={failure.retry} />}
    </EmptyChat>
  )
}
