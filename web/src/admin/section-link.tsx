import type { MouseEvent, ReactNode } from 'react'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { openSection, type SectionValues, sectionHref } from './desk-address.ts'
import type { SectionId } from './sections.ts'

type SectionLinkProps = {
  section: SectionId
  /** The section's own values: a filter, an open row. */
  values?: SectionValues
  className?: string | undefined
  label?: string
  tabIndex?: number
  children: ReactNode
}

/** A link to a section, opened on this page without a reload; with a key held or another button it opens as the browser does. */
export function SectionLink({ section, values = {}, className, label, tabIndex, children }: SectionLinkProps) {
  return (
    <a
      className={className}
      href={sectionHref(section, values)}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        if (!isFollowedHere(event)) return
        event.preventDefault()
        openSection(section, values)
      }}
    >
      {children}
    </a>
  )
}
