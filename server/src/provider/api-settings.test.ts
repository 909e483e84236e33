import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { getApiSettings, saveApiSettings, testProvider } from '#contracts/provider/api-settings.ts'
import { ProviderId } from '#contracts/provider/provider.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { connectProvider } from './fixture.ts'

let h: Harness
let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: standin.url, ALLOW_LOCAL_MODELS: 'true' } })
})
afterEach(() => standin.reset())
afterAll(async () => {
  await h.stop()
  await standin.stop()
})

const desk = async () => {
  const acme = await h.tenant()
  const [owner, admin, agent] = await Promise.all([
    h.member(acme, 'owner'),
    h.member(acme, 'admin'),
    h.member(acme, 'agent'),
  ])
  return { ...acme, owner, admin, agent }
}

const keys = ProviderId.options
  .filter((provider) => provider !== 'custom')
  .map((provider) => ({ provider, key: `secret-canary-${provider}-${provider.slice(0, 2)}9x` }))

describe('[P1] the API settings', () => {
  it('store a key of every provider and the custom endpoint encrypted, and show its last four characters only', async () => {
    const { owner, admin, tenant } = await desk()
    const saved = await owner.call(saveApiSettings, {
      body: {
        providers: [
          ...keys,
          {
            provider: 'custom',
            baseUrl: 'https://llm.example.com/v1/',
            model: 'llama3',
            key: 'secret-canary-custom-cu9x',
          },
        ],
      },
    })
    expect(saved.providers.map((one) => [one.id, one.hasKey, one.keyEnd])).toEqual(
      ProviderId.options.map((id) => [id, true, `${id.slice(0, 2)}9x`]),
    )
    expect(saved.providers.at(-1)).toMatchObject({ baseUrl: 'https://llm.example.com/v1', model: 'llama3' })
    const read = await admin.call(getApiSettings)
    expect(read).toEqual(saved)
    expect(JSON.stringify(read)).not.toContain('canary')
    const stored = await queryAsOwner<{ encrypted_key: string }>(
      h.database.ownerUrl,
      'SELECT encrypted_key FROM ai_provider WHERE tenant_id = $1',
      [tenant.id],
    )
    expect(stored).toHaveLength(10)
    for (const row of stored) expect(row.encrypted_key).toMatch(/^v1\./)
  })

  it('keep a key when the field is empty, and remove it when it is null', async () => {
    const { owner } = await desk()
    await owner.call(saveApiSettings, { body: { providers: keys.slice(0, 2) } })
    const kept = await owner.call(saveApiSettings, {
      body: { providers: [{ provider: 'openai', key: '', model: 'x' }] },
    })
    expect(kept.providers[0]).toMatchObject({ hasKey: true, keyEnd: 'op9x', model: 'x' })
    const removed = await owner.call(saveApiSettings, { body: { providers: [{ provider: 'openai', key: null }] } })
    expect(removed.providers[0]).toMatchObject({ hasKey: false, keyEnd: null, model: 'x' })
    expect(removed.providers[1]).toMatchObject({ hasKey: true })
  })

  it('drop the key of a custom server whose address changes', async () => {
    const { owner } = await desk()
    const custom = (body: object) =>
      owner.call(saveApiSettings, { body: { providers: [{ provider: 'custom', ...body }] } })
    const view = (settings: Awaited<ReturnType<typeof custom>>) => settings.providers.find((one) => one.id === 'custom')
    await custom({ baseUrl: 'https://one.example.com/v1', key: 'secret-canary-one' })
    expect(view(await custom({ baseUrl: 'https://one.example.com/v1/' }))).toMatchObject({ hasKey: true })
    expect(view(await custom({ baseUrl: 'https://two.example.com/v1' }))).toMatchObject({ hasKey: false, keyEnd: null })
    const both = await custom({ baseUrl: 'https://three.example.com', key: 'secret-canary-two' })
    expect(view(both)).toMatchObject({ hasKey: true, baseUrl: 'https://three.example.com' })
  })

  it('store order, who answers first, priority and budgets', async () => {
    const { owner } = await desk()
    const first = await owner.call(getApiSettings)
    expect(first.order.slice(0, 3)).toEqual(['openai', 'deepseek', 'claude'])
    expect(first).toMatchObject({ responsePriority: 'fast', firstProvider: 'by_task', updatedAt: null })
    expect(first.taskRules).toContainEqual({ task: 'technical', provider: 'deepseek' })
    const budgets = { guestDailyCents: 5, tenantDailyCents: null, cheaperFromPercent: 50 }
    const saved = await owner.call(saveApiSettings, {
      body: { order: ['groq', 'claude'], firstProvider: 'own_order', responsePriority: 'quality', budgets },
    })
    expect(saved.order.slice(0, 3)).toEqual(['groq', 'claude', 'openai'])
    expect(saved).toMatchObject({ responsePriority: 'quality', firstProvider: 'own_order', budgets })
    expect(saved.updatedByName).toBe(owner.actor.name)
    const later = await owner.call(saveApiSettings, { body: { responsePriority: 'fast' } })
    expect(later.firstProvider).toBe('own_order')
  })

  it('are forbidden for agents, with the reason, and for guests', async () => {
    const { agent, tenant, slug } = await desk()
    for (const failure of [
      await agent.fail(getApiSettings),
      await agent.fail(saveApiSettings, { body: { providers: keys.slice(0, 1) } }),
      await agent.fail(testProvider, { body: { provider: 'openai', key: 'k' } }),
    ]) {
      expect(failure.error).toMatchObject({ code: 'forbidden' })
      expect(failure.error.message).toContain('Ask an owner or admin')
    }
    const guest = await h.guest({ tenant, slug })
    expect((await guest.fail(getApiSettings)).status).toBe(401)
    expect(standin.requests).toEqual([])
  })

  it('refuse an invalid key or address without repeating it in the error', async () => {
    const { owner } = await desk()
    const refused = async (provider: object) =>
      (await owner.fail(saveApiSettings, { body: { providers: [provider as never] } })).error
    for (const wrong of [
      { provider: 'openai', key: 'secret canary with spaces' },
      { provider: 'openai', key: 'schlüssel-canary' },
      { provider: 'openai', key: `canary${'x'.repeat(500)}` },
      { provider: 'custom', baseUrl: 'ftp://canary.example' },
      { provider: 'custom', baseUrl: 'https://user:canary@x.example' },
      { provider: 'openai', baseUrl: 'https://canary.example' },
    ]) {
      const error = await refused(wrong)
      expect(error.code).toBe('invalid_input')
      expect(JSON.stringify(error)).not.toContain('canary')
    }
  })
})

