import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveApiSettings, testProvider } from '#contracts/provider/api-settings.ts'
import { ProviderId } from '#contracts/provider/provider.ts'
import { createLog } from '#server/platform/log.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { askModel } from './service.ts'

const lines: string[] = []
let h: Harness
let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
  const log = createLog('trace', { write: (line) => lines.push(line) })
  h = await startHarness({ env: { AI_ORIGIN: standin.url, ALLOW_LOCAL_MODELS: 'true' }, overrides: { log } })
})
afterAll(async () => {
  await h.stop()
  await standin.stop()
})

describe('[P1] provider keys', () => {
  it('appear in no log line, reply, error or database text', async () => {
    const acme = await h.tenant()
    const { tenant } = acme
    const owner = await h.member(acme, 'owner')
    const canaries = ProviderId.options.map((provider) => ({ provider, key: `sk-canary-${provider}-0123456789` }))
    const seen: unknown[] = []
    // The providers in parallel, the calls of each in order.
    const exerciseKey = async ({ provider, key }: (typeof canaries)[number]) => {
      const more = provider === 'custom' ? { baseUrl: `${standin.url}/custom/v1`, model: 'm' } : {}
      seen.push(await owner.call(saveApiSettings, { body: { providers: [{ provider, key, ...more }] } }))
      for (const behaviour of ['401', '500', 'bad-json', 'html', 'fine'] as const) {
        standin.setBehaviour(provider, behaviour)
        seen.push(await owner.call(testProvider, { body: { provider } }))
        const asking = {
          ...({ purpose: 'answer', conversationId: null, messageId: null, guestId: null, agent: null } as const),
          ...({
            complexity: 'medium',
            isExpert: false,
            system: 's',
            maxTokens: 10,
            temperature: 0,
            only: provider,
          } as const),
          messages: [{ role: 'user', content: 'Hello' }] as const,
        }
        const parts = askModel(tenant, { ...asking, messages: [...asking.messages] }, AbortSignal.timeout(5000))
        try {
          for await (const part of parts) seen.push(part)
        } catch (error) {
          const { message, stack, cause } = error as Error
          seen.push({ message, stack, cause: String(cause) }, error)
        }
      }
      seen.push(
        await (
          await owner.raw('/api/providers', {
            method: 'PUT',
            headers: { 'content-type': 'application/json' },
            body: `{"key":"${key}`,
          })
        ).text(),
      )
    }
    await Promise.all(canaries.map(exerciseKey))
    expect(standin.requests.length).toBeGreaterThan(50)
    expect(JSON.stringify(standin.requests.map((one) => one.headers))).toContain('sk-canary-openai')
    expect(lines.join('')).not.toContain('sk-canary')
    expect(JSON.stringify(seen)).not.toContain('sk-canary')
    const tables = await queryAsOwner<{ name: string }>(
      h.database.ownerUrl,
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema IN ('public', 'auth', 'pgboss') AND table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(20)
    const checks = tables.map(
      ({ name }) => `SELECT '${name}' WHERE EXISTS (SELECT 1 FROM ${name} t WHERE t::text LIKE '%sk-canary%')`,
    )
    expect(await queryAsOwner(h.database.ownerUrl, checks.join(' UNION ALL '))).toEqual([])
  })
})
