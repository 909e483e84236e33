import { describe, expect, it } from 'vitest'
import { usageOfInterrupted } from './token-estimate.ts'

// With the brackets of its empty list of messages the prompt has 300 characters.
const prompt = { system: 'x'.repeat(298), messages: [] }

describe('[H3] the tokens of an interrupted call', () => {
  it('are estimated at three characters each where the provider reported none, the prompt once for each request', () => {
    const once = usageOfInterrupted(null, { prompt, requests: 1 }, 31)
    expect(once).toEqual({ usage: { inputTokens: 100, outputTokens: 11 }, isEstimated: true })
    expect(usageOfInterrupted(null, { prompt, requests: 2 }, 0).usage).toEqual({ inputTokens: 200, outputTokens: 0 })
  })

  it('are those that the provider reported, where these are not fewer than what came', () => {
    const reported = { inputTokens: 80, outputTokens: 20 }
    expect(usageOfInterrupted(reported, { prompt, requests: 1 }, 31)).toEqual({ usage: reported, isEstimated: false })
    expect(usageOfInterrupted({ inputTokens: 80, outputTokens: 1 }, { prompt, requests: 1 }, 31)).toEqual({
      usage: { inputTokens: 80, outputTokens: 11 },
      isEstimated: true,
    })
  })
})
