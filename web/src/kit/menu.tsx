import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './menu.module.css'

export type MenuItem = { label: string; icon?: ReactNode; onSelect: () => void; isChecked?: boolean }

/** A button with a short list of actions. Arrow keys move, Escape closes, the focus goes back to the button. */
export function Menu({ label, icon, items }: { label: string; icon: ReactNode; items: readonly MenuItem[] }) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    root.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    const leave = (event: PointerEvent) => !root.current?.contains(event.target as Node) && setOpen(false)
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [isOpen])
  const close = () => {
    setOpen(false)
    root.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') return close()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[(at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length]?.focus()
  }
  return (
    <div ref={root} className={styles.root}>
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </IconButton>
      {isOpen && (
        <div id={id} role="menu" aria-label={label} className={styles.menu} onKeyDown={move}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              {...(item.isChecked === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemradio', 'aria-checked': item.isChecked })}
              tabIndex={-1}
              className={styles.item}
              onClick={() => {
                close()
                item.onSelect()
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
