import { describe, expect, it } from 'vitest'
import type { AgentType } from '#contracts/agent/agent.ts'
import { AgentId } from '#contracts/ids.ts'
import { cpuMs } from '#test/time-bound.ts'
import { DEFAULT_AGENTS } from './defaults.ts'
import { SAMPLES, UNSEEN_SAMPLES } from './fixture-routing-samples.ts'
import { type Candidate, type RoutingQuestion, routeQuestion } from './routing.ts'

const id = (): AgentId => AgentId.parse(crypto.randomUUID())
const defaults: Candidate[] = DEFAULT_AGENTS.map((given) => ({ ...given, id: id(), isDefault: true }))
const questionOf = (text: string, more: Partial<RoutingQuestion> = {}): RoutingQuestion => ({
  text,
  context: 'general',
  failedAttempts: 0,
  previous: null,
  ...more,
})
const typeOf = (text: string, more: Partial<RoutingQuestion> = {}): AgentType | undefined =>
  routeQuestion(defaults, questionOf(text, more))?.type
const without = (type: AgentType) => defaults.filter((one) => one.type !== type)

describe('the routing of a question', () => {
  it('[G5] follows what the customer writes, in four languages', () => {
    const all = [...SAMPLES, ...UNSEEN_SAMPLES].flatMap(([type, texts]) =>
      texts.map((text) => ({ text, type, got: typeOf(text) })),
    )
    const wrong = all.filter(({ type, got }) => type !== got)
    expect(wrong.length / all.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(0.05)
  })

  it('[G5] never chooses an agent that is not a candidate', () => {
    for (const [type, texts] of SAMPLES)
      for (const text of texts) expect(routeQuestion(without(type), questionOf(text))?.type).not.toBe(type)
    expect(routeQuestion([], questionOf('Where is my invoice?'))).toBeNull()
  })

  it('chooses the general agent where nothing matches, else one that is not for escalation or security', () => {
    expect(routeQuestion(without('billing'), questionOf('Where is my invoice?'))?.type).toBe('general')
    expect(routeQuestion(without('general'), questionOf('What are your opening hours?'))?.type).toBe('technical')
  })

  it('keeps the previous agent unless the subject changes', () => {
    const billing = defaults.find(({ type }) => type === 'billing')?.id ?? null
    expect(typeOf('and how long does that take?', { previous: billing })).toBe('billing')
    expect(typeOf('and my app keeps crashing with an error', { previous: billing })).toBe('technical')
    expect(
      routeQuestion(without('billing'), questionOf('and how long does that take?', { previous: billing }))?.type,
    ).toBe('general')
  })

  it('follows the chat’s context for a first message without a subject', () => {
    expect(typeOf('hi, I need help', { context: 'billing' })).toBe('billing')
    expect(typeOf('hi, I need help', { context: 'issue' })).toBe('technical')
    expect(typeOf('I forgot my password', { context: 'billing' })).toBe('security')
  })

  it('prefers a custom agent with the named subject', () => {
    const frames: Candidate = {
      id: id(),
      type: 'general',
      isDefault: false,
      capabilities: [],
      specializations: ['Bike frames'],
    }
    expect(routeQuestion([...defaults, frames], questionOf('Is the bike frame covered?'))?.id).toBe(frames.id)
    expect(routeQuestion([...defaults, frames], questionOf('What are your opening hours?'))?.id).not.toBe(frames.id)
  })

  it('routes a long text fast', () => {
    const text = `${'the invoice and the password and some error '.repeat(2000)}`
    const from = cpuMs()
    routeQuestion(defaults, questionOf(text))
    expect(cpuMs() - from).toBeLessThan(50)
  })
})
