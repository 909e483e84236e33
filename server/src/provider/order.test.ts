import { describe, expect, it } from 'vitest'
import type { AgentType } from '#contracts/agent/agent.ts'
import { DEFAULT_ORDER, orderFor } from './order.ts'

const plain = { agent: null, complexity: 'medium', isExpert: false } as const
const agent = (type: AgentType, provider: 'claude' | null = null) => ({ id: 'a', type, provider, model: null })

describe('[H3] who is asked first', () => {
  it('keeps the business’s order where no rule says otherwise, each provider once and none left out', () => {
    expect(DEFAULT_ORDER.slice(0, 3)).toEqual(['openai', 'deepseek', 'claude'])
    const order = orderFor(plain, ['groq', 'claude'])
    expect(order.slice(0, 4)).toEqual(['groq', 'claude', 'openai', 'deepseek'])
    expect(new Set(order).size).toBe(10)
    expect(order).toHaveLength(10)
  })

  it('goes by the agent’s type, then by how hard the question is', () => {
    const first = (asking: Partial<Parameters<typeof orderFor>[0]>) => orderFor({ ...plain, ...asking }, ['claude'])[0]
    expect(first({ agent: agent('technical'), complexity: 'high' })).toBe('deepseek')
    expect(first({ agent: agent('sales'), complexity: 'low' })).toBe('openai')
    expect(first({ complexity: 'high' })).toBe('openai')
    expect(first({ isExpert: true })).toBe('openai')
    expect(first({ complexity: 'low' })).toBe('deepseek')
    expect(first({ agent: agent('general') })).toBe('claude')
  })

  it('asks the agent’s own provider before any rule, then whom the rule names', () => {
    expect(orderFor({ ...plain, agent: agent('technical', 'claude') }, ['groq']).slice(0, 3)).toEqual([
      'claude',
      'deepseek',
      'groq',
    ])
  })

  it('asks the console’s choice and no other', () => {
    expect(orderFor({ ...plain, agent: agent('sales', 'claude'), only: 'mistral' }, ['groq'])).toEqual(['mistral'])
  })
})
