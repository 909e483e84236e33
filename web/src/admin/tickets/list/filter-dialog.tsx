import { Modal } from '@mantine/core'
import * as m from '#i18n/messages.js'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import type { FilterFormProps } from './filter-form.tsx'

const FilterForm = lazyPart(async () => (await import('./filter-form.tsx')).FilterForm, {
  waiting: () => <LoadingRows label={m.common_loading()} rows={6} />,
})

type FilterDialogProps = FilterFormProps & { isOpen: boolean }

/** All filters together: a ticket has to match each of them, by any of its values. */
export function FilterDialog({ isOpen, onClose, ...filters }: FilterDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={m.filter_title()}
      size={640}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <FilterForm onClose={onClose} {...filters} />
    </Modal>
  )
}
