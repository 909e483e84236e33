import { useHotkeys } from '@mantine/hooks'

type Keys = {
  move: (by: 1 | -1) => void
  reply: () => void
  note: () => void
  assign: () => void
  resolve: () => void
  take: () => void
  select: () => void
  snooze: () => void
  merge: () => void
  search: () => void
  back: () => void
}

const FLOATING = '[role="dialog"], [role="menu"]'

/** Keyboard shortcuts of the section; ignored while somebody types or a dialog or menu is open. */
export function useTicketShortcuts(keys: Keys): void {
  const unlessOpen = (run: () => void) => (event: KeyboardEvent) => {
    // The key that closed a dialog arrives after the dialog was removed; its target is still inside.
    const isInside = event.target instanceof Element && event.target.closest(FLOATING) !== null
    if (!isInside && !document.querySelector(FLOATING)) run()
  }
  useHotkeys([
    ['J', unlessOpen(() => keys.move(1))],
    ['K', unlessOpen(() => keys.move(-1))],
    ['R', unlessOpen(keys.reply)],
    ['N', unlessOpen(keys.note)],
    ['A', unlessOpen(keys.assign)],
    ['E', unlessOpen(keys.resolve)],
    ['T', unlessOpen(keys.take)],
    ['X', unlessOpen(keys.select)],
    ['Z', unlessOpen(keys.snooze)],
    ['M', unlessOpen(keys.merge)],
    ['/', unlessOpen(keys.search)],
    ['Escape', unlessOpen(keys.back)],
  ])
}
