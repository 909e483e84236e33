import { describe, expect, it } from 'vitest'
import { cheapestModel, chooseModel, defaultModelOf, suggestedModels } from './models.ts'
import { costOf, listPriceOf, priceOf } from './prices.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('the cost of a call', () => {
  it('is exact in millionths of a cent', () => {
    const price = listPriceOf('openai', 'gpt-4o-mini', now)
    expect(price).toMatchObject({ inputCents: 15, outputCents: 60, version: 'list 2024-07-18' })
    expect(costOf({ inputTokens: 1234, outputTokens: 56 }, price)).toBe(1234 * 15 + 56 * 60)
    // A million tokens in and out: 75 cents.
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 1_000_000 }, price)).toBe(75_000_000)
  })

  it('uses the family’s price for a dated model name only', () => {
    expect(listPriceOf('openai', 'gpt-4o-mini-2024-07-18', now)?.inputCents).toBe(15)
    expect(listPriceOf('openai', 'gpt-4o-2024-08-06', now)?.inputCents).toBe(250)
    expect(listPriceOf('openai', 'gpt-4o-audio-preview', now)?.version).toBe('fallback')
  })

  it('uses the tenant’s price, else the list price of the day, else the provider’s fallback', () => {
    expect(listPriceOf('openai', 'gpt-6-luna', new Date('2026-09-01'))?.version).toBe('fallback')
    expect(listPriceOf('claude', 'claude-next', now)).toMatchObject({ inputCents: 1500, outputCents: 1500 })
    expect(priceOf('openai', 'gpt-4o', { inputCents: 1, outputCents: 2 }, now)).toMatchObject({ version: 'custom' })
  })
})

describe('[H3] a server without a known price', () => {
  it.each(['custom', 'huggingface'] as const)('of %s counts by an estimate until the tenant enters one', (provider) => {
    expect(priceOf(provider, 'llama3', null, now)).toEqual({ inputCents: 100, outputCents: 100, version: 'fallback' })
    const free = priceOf(provider, 'llama3', { inputCents: 0, outputCents: 0 }, now)
    expect(costOf({ inputTokens: 9, outputTokens: 9 }, free)).toBe(0)
  })
})

describe('the chosen model', () => {
  const chosen = { agent: null, business: null }
  it('is the agent’s, else the tenant’s, else the provider’s default', () => {
    const wanted = { priority: 'fast', isDifficult: true } as const
    expect(chooseModel('openai', { agent: 'a', business: 'b' }, wanted)).toBe('a')
    expect(chooseModel('openai', { agent: null, business: 'b' }, wanted)).toBe('b')
    expect(chooseModel('openai', chosen, wanted)).toBe(defaultModelOf('openai'))
  })

  it('is a stronger one for quality, and for difficult questions when balanced', () => {
    const ask = (priority: 'fast' | 'balanced' | 'quality', isDifficult: boolean) =>
      chooseModel('openai', chosen, { priority, isDifficult })
    const strong = ask('quality', false)
    expect(strong).not.toBe(defaultModelOf('openai'))
    expect([ask('balanced', true), ask('balanced', false)]).toEqual([strong, defaultModelOf('openai')])
  })

  it('is the cheapest known one when a budget is nearly spent, and unchanged where none is cheaper', () => {
    expect(cheapestModel('openai', 'gpt-4.1-mini', now)).toBe('gpt-6-luna')
    expect(cheapestModel('openai', 'gpt-6-luna', now)).toBe('gpt-6-luna')
    expect(cheapestModel('custom', 'llama3', now)).toBe('llama3')
    expect(suggestedModels('claude')[0]).toBe(defaultModelOf('claude'))
  })
})
