import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'

type MoveButtonsProps = {
  /** Of what is moved. */
  name: string
  at: number
  count: number
  onMove: (to: number) => void
}

/** Moves an entry of a list up or down by one. Not disabled at the ends: the focus would be lost there. */
export function MoveButtons({ name, at, count, onMove }: MoveButtonsProps) {
  const button = (label: string, Icon: typeof IconArrowUp, to: number) => {
    const isEnd = to < 0 || to >= count
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-disabled={isEnd}
        aria-label={label}
        onClick={() => (isEnd ? undefined : onMove(to))}
      >
        <Icon size={16} stroke={1.5} />
      </ActionIcon>
    )
  }
  return (
    <>
      {button(m.field_up({ name }), IconArrowUp, at - 1)}
      {button(m.field_down({ name }), IconArrowDown, at + 1)}
    </>
  )
}
