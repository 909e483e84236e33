import {
  IconBook2,
  IconDeviceDesktop,
  IconInbox,
  IconKeyboard,
  IconLogout,
  IconMoon,
  type IconProps,
  IconSettings,
  IconSun,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import * as m from '#i18n/messages.js'
import { openSection } from '#web/admin/desk-address.ts'
import { sectionIds, sectionOf } from '#web/admin/sections.ts'
import { signOut } from '#web/admin/session.ts'
import type { TicketHandle } from '#web/admin/tickets/ticket.tsx'
import { setTheme } from '#web/lib/theme.ts'
import { notify } from '#web/ui/notify.ts'
import { settingsCards } from './settings-cards.ts'

/** Something that the palette offers by its name. */
export type Entry = {
  id: string
  label: string
  /** Where it is, beside its name. */
  place?: string
  Icon: ComponentType<IconProps>
  run: () => void
}
export type EntryGroup = { id: string; label: string; entries: Entry[] }

export type EntryContext = {
  isAdmin: boolean
  onHelp: () => void
  onNewTicket: () => void
  /** The open ticket; null where there is none. */
  ticket: TicketHandle | null
  /** The macros that can be applied to it. */
  macros: Entry[]
}

/** Actions on the open ticket as its shortcuts have them, its macros, the other actions, sections, and cards of the settings. */
export const entryGroups = (context: EntryContext): EntryGroup[] =>
  [
    { id: 'ticket', label: m.desk_palette_this_ticket(), entries: ticketEntries(context) },
    { id: 'macros', label: m.macro_list(), entries: context.macros },
    { id: 'actions', label: m.desk_palette_do(), entries: actionEntries(context) },
    { id: 'sections', label: m.desk_palette_go(), entries: sectionEntries() },
    { id: 'settings', label: m.desk_palette_settings(), entries: context.isAdmin ? settingsEntries() : [] },
  ].filter(({ entries }) => entries.length > 0)

function ticketEntries({ ticket }: EntryContext): Entry[] {
  if (!ticket) return []
  const entries: [id: string, label: string, run: () => void][] = [
    ['reply', m.desk_shortcut_reply(), () => ticket.write('reply')],
    ['note', m.desk_shortcut_note(), () => ticket.write('note')],
    ['take', m.desk_shortcut_take(), ticket.take],
    ['assign', m.desk_shortcut_assign(), ticket.assign],
    ['snooze', m.desk_shortcut_snooze(), ticket.snooze],
    ['merge', m.desk_shortcut_merge(), ticket.merge],
    ['resolve', m.desk_shortcut_resolve(), ticket.resolve],
  ]
  return entries.map(([id, label, run]) => ({ id: `ticket-${id}`, label, Icon: IconInbox, run }))
}

const actionEntries = ({ isAdmin, onHelp, onNewTicket }: EntryContext): Entry[] => [
  { id: 'new-ticket', label: m.desk_palette_new_ticket(), Icon: IconInbox, run: onNewTicket },
  ...(isAdmin
    ? [
        {
          id: 'new-faq',
          label: m.desk_palette_new_faq(),
          Icon: IconBook2,
          run: () => openSection('knowledge', { tab: 'faqs', faq: 'new' }),
        },
        {
          id: 'invite',
          label: m.desk_palette_invite(),
          Icon: IconUsers,
          run: () => openSection('settings', { tab: 'team', invite: 'new' }),
        },
      ]
    : []),
  { id: 'light', label: m.desk_palette_light(), Icon: IconSun, run: () => setTheme('light') },
  { id: 'dark', label: m.desk_palette_dark(), Icon: IconMoon, run: () => setTheme('dark') },
  { id: 'auto', label: m.desk_palette_auto(), Icon: IconDeviceDesktop, run: () => setTheme('auto') },
  { id: 'keys', label: m.desk_shortcuts(), Icon: IconKeyboard, run: onHelp },
  { id: 'leave', label: m.desk_sign_out(), Icon: IconLogout, run: () => void signOut().catch(notify.failure) },
]

const sectionEntries = (): Entry[] =>
  sectionIds.map((id) => {
    const { label, Icon } = sectionOf(id)
    return { id: `section-${id}`, label: label(), Icon, run: () => openSection(id) }
  })

const settingsEntries = (): Entry[] =>
  settingsCards().map(({ tab, place, title }) => ({
    id: `settings-${tab}-${title}`,
    label: title,
    place,
    Icon: IconSettings,
    run: () => openSection('settings', { tab }),
  }))
