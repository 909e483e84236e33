import type { PortalView } from '#contracts/tenant/portal.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import type { PortalLocation, Tab } from '#web/portal/portal-location.ts'
import type { Accounts } from './use-account.ts'

const MyTickets = lazyPart(async () => (await import('./my-tickets-page.tsx')).MyTicketsPage)
const ChatHistory = lazyPart(async () => (await import('#web/portal/history/chat-history-page.tsx')).ChatHistoryPage)

const Settings = lazyPart(async () => (await import('#web/portal/settings/settings-page.tsx')).SettingsPage)

/** Loads one of the pages before it is shown. */
export const prepareAccountPage = (tab: Tab): Promise<void> =>
  (tab === 'chat-history' ? ChatHistory : tab === 'settings' ? Settings : MyTickets).prepare()

type Props = {
  place: PortalLocation
  portal: PortalView
  accounts: Accounts
  onChat: (key: string) => void
  isChatOpen: boolean
}

/** What a person comes back for: their tickets, past chats and settings. No visitor's first load has it. */
export function AccountPages({ place: { tab, past }, accounts, ...rest }: Props) {
  if (tab === 'chat-history') return <ChatHistory past={past} {...rest} />
  if (tab === 'settings') return <Settings portal={rest.portal} accounts={accounts} />
  return <MyTickets accounts={accounts} {...rest} />
}
