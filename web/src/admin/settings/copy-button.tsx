import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { notify } from '#web/ui/notify.ts'

/** Copies a text, and says whether that worked. */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => notify.success(m.settings_url_copied()),
    () => notify.error(m.settings_url_copy_failed()),
  )

/** A small button that copies a text; `label` says which. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} onClick={() => void copyText(text)}>
        <IconCopy size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}
