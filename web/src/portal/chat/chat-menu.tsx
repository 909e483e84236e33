import {
  IconBrain,
  IconCircleX,
  IconDots,
  IconDownload,
  IconMail,
  IconPlus,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import { downloadTranscript, mailTranscript } from '#contracts/conversation/transcript.ts'
import type { ConversationId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { Menu } from '#web/kit/menu.tsx'
import { addressOf, authorHeaders, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { pageLocale } from '#web/lib/format.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { MemoryDialog } from '#web/portal/memory/memory-link.tsx'
import { isSoundOn, setSound } from './attention.ts'
import type { Chat } from './chat.ts'
import type { ShowNotice } from './notice.tsx'
import type { Thread } from './thread.ts'

type Props = { slug: string; chat: Chat; thread: Thread; onStartNew: () => void; showNotice: ShowNotice }

/** What can be done with a chat besides writing: begin another, keep it, have it sent, mute it, read what is remembered, end it. */
export function ChatMenu({ slug, chat, thread: { conversation, messages }, onStartNew, showNotice }: Props) {
  const [hasSound, setHasSound] = useState(isSoundOn)
  const [isMemoryOpen, setMemoryOpen] = useState(false)
  const run = (work: () => Promise<void>) =>
    void work().catch((error: unknown) => showNotice(m.chat_action_failed({ cause: failureText(error) }), 'error'))
  const toggleSound = () => {
    setSound(!hasSound)
    setHasSound(!hasSound)
  }
  const params = conversation ? { slug, conversationId: conversation.id } : null
  const hasWritten = messages.some(({ author }) => author === 'customer')
  const canEnd = hasWritten && conversation?.state === 'ai' && conversation.ticketId === null
  const end = async () => {
    await chat.end()
    showNotice(m.chat_ended_by_you(), 'info')
  }
  const send = async (given: NonNullable<typeof params>) => {
    const { to } = await asGuest(slug, () => call(mailTranscript, { params: given }))
    showNotice(m.chat_transcript_mailed({ email: to }), 'success')
  }
  const size = { size: 18, stroke: 1.5, 'aria-hidden': true }
  return (
    <>
      <Menu
        label={m.chat_more()}
        icon={<IconDots size={20} stroke={1.5} />}
        items={[
          { label: m.chat_new(), icon: <IconPlus {...size} />, onSelect: onStartNew },
          {
            label: m.chat_sound(),
            icon: hasSound ? <IconVolume {...size} /> : <IconVolumeOff {...size} />,
            isChecked: hasSound,
            onSelect: toggleSound,
          },
          ...(params
            ? [
                {
                  label: m.chat_transcript_download(),
                  icon: <IconDownload {...size} />,
                  onSelect: () => run(() => download(slug, params)),
                },
                {
                  label: m.chat_transcript_mail(),
                  icon: <IconMail {...size} />,
                  onSelect: () => run(() => send(params)),
                },
              ]
            : []),
          { label: m.memory_own_link(), icon: <IconBrain {...size} />, onSelect: () => setMemoryOpen(true) },
          ...(canEnd ? [{ label: m.chat_end(), icon: <IconCircleX {...size} />, onSelect: () => run(end) }] : []),
        ]}
      />
      {isMemoryOpen && <MemoryDialog slug={slug} onClose={() => setMemoryOpen(false)} />}
    </>
  )
}

/** Fetched rather than linked: in another site's frame no cookie is sent, and a failure can be shown. */
async function download(slug: string, params: { slug: string; conversationId: ConversationId }): Promise<void> {
  const blob = await asGuest(slug, async () => {
    const headers = { ...authorHeaders(), 'accept-language': pageLocale() }
    const response = await fetch(addressOf(downloadTranscript.path, { params }), { headers })
    if (!response.ok) throw new Error(response.statusText)
    return response.blob()
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `chat-${new Date().toISOString().slice(0, 10)}.txt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
