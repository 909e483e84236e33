import { IconEye, IconPencil } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { MemberAvatar } from '#web/admin/member-avatar.tsx'
import type { PresentMember } from '#web/admin/tickets/presence.ts'
import styles from './present-members.module.css'

/** Members who have the same ticket open, and who of them is replying, so that two do not answer at once. */
export function PresentMembers({ faces }: { faces: readonly PresentMember[] }) {
  return (
    <div className={styles.strip}>
      {faces.map((face) => {
        const Icon = face.isTyping ? IconPencil : IconEye
        return (
          <span key={face.id} className={styles.face} data-typing={face.isTyping || undefined}>
            <MemberAvatar id={face.id} name={face.name} size={18} />
            <Icon size={14} stroke={1.5} aria-hidden="true" />
            {face.isTyping ? m.ticket_is_replying({ name: face.name }) : m.ticket_is_looking({ name: face.name })}
          </span>
        )
      })}
    </div>
  )
}
