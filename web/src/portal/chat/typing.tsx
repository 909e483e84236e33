import { IconSparkles } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import * as m from '#i18n/messages.js'
import { Avatar } from '#web/kit/surface.tsx'
import bubble from './bubble.module.css'
import type { ChatState } from './chat-store.ts'
import { lastTextMessage } from './thread.ts'
import styles from './typing.module.css'

/** After so long the customer reads that the answer takes longer, so that nobody sends the question again. */
const LONG_MS = 8000

/** "AI is typing..." until the answer's first text; a member's typing with their name. */
export function Typing({ state }: { state: ChatState }) {
  const { thread, isPending } = state
  if (thread.memberTyping !== null) {
    const name = thread.memberTyping
    return (
      <TypingLine text={name ? m.chat_typing_person({ name }) : m.chat_typing_team()}>
        <Avatar name={name} size={28} />
      </TypingLine>
    )
  }
  const last = lastTextMessage(thread)
  const hasText = last?.state === 'streaming' && last.body !== ''
  const isSending = thread.outgoing.some((one) => one.state === 'sending')
  if (thread.conversation?.state !== 'ai' || hasText || !((isPending && !isSending) || thread.isAssistantTyping))
    return null
  const asked = thread.messages.findLast(({ author }) => author === 'customer')
  return <AssistantTyping key={asked?.id} hasArrived={thread.outgoing.length === 0} />
}

function AssistantTyping({ hasArrived }: { hasArrived: boolean }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <TypingLine text={isLong && hasArrived ? m.chat_typing_ai_long() : m.chat_typing_ai()}>
      <span className={bubble.assistant}>
        <IconSparkles size={16} stroke={1.75} />
      </span>
    </TypingLine>
  )
}

function TypingLine({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.typing}>
      <span aria-hidden="true">{children}</span>
      <span className={styles.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className={styles.words}>{text}</span>
    </div>
  )
}
