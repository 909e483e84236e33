import { Tabs } from '@mantine/core'
import { type ComponentType, useEffect, useRef } from 'react'
import styles from './tab-row.module.css'

type TabRowProps = {
  /** Names the row. */
  label: string
  /** `Count`: how much waits there, beside the name. */
  tabs: readonly { id: string; label: () => string; Count?: ComponentType }[]
  /** Id of the open tab. */
  open: string
}

/** The row of tabs of `Tabs`. Where it is wider than the page it scrolls sideways, and the open tab is in sight. */
export function TabRow({ label, tabs, open }: TabRowProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[id$='-tab-${open}']`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  return (
    <Tabs.List ref={list} aria-label={label} className={styles.row ?? ''}>
      {tabs.map(({ id, label, Count }) => (
        <Tabs.Tab key={id} value={id}>
          {label()}
          {Count && <Count />}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
