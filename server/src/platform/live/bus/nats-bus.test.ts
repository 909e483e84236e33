import { describe, expect, it, vi } from 'vitest'
import type { Log } from '#server/platform/log.ts'
import type { Bus, Notification } from './bus.ts'
import { createNatsBus } from './nats-bus.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Log

/** A bus whose NATS server is not there, with what it sends by NOTIFY. */
function awayBus(warn: (...given: unknown[]) => void = () => undefined, url = 'nats://127.0.0.1:1') {
  const sent: Notification[] = []
  const notify: Bus = {
    isNotifying: true,
    atCommit: (given) => ({ inCommit: given, ended: () => undefined }),
    publish: async (one) => void sent.push(one),
    on: vi.fn(),
    onGap: vi.fn(),
    start: async () => undefined,
    stop: async () => undefined,
  }
  const key = Buffer.alloc(32, 1)
  const bus = createNatsBus({
    url,
    key,
    log: { ...log, warn } as Log,
    notify,
    subject: async () => 'segue.test',
  })
  return { bus, sent }
}

describe('a bus whose NATS server does not answer', () => {
  it('lets the commit carry its notifications, and sends afterwards only what a result added', () => {
    const { bus, sent } = awayBus()
    const { inCommit, ended } = bus.atCommit([['segue_live', 'one']])
    expect(inCommit).toEqual([['segue_bus', expect.stringMatching(/^\S+ segue_live one$/)]])
    ended('committed', [['segue_live', 'two']])
    expect(sent.map(([, payload]) => payload.split(' ').slice(1))).toEqual([['segue_live', 'two']])
  })

  it('sends what belongs to no transaction by NOTIFY', async () => {
    const { bus, sent } = awayBus()
    await bus.publish(['segue_live', 'typing'])
    expect(sent).toEqual([['segue_bus', expect.stringMatching(/^\S+ segue_live typing$/)]])
  })

  it.each([
    ['nats://127.0.0.1:1', /refused/i],
    ['nats://segue:100%@127.0.0.1:1', /URI malformed/],
  ])('says why in the log: %s', async (address, reason) => {
    const warn = vi.fn()
    const { bus } = awayBus(warn, address)
    await bus.start()
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 30_000 })
    await bus.stop()
    const [[given, text] = []] = warn.mock.calls
    expect(given).toMatchObject({ reason: expect.stringMatching(reason) })
    expect(text).toBe('the NATS server does not answer: live events go through the database')
  })
})
