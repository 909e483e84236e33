import { describe, expect, it } from 'vitest'
import { cheapestModel, defaultModelOf, modelFor, suggestedModels } from './models.ts'
import { costOf, listPriceOf, priceOf } from './prices.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('what a call costs', () => {
  it('is exact in millionths of a cent', () => {
    const price = listPriceOf('openai', 'gpt-4o-mini', now)
    expect(price).toMatchObject({ inputCents: 15, outputCents: 60, version: 'list 2024-07-18' })
    expect(costOf({ inputTokens: 1234, outputTokens: 56 }, price)).toBe(1234 * 15 + 56 * 60)
    // A million tokens in and out: 75 cents.
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 1_000_000 }, price)).toBe(75_000_000)
  })

  it('knows a dated name by its family and no other by it', () => {
    expect(listPriceOf('openai', 'gpt-4o-mini-2024-07-18', now)?.inputCents).toBe(15)
    expect(listPriceOf('openai', 'gpt-4o-2024-08-06', now)?.inputCents).toBe(250)
    expect(listPriceOf('openai', 'gpt-4o-audio-preview', now)?.version).toBe('label')
  })

  it('is the price of the day, the business’s own before any list, the label where no list knows it', () => {
    expect(listPriceOf('openai', 'gpt-6-luna', new Date('2026-09-01'))?.version).toBe('label')
    expect(listPriceOf('claude', 'claude-next', now)).toMatchObject({ inputCents: 1500, outputCents: 1500 })
    expect(priceOf('openai', 'gpt-4o', { inputCents: 1, outputCents: 2 }, now)).toMatchObject({ version: 'own' })
    expect(priceOf('huggingface', 'any', null, now)).toBeNull()
    expect(costOf({ inputTokens: 9, outputTokens: 9 }, null)).toBe(0)
  })
})

describe('which model answers', () => {
  const chosen = { agent: null, business: null }
  it('is the agent’s, else the business’s, else the current one', () => {
    const wanted = { priority: 'fast', isDifficult: true } as const
    expect(modelFor('openai', { agent: 'a', business: 'b' }, wanted)).toBe('a')
    expect(modelFor('openai', { agent: null, business: 'b' }, wanted)).toBe('b')
    expect(modelFor('openai', chosen, wanted)).toBe(defaultModelOf('openai'))
  })

  it('is a stronger one where quality goes before speed', () => {
    const ask = (priority: 'fast' | 'balanced' | 'quality', isDifficult: boolean) =>
      modelFor('openai', chosen, { priority, isDifficult })
    const strong = ask('quality', false)
    expect(strong).not.toBe(defaultModelOf('openai'))
    expect([ask('balanced', true), ask('balanced', false)]).toEqual([strong, defaultModelOf('openai')])
  })

  it('is the cheapest known one when a budget gets tight, and stays where none is cheaper', () => {
    expect(cheapestModel('openai', 'gpt-4.1-mini', now)).toBe('gpt-6-luna')
    expect(cheapestModel('openai', 'gpt-6-luna', now)).toBe('gpt-6-luna')
    expect(cheapestModel('custom', 'llama3', now)).toBe('llama3')
    expect(suggestedModels('claude')[0]).toBe(defaultModelOf('claude'))
  })
})
