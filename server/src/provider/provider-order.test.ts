import { describe, expect, it } from 'vitest'
import type { AgentType } from '#contracts/agent/agent.ts'
import type { FirstProvider } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import { DEFAULT_ORDER, orderProviders } from './provider-order.ts'

const plain = { agent: null, complexity: 'medium', isExpert: false } as const
const agent = (type: AgentType, provider: ProviderId | null = null) => ({ id: 'a', type, provider, model: null })

type Asking = Parameters<typeof orderProviders>[0]
const ranked = (asking: Partial<Asking>, order: ProviderId[], firstProvider: FirstProvider = 'by_task') =>
  orderProviders({ ...plain, ...asking }, { order, firstProvider })
const providersOf = (asking: Partial<Asking>, order: ProviderId[], firstProvider?: FirstProvider) =>
  ranked(asking, order, firstProvider).map(({ provider }) => provider)

describe('[H3] the order of providers', () => {
  it('is the tenant’s order where no rule applies, with every provider once', () => {
    expect(DEFAULT_ORDER.slice(0, 3)).toEqual(['openai', 'deepseek', 'claude'])
    const order = providersOf(plain, ['groq', 'claude'])
    expect(order.slice(0, 4)).toEqual(['groq', 'claude', 'openai', 'deepseek'])
    expect(new Set(order).size).toBe(10)
    expect(order).toHaveLength(10)
  })

  it('starts with the provider for the agent’s type, else for the difficulty of the question', () => {
    const first = (asking: Partial<Parameters<typeof orderProviders>[0]>) =>
      providersOf({ ...plain, ...asking }, ['claude'])[0]
    expect(first({ agent: agent('technical'), complexity: 'high' })).toBe('deepseek')
    expect(first({ agent: agent('sales'), complexity: 'low' })).toBe('openai')
    expect(first({ complexity: 'high' })).toBe('openai')
    expect(first({ isExpert: true })).toBe('openai')
    expect(first({ complexity: 'low' })).toBe('deepseek')
    expect(first({ agent: agent('general') })).toBe('claude')
  })

  it('starts with the agent’s provider, then the one chosen by rule', () => {
    expect(providersOf({ ...plain, agent: agent('technical', 'claude') }, ['groq']).slice(0, 3)).toEqual([
      'claude',
      'deepseek',
      'groq',
    ])
  })

  it('is always the tenant’s own where the tenant chose that, after an agent’s own provider', () => {
    const asked = { agent: agent('technical'), complexity: 'low' } as const
    expect(providersOf(asked, ['claude', 'openai'], 'own_order').slice(0, 3)).toEqual(['claude', 'openai', 'deepseek'])
    expect(providersOf({ agent: agent('technical', 'groq') }, ['claude'], 'own_order').slice(0, 2)).toEqual([
      'groq',
      'claude',
    ])
  })

  it('has a reason for each place', () => {
    const reasons = (asking: Partial<Asking>) => ranked(asking, ['claude']).map(({ reason }) => reason)
    expect(reasons({ agent: agent('sales', 'claude') }).slice(0, 3)).toEqual(['agent', 'sales', 'own_order'])
    for (const [asking, reason] of [
      [{ agent: agent('technical') }, 'technical'],
      [{ complexity: 'high' }, 'difficult'],
      [{ isExpert: true }, 'expert'],
      [{ complexity: 'low' }, 'simple'],
      [{}, 'own_order'],
      [{ only: 'groq' }, 'console'],
    ] as const)
      expect(reasons(asking)[0]).toBe(reason)
  })

  it('is only the provider that the console chose', () => {
    expect(providersOf({ ...plain, agent: agent('sales', 'claude'), only: 'mistral' }, ['groq'])).toEqual(['mistral'])
  })
})
