import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type SectionId, sectionFrom } from './sections.ts'

/** The address after `?`: the section and its part of the address (filters, the open ticket), all as text. */
export type DeskSearch = { section: SectionId } & { [name: string]: string | undefined }

/** Reads `?a=b` as plain text values, without JSON parsing. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Writes it back; empty values are left out, the section comes first. */
export function stringifySearch(search: Record<string, unknown>): string {
  const { section, ...rest } = search
  const query = new URLSearchParams()
  for (const [name, value] of [['section', section] as const, ...Object.entries(rest)]) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** Validates the section; other values are passed through. */
export function validateSearch(search: Record<string, unknown>): DeskSearch {
  return { ...(search as Record<string, string>), section: sectionFrom(search.section) }
}

/**
 * The section's own part of the address and how to change it. A change is a step in the browser's history unless
 * `replace`; undefined or '' removes a value.
 */
export function useSectionSearch(): [
  search: Readonly<Record<string, string | undefined>>,
  change: (patch: Record<string, string | undefined>, options?: { replace?: boolean }) => void,
] {
  const search = useSearch({ strict: false }) as DeskSearch
  const navigate = useNavigate()
  const change = useCallback(
    (patch: Record<string, string | undefined>, options?: { replace?: boolean }) => {
      void navigate({
        to: '.',
        search: ((before: DeskSearch) => ({ ...before, ...patch })) as never,
        replace: options?.replace ?? false,
      })
    },
    [navigate],
  )
  return [search, change]
}

/** The open section and how to open another, which drops the old section's part of the address. */
export function useSection(): [section: SectionId, open: (section: SectionId) => void] {
  const { section } = useSearch({ strict: false }) as DeskSearch
  const navigate = useNavigate()
  const open = useCallback(
    (next: SectionId) => void navigate({ to: '.', search: { section: next } as never }),
    [navigate],
  )
  return [sectionFrom(section), open]
}