describe('[P3] a save whose keys do not read back', () => {
  const CRITICAL =
    'CRITICAL ERROR: API Keys NOT Saved! This would break your customer support. Please try again or contact support immediately.'

  it('shows the critical error and changes nothing', async () => {
    const { owner } = await desk()
    await owner.call(saveApiSettings, { body: { providers: [{ provider: 'claude', key: 'first-canary-key' }] } })
    await queryAsOwner(
      h.database.ownerUrl,
      `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.encrypted_key := overlay(NEW.encrypted_key placing 'AAAA' from 40); RETURN NEW; END $$`,
    )
    await queryAsOwner(
      h.database.ownerUrl,
      'CREATE TRIGGER spoil BEFORE INSERT OR UPDATE ON ai_provider FOR EACH ROW EXECUTE FUNCTION spoil()',
    )
    try {
      const failure = await owner.fail(saveApiSettings, {
        body: { providers: [{ provider: 'claude', key: 'second-canary-key' }], responsePriority: 'quality' },
      })
      expect(failure.status).toBe(503)
      expect(failure.error).toMatchObject({ reason: 'not_saved', message: CRITICAL })
    } finally {
      await queryAsOwner(h.database.ownerUrl, 'DROP TRIGGER spoil ON ai_provider')
    }
    const now = await owner.call(getApiSettings)
    expect(now.responsePriority).toBe('fast')
    expect((await owner.call(testProvider, { body: { provider: 'claude' } })).ok).toBe(true)
    expect(standin.requests.at(-1)?.headers['x-api-key']).toBe('first-canary-key')
  })
})

