import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import * as m from '#i18n/messages.js'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { classes } from '#web/lib/classes.ts'
import styles from './memory-link.module.css'

/** The memory of this visitor, loaded when it is opened. */
export const MemoryDialog = lazyDialog(async () => (await import('./memory-dialog.tsx')).MemoryDialog)

/** "What we remember": opens the memory of this visitor. */
export function MemoryLink({ slug, className }: { slug: string; className?: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes(styles.link, className)} onClick={() => setOpen(true)}>
        <IconHistory size={16} stroke={1.5} aria-hidden="true" />
        {m.memory_own_link()}
      </button>
      {isOpen && <MemoryDialog slug={slug} onClose={() => setOpen(false)} />}
    </>
  )
}
