import { Modal } from '@mantine/core'
import { useState } from 'react'
import * as m from '#i18n/messages.js'
import { openSection } from '#web/admin/desk-address.ts'
import type { OpenTicket } from '#web/admin/tickets/open-ticket.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import styles from './palette.module.css'
import { SearchBox } from './search-box.tsx'

const NewTicketDialog = lazyDialog(
  async () => (await import('#web/admin/tickets/new-ticket-dialog.tsx')).NewTicketDialog,
)

type PaletteProps = { isOpen: boolean; onClose: () => void; onHelp: () => void; ticket: OpenTicket }

/** Ctrl K: finds tickets, customers, FAQs, articles, settings and actions while somebody types. */
export function Palette({ isOpen, onClose, onHelp, ticket }: PaletteProps) {
  const [isNewOpen, setNewOpen] = useState(false)
  /** What was chosen; it runs when the dialog is gone and the focus is back, since it may open another or focus a field. */
  const [chosen, setChosen] = useState<(() => void) | null>(null)
  const choose = (run: () => void) => {
    setChosen(() => run)
    onClose()
  }
  return (
    <>
      <Modal.Root
        opened={isOpen}
        onClose={onClose}
        onExitTransitionEnd={() => {
          setChosen(null)
          chosen?.()
        }}
        size={640}
        yOffset="12dvh"
        // As a class of Modal.Content it would also be one of the box that centres it.
        classNames={{ content: styles.content ?? '', overlay: styles.overlay ?? '' }}
        transitionProps={{ transition: 'fade-down', duration: 120 }}
      >
        <Modal.Overlay />
        <Modal.Content aria-label={m.desk_search()}>
          <SearchBox onChoose={choose} onHelp={onHelp} onNewTicket={() => setNewOpen(true)} ticket={ticket.current} />
        </Modal.Content>
      </Modal.Root>
      <NewTicketDialog
        isOpen={isNewOpen}
        onClose={() => setNewOpen(false)}
        onCreated={(id) => {
          setNewOpen(false)
          openSection('tickets', { ticket: id })
        }}
      />
    </>
  )
}
