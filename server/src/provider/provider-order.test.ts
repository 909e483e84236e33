import { describe, expect, it } from 'vitest'
import type { AgentType } from '#contracts/agent/agent.ts'
import { DEFAULT_ORDER, orderProviders } from './provider-order.ts'

const plain = { agent: null, complexity: 'medium', isExpert: false } as const
const agent = (type: AgentType, provider: 'claude' | null = null) => ({ id: 'a', type, provider, model: null })

describe('[H3] the order of providers', () => {
  it('is the tenant’s order where no rule applies, with every provider once', () => {
    expect(DEFAULT_ORDER.slice(0, 3)).toEqual(['openai', 'deepseek', 'claude'])
    const order = orderProviders(plain, ['groq', 'claude'])
    expect(order.slice(0, 4)).toEqual(['groq', 'claude', 'openai', 'deepseek'])
    expect(new Set(order).size).toBe(10)
    expect(order).toHaveLength(10)
  })

  it('starts with the provider for the agent’s type, else for the difficulty of the question', () => {
    const first = (asking: Partial<Parameters<typeof orderProviders>[0]>) =>
      orderProviders({ ...plain, ...asking }, ['claude'])[0]
    expect(first({ agent: agent('technical'), complexity: 'high' })).toBe('deepseek')
    expect(first({ agent: agent('sales'), complexity: 'low' })).toBe('openai')
    expect(first({ complexity: 'high' })).toBe('openai')
    expect(first({ isExpert: true })).toBe('openai')
    expect(first({ complexity: 'low' })).toBe('deepseek')
    expect(first({ agent: agent('general') })).toBe('claude')
  })

  it('starts with the agent’s provider, then the one chosen by rule', () => {
    expect(orderProviders({ ...plain, agent: agent('technical', 'claude') }, ['groq']).slice(0, 3)).toEqual([
      'claude',
      'deepseek',
      'groq',
    ])
  })

  it('is only the provider that the console chose', () => {
    expect(orderProviders({ ...plain, agent: agent('sales', 'claude'), only: 'mistral' }, ['groq'])).toEqual([
      'mistral',
    ])
  })
})
