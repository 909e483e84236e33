import { SegmentedControl } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { type ThemeChoice, useTheme } from '#web/lib/theme.ts'
import styles from './user-menu.module.css'

/** Light, dark, or the device's theme. */
export function ThemeSwitch() {
  const [choice, choose] = useTheme()
  const options: { value: ThemeChoice; label: string; Icon: typeof IconSun }[] = [
    { value: 'light', label: m.common_theme_light(), Icon: IconSun },
    { value: 'dark', label: m.common_theme_dark(), Icon: IconMoon },
    { value: 'auto', label: m.common_theme_auto(), Icon: IconDeviceDesktop },
  ]
  return (
    <SegmentedControl
      fullWidth
      aria-label={m.common_theme()}
      value={choice}
      onChange={(value) => choose(value as ThemeChoice)}
      data={options.map(({ value, label, Icon }) => ({
        value,
        label: (
          <span className={styles.option}>
            <Icon size={15} stroke={1.5} aria-hidden="true" />
            {label}
          </span>
        ),
      }))}
    />
  )
}
