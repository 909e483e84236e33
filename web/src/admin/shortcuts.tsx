import { Modal } from '@mantine/core'
import * as m from '#i18n/messages.js'
import { Keys } from '#web/ui/parts.tsx'
import { modKey } from './mod-key.ts'
import styles from './shortcuts.module.css'

const groups = () => [
  {
    title: m.desk_shortcuts_everywhere(),
    keys: [
      { keys: [modKey(), 'K'], does: m.desk_shortcut_palette() },
      { keys: ['['], does: m.desk_shortcut_sidebar() },
      { keys: ['?'], does: m.desk_shortcut_help() },
    ],
  },
  {
    title: m.desk_section_tickets(),
    keys: [
      { keys: ['J', 'K'], does: m.desk_shortcut_move() },
      { keys: ['Enter'], does: m.desk_shortcut_open() },
      { keys: ['R'], does: m.desk_shortcut_reply() },
      { keys: ['N'], does: m.desk_shortcut_note() },
      { keys: ['A'], does: m.desk_shortcut_assign() },
      { keys: ['E'], does: m.desk_shortcut_resolve() },
      { keys: ['T'], does: m.desk_shortcut_take() },
      { keys: ['X'], does: m.bulk_shortcut() },
      { keys: ['Z'], does: m.desk_shortcut_snooze() },
      { keys: ['M'], does: m.desk_shortcut_merge() },
      { keys: [modKey(), 'Enter'], does: m.desk_shortcut_send() },
      { keys: ['/'], does: m.desk_shortcut_search() },
      { keys: ['Esc'], does: m.desk_shortcut_back() },
    ],
  },
]

/** Dialog with all keyboard shortcuts of the desk. */
export function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={m.desk_shortcuts()}
      size={480}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {groups().map((group) => (
        <section key={group.title} className={styles.group}>
          <h3 className={styles.title}>{group.title}</h3>
          <dl className={styles.list}>
            {group.keys.map(({ keys, does }) => (
              <div key={does} className={styles.row}>
                <dt>{does}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
