import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import styles from './memory-link.module.css'

const MemoryDialog = lazy(() => import('./memory-dialog.tsx').then((part) => ({ default: part.MemoryDialog })))

/** "What we remember": opens the memory of this visitor. */
export function MemoryLink({ slug, className }: { slug: string; className?: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes(styles.link, className)} onClick={() => setOpen(true)}>
        <IconHistory size={16} stroke={1.5} aria-hidden="true" />
        {m.memory_own_link()}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <MemoryDialog slug={slug} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
