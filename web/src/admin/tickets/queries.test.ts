import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noFilter } from './filter.ts'
import { listKey, listQuery, listsKey, reload } from './queries.ts'
import type { Rows } from './rows.ts'

/** A list that answers with what it holds when it is asked; while it is held, its replies wait in `pending`. */
function stubList() {
  const list = { subjects: ['old'], pending: [] as (() => void)[], isHeld: false }
  vi.stubGlobal('fetch', async () => {
    const items = list.subjects.map((id) => ({ id, lastMessageAt: '2026-11-21T10:00:00.000Z' }))
    if (list.isHeld) await new Promise<void>((send) => list.pending.push(send))
    return new Response(JSON.stringify({ items, nextCursor: null }))
  })
  return list
}

afterEach(() => vi.unstubAllGlobals())

describe('reading the list of tickets again', () => {
  it('keeps the rows of a read that began later and ended earlier', async () => {
    const client = new QueryClient()
    const list = stubList()
    await client.fetchQuery(listQuery(client, noFilter))
    list.isHeld = true
    const reloading = reload(client, noFilter)
    await vi.waitFor(() => expect(list.pending).toHaveLength(1), 60_000)
    list.isHeld = false
    list.subjects = ['new', 'old']
    await client.refetchQueries({ queryKey: listsKey, type: 'all' })
    list.pending[0]?.()
    expect(await reloading).toBe(2)
    expect(client.getQueryData<Rows>(listKey(noFilter))?.rows.map(({ id }) => id)).toEqual(['new', 'old'])
  })
})
