import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import { getTenant } from '#server/tenant/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { isRefusal } from './database-errors.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

describe('an error of a commit', () => {
  it.each([
    ['23505', true],
    ['40P01', true],
    ['57P01', false],
    ['08006', false],
    ['ETIMEDOUT', false],
    ['EPIPE', false],
    ['ECONNRESET', false],
  ])('%s says that nothing was stored: %s', (code, isKnown) =>
    expect(isRefusal(Object.assign(new Error('failed'), { code }))).toBe(isKnown),
  )
})

describe('a transaction', () => {
  it('rejects when PostgreSQL rolled it back after a swallowed error', async () => {
    const { tenant } = await h.tenant()
    const swallowing = tenant.tx(async (t) => {
      await t.sql(`UPDATE tenant SET name = 'Other'`)
      await t.sql('SELECT 1 / 0').catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow()
  })

  it('sends no statement after its end', async () => {
    const { tenant } = await h.tenant()
    const late: Promise<unknown>[] = []
    const failing = tenant.tx(async (t) => {
      late.push(t.sql('SELECT 1').then(() => failing.catch(() => t.sql('SELECT 2'))))
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    await expect(late[0]).rejects.toThrow('has ended')
  })

  it('rejects with the first error among the statements that nobody waited for', async () => {
    const { tenant } = await h.tenant()
    const failing = tenant.tx(async (t) => {
      t.write(t.sql(`UPDATE tenant SET name = 'Other'`))
      t.write(t.sql('SELECT 1 / 0'))
      t.write(t.sql('SELECT 2'))
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect((await getTenant(tenant)).name).not.toBe('Other')
  })

  it('rejects when a write, a job or a live event is left to the end of a read', async () => {
    const { tenant } = await h.tenant()
    const written = tenant.read(async (t) => t.write(t.sql(`UPDATE tenant SET name = 'Other'`)))
    await expect(written).rejects.toThrow('read-only transaction')
    const published = tenant.read(async (t) => t.publish({ type: 'resync' }, { desk: true, conversation: null }))
    await expect(published).rejects.toThrow('A read transaction writes')
    const queued = tenant.read((t) => t.enqueue(removeStoredFile, { storageKey: 'none' }))
    await expect(queued).rejects.toThrow('A read transaction writes')
  })

  it('refuses another transaction and network calls while it is open', async () => {
    const { tenant } = await h.tenant()
    const attempt = (run: () => Promise<unknown>) => expect(tenant.tx(run)).rejects.toThrow('inside a transaction')
    await attempt(() => tenant.tx(async () => null))
    await attempt(() => h.platform.http.fetch('http://a.example/'))
  })
})
