import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useEffect } from 'react'
import * as m from '#i18n/messages.js'
import { useSection } from '#web/admin/desk-address.ts'
import { sectionIds, sectionOf } from '#web/admin/sections.ts'
import { signOut } from '#web/admin/session.ts'
import { setTheme } from '#web/lib/theme.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './palette.module.css'

const [store, palette] = createSpotlight()

const icon = { size: 18, stroke: 1.5 }

type PaletteProps = { isOpen: boolean; onClose: () => void; onHelp: () => void }

/** Ctrl K: every section and every action by its name. */
export function Palette({ isOpen, onClose, onHelp }: PaletteProps) {
  const [, open] = useSection()
  useEffect(() => (isOpen ? palette.open() : palette.close()), [isOpen])
  const go: SpotlightActionData[] = sectionIds.map((id) => {
    const { label, Icon } = sectionOf(id)
    return { id, label: label(), leftSection: <Icon {...icon} />, onClick: () => open(id) }
  })
  const does: SpotlightActionData[] = [
    {
      id: 'light',
      label: m.desk_palette_light(),
      leftSection: <IconSun {...icon} />,
      onClick: () => setTheme('light'),
    },
    { id: 'dark', label: m.desk_palette_dark(), leftSection: <IconMoon {...icon} />, onClick: () => setTheme('dark') },
    {
      id: 'auto',
      label: m.desk_palette_auto(),
      leftSection: <IconDeviceDesktop {...icon} />,
      onClick: () => setTheme('auto'),
    },
    { id: 'keys', label: m.desk_shortcuts(), leftSection: <IconKeyboard {...icon} />, onClick: onHelp },
    {
      id: 'leave',
      label: m.desk_sign_out(),
      leftSection: <IconLogout {...icon} />,
      onClick: () => void signOut().catch(notify.failure),
    },
  ]
  return (
    <Spotlight
      store={store}
      shortcut={null}
      onSpotlightClose={onClose}
      actions={[
        { group: m.desk_palette_go(), actions: go },
        { group: m.desk_palette_do(), actions: does },
      ]}
      nothingFound={m.desk_palette_nothing()}
      highlightQuery
      scrollable
      maxHeight={420}
      radius="md"
      overlayProps={{ blur: 0 }}
      transitionProps={{ transition: 'fade-down', duration: 120 }}
      classNames={{
        content: styles.content ?? '',
        overlay: styles.overlay ?? '',
        search: styles.search ?? '',
        action: styles.action ?? '',
        actionsGroup: styles.group ?? '',
      }}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.5} />,
        placeholder: m.desk_search(),
        'aria-label': m.desk_search(),
      }}
    />
  )
}
