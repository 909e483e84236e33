import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './menu.module.css'

export type MenuItem = { label: string; icon?: ReactNode; hint?: ReactNode; onSelect: () => void; isChecked?: boolean }

/** Attributes of the button that opens a menu. */
export type MenuButton = {
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  id: string
  onClick: () => void
}

type MenuProps = {
  label: string
  items: readonly MenuItem[]
  /** The button: an icon, or an element that takes the attributes. */
  icon?: ReactNode
  button?: (attributes: MenuButton) => ReactNode
  /** Above the items. */
  header?: ReactNode
  className?: string | undefined
}

/** Pixels between the button and the menu, and to the edge of the page. */
const GAP = 4

/** A button with a short list of actions. Arrow keys move, Escape closes, the focus goes back to the button. */
export function Menu({ label, items, icon, button, header, className }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const opener = root.current?.firstElementChild
    if (isOpen && opener && menu.current) place(menu.current, opener)
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const [first, ...others] = itemsOf(menu.current)
    const checked = [first, ...others].find((item) => item?.ariaChecked === 'true')
    ;(checked ?? first)?.focus({ preventScroll: true })
    const leave = (event: Event) => !root.current?.contains(event.target as Node) && setOpen(false)
    const shut = () => setOpen(false)
    document.addEventListener('pointerdown', leave)
    addEventListener('resize', shut)
    return () => {
      document.removeEventListener('pointerdown', leave)
      removeEventListener('resize', shut)
    }
  }, [isOpen])
  const close = () => {
    setOpen(false)
    document.getElementById(`${id}button`)?.focus()
  }
  const move = (event: KeyboardEvent) => {
    // Neither a shortcut of the page nor the Escape of a dialog around it.
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') return close()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const all = itemsOf(menu.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[(at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length]?.focus()
  }
  const attributes: MenuButton = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    id: `${id}button`,
    onClick: () => setOpen(!isOpen),
  }
  return (
    <div ref={root} className={className}>
      {button ? (
        button(attributes)
      ) : (
        <IconButton label={label} {...attributes}>
          {icon}
        </IconButton>
      )}
      {isOpen && (
        <div ref={menu} className={styles.menu}>
          {header}
          <div id={id} role="menu" aria-label={label} onKeyDown={move}>
            {items.map((item) => (
              <Item key={item.label} item={item} onClose={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
]

/** Below its button, or above it where there is no room; always inside the page. */
function place(menu: HTMLElement, button: Element): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const isAbove = at.bottom + GAP + height > innerHeight && at.top > innerHeight - at.bottom
  menu.style.top = `${Math.max(GAP, isAbove ? at.top - GAP - height : at.bottom + GAP)}px`
  menu.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - 2 * GAP))}px`
}

function Item({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const { label, icon, hint, isChecked, onSelect } = item
  const role = isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChecked }
  return (
    <button
      type="button"
      {...role}
      tabIndex={-1}
      className={styles.item}
      onClick={() => {
        onClose()
        onSelect()
      }}
    >
      {icon}
      {label}
      {hint && (
        <span className={styles.hint} aria-hidden="true">
          {hint}
        </span>
      )}
    </button>
  )
}