describe('[P2] the test of a key', () => {
  it.each(keys.map(({ provider }) => provider))(
    'is a real call to %s: "Hello", at most 10 tokens',
    async (provider) => {
      const { owner } = await desk()
      const result = await owner.call(testProvider, { body: { provider, key: 'sk-standin-fine' } })
      expect(result).toMatchObject({ ok: true, fault: null })
      const [request] = standin.requests
      expect(request).toMatchObject({ provider })
      expect(request?.parsed.turns).toEqual([{ role: 'user', text: 'Hello' }])
      expect(JSON.stringify(request?.body)).toMatch(/"(max_tokens|max_completion_tokens|maxOutputTokens)":10\b/)
    },
  )

  it('reports wrong key, rate limit, unknown model, time-out, no network and no key as distinct faults', async () => {
    const { owner } = await desk()
    const fault = async (body: object) => (await owner.call(testProvider, { body: body as never })).fault
    for (const [behaviour, expected] of [
      ['401', 'wrong_key'],
      ['403', 'wrong_key'],
      ['429', 'rate_limited'],
      ['unknown-model', 'unknown_model'],
      ['500', 'server'],
      ['bad-request', 'bad_request'],
      ['bad-json', 'bad_answer'],
    ] as const) {
      expect(await fault({ provider: 'openai', key: `sk-standin-${behaviour}` }), behaviour).toBe(expected)
    }
    expect(await fault({ provider: 'openai' })).toBe('no_key')
    expect(await fault({ provider: 'custom', model: 'llama3' })).toBe('no_address')
    expect(await fault({ provider: 'custom', model: 'llama3', baseUrl: 'http://127.0.0.1:1/v1' })).toBe('no_network')
    expect(await fault({ provider: 'custom', model: 'llama3', baseUrl: 'http://169.254.169.254/v1' })).toBe(
      'refused_address',
    )
    const { models } = h.platform
    const test = models.test
    const limited = vi.spyOn(models, 'test').mockImplementationOnce((given, signal) => {
      expect(given).toMatchObject({ silenceMs: 8000, totalMs: 12_000 })
      return test({ ...given, silenceMs: 100 }, signal)
    })
    expect(await fault({ provider: 'claude', key: 'sk-standin-hang' })).toBe('timeout')
    expect(limited).toHaveBeenCalledOnce()
    limited.mockRestore()
    const rateLimited = await owner.call(testProvider, { body: { provider: 'openai', key: 'sk-standin-429' } })
    expect(rateLimited.retryAfterSeconds).toBe(7)
  })

  it('uses the stored key when none is given, and stores the result as its status', async () => {
    const { owner, tenant } = await desk()
    await connectProvider(tenant, 'mistral', { key: 'stored-canary-key' })
    standin.setBehaviour('mistral', '401')
    expect(await owner.call(testProvider, { body: { provider: 'mistral' } })).toMatchObject({ fault: 'wrong_key' })
    const status = async () => (await owner.call(getApiSettings)).providers.find((one) => one.id === 'mistral')?.status
    expect(await status()).toBe('wrong_key')
    standin.setBehaviour('mistral', 'fine')
    expect(await owner.call(testProvider, { body: { provider: 'mistral', key: 'other' } })).toMatchObject({ ok: true })
    expect(await status()).toBe('wrong_key')
    expect(await owner.call(testProvider, { body: { provider: 'mistral' } })).toMatchObject({ ok: true })
    expect(await status()).toBe('ok')
  })

  it('never sends a stored key to another address', async () => {
    const { owner, tenant } = await desk()
    await connectProvider(tenant, 'custom', {
      key: 'stored-canary-key',
      baseUrl: `${standin.url}/custom/v1`,
      model: 'm',
    })
    const elsewhere = { provider: 'custom', baseUrl: `${standin.url}/groq/openai/v1` } as const
    await owner.call(testProvider, { body: elsewhere })
    expect(JSON.stringify(standin.requests.map((one) => one.headers))).not.toContain('stored-canary-key')
    await owner.call(testProvider, { body: { provider: 'custom' } })
    expect(JSON.stringify(standin.requests.map((one) => one.headers))).toContain('stored-canary-key')
  })

  it('cannot use the key of another tenant, not even when its encrypted row is copied', async () => {
    const [one, other] = [await desk(), await desk()]
    await connectProvider(one.tenant, 'openai', { key: 'only-canary-of-one' })
    expect((await other.owner.call(getApiSettings)).providers[0]).toMatchObject({ hasKey: false })
    expect(await other.owner.call(testProvider, { body: { provider: 'openai' } })).toMatchObject({ fault: 'no_key' })
    // An encrypted key copied into another tenant's row cannot be decrypted.
    await queryAsOwner(
      h.database.ownerUrl,
      `INSERT INTO ai_provider (tenant_id, provider, encrypted_key, key_changed_at) SELECT $2, provider, encrypted_key, key_changed_at FROM ai_provider WHERE tenant_id = $1`,
      [one.tenant.id, other.tenant.id],
    )
    expect(await other.owner.call(testProvider, { body: { provider: 'openai' } })).toMatchObject({
      fault: 'unreadable',
    })
    expect((await other.owner.call(getApiSettings)).providers[0]).toMatchObject({ hasKey: true, isUnreadable: true })
    expect((await one.owner.call(getApiSettings)).providers[0]).toMatchObject({ hasKey: true, isUnreadable: false })
    expect(standin.requests).toEqual([])
  })
})
