import { afterAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '#test/harness.ts'
import { readConfig } from './config.ts'

const started: Harness[] = []
afterAll(async () => {
  for (const harness of started) await harness.stop()
})

/** The client's address that a server with this setting records for a failed sign-in. */
async function recordedAddress(trustProxy: string, forwarded: string): Promise<string> {
  const h = await startHarness({ env: { TRUST_PROXY: trustProxy } })
  started.push(h)
  await h.visitor().raw('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    body: JSON.stringify({ email: 'a@example.com', password: 'x', portal: 'customer' }),
  })
  const [row] = await h.platform.db.query<{ address: string }>('SELECT address FROM auth.sign_in_attempt')
  return row?.address ?? ''
}

it.each([
  ['false', '127.0.0.1'],
  ['1', '192.0.2.7'],
  ['2', '198.51.100.9'],
  ['127.0.0.1', '192.0.2.7'],
  ['loopback, 192.0.2.0/24', '198.51.100.9'],
])('TRUST_PROXY=%s takes the client’s address %s from X-Forwarded-For', async (setting, address) => {
  expect(await recordedAddress(setting, '203.0.113.1, 198.51.100.9, 192.0.2.7')).toBe(address)
})

it('an address that the client wrote at the beginning is never believed', () => {
  expect(() => readConfig({ TRUST_PROXY: 'true' })).toThrow(
    /TRUST_PROXY: it would believe whatever address a client writes\. Set the number of your proxies instead \(TRUST_PROXY=1 for one\)/,
  )
})

it.each(['yes', '17', '-1', '10.0.0.0/33', '10.0.0', 'all', ','])('TRUST_PROXY=%s is refused', (setting) => {
  expect(() => readConfig({ TRUST_PROXY: setting })).toThrow(/TRUST_PROXY: it must be a number of proxies/)
})
