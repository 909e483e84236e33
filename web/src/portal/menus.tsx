import * as m from '#i18n/messages.js'
import { LanguageMenu } from '#web/kit/language-menu.tsx'
import { Menu } from '#web/kit/menu.tsx'
import { useThemeItems } from '#web/kit/theme-items.tsx'
import { AccountMenu } from './account/account-menu.tsx'
import type { Accounts } from './account/use-account.ts'

/** The menus at the foot of the sidebar: the account, the language and the theme. */
export function Menus({ slug, accounts }: { slug: string; accounts: Accounts }) {
  return (
    <>
      <AccountMenu slug={slug} accounts={accounts} />
      <LanguageMenu />
      <ThemeMenu />
    </>
  )
}

/** Theme choice: light, dark, or the device's. */
function ThemeMenu() {
  const { items, Icon } = useThemeItems()
  return <Menu label={m.common_theme()} icon={<Icon size={20} stroke={1.5} />} items={items} />
}
