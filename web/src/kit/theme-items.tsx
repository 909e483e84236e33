import { IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { type ThemeChoice, useTheme } from '#web/lib/theme.ts'
import type { MenuItem } from './menu.tsx'

/** Theme choice for a menu (light, dark, or the device's), and the icon of the chosen one. `onChosen` runs after the choice is shown. */
export function useThemeItems(onChosen?: (choice: ThemeChoice) => void): { items: MenuItem[]; Icon: typeof IconSun } {
  const [theme, setTheme] = useTheme()
  const choices: [ThemeChoice, string, typeof IconSun][] = [
    ['light', m.common_theme_light(), IconSun],
    ['dark', m.common_theme_dark(), IconMoon],
    ['auto', m.common_theme_auto(), IconSunMoon],
  ]
  const items = choices.map(([choice, label, Icon]) => ({
    label,
    icon: <Icon size={18} stroke={1.5} aria-hidden="true" />,
    isChecked: choice === theme,
    onSelect: () => {
      setTheme(choice)
      onChosen?.(choice)
    },
  }))
  return { items, Icon: choices.find(([choice]) => choice === theme)?.[2] ?? IconSunMoon }
}
