import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch, validateSearch } from './desk-address.ts'

describe('the desk’s address', () => {
  it('opens the overview for no section and for an unknown one', () => {
    expect(validateSearch({}).section).toBe('overview')
    expect(validateSearch({ section: 'nonsense' }).section).toBe('overview')
    expect(validateSearch({ section: 'billing' }).section).toBe('billing')
  })

  it('passes the other values of a section through as text', () => {
    const search = validateSearch(parseSearch('?section=tickets&ticket=123&search=%2312+a%26b'))
    expect(search).toEqual({ section: 'tickets', ticket: '123', search: '#12 a&b' })
    expect(stringifySearch({ ...search, priority: '', status: undefined })).toBe(
      '?section=tickets&ticket=123&search=%2312+a%26b',
    )
  })
})
