import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BusinessProfile } from '#contracts/knowledge/profile.ts'
import { askAssistant } from '#server/assistant/answering/ask-assistant.ts'
import { addFaq } from '#server/knowledge/service.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import type { Behaviour } from '#test/standin/behaviour.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'

let h: Harness
let ai: Standin
beforeAll(async () => {
  ai = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: ai.url } })
})
afterAll(async () => {
  await h.stop()
  await ai.stop()
})
beforeEach(() => ai.reset())

async function boathouse(settings: object): Promise<TestTenant> {
  const acme = await h.tenant('Acme Boats')
  await acme.tenant.tx(async (t) => {
    await addFaq(t, {
      question: 'How long can I hire a boat?',
      phrasings: ['For how long may I take a boat?'],
      answer: 'You can hire a boat for 45 minutes. Bring a towel.',
      category: 'General',
      priority: 'high',
    })
    await t.sql(
      "UPDATE tenant SET ai_settings = ai_settings || ($1::jsonb -> 'ai'), business_info = business_info || ($1::jsonb -> 'info')",
      [JSON.stringify({ ai: {}, info: {}, ...settings })],
    )
  })
  await connectProvider(acme.tenant, 'openai', { key: 'sk-of-the-boathouse' })
  return acme
}

const REWORDS = { ai: { answers: 'reworded' } }
const QUESTION = 'How long can I hire a boat?'
const REWORDED = 'A boat is yours for 45 minutes [1.1].'
const SOURCE = 'You can hire a boat for 45 minutes [1].'

/** Asks with a model that writes `reply`, and a second one that gives `verdict`. */
async function asked(settings: object, reply: string, verdict: Behaviour, text = QUESTION) {
  const { tenant } = await boathouse(settings)
  ai.setBehaviour('openai', [{ reply }, verdict])
  const answer = await askAssistant(tenant, { text, agent: null })
  const judged = ai.requests.filter(({ parsed }) => parsed.system.includes('You compare two texts'))
  const attempts = await tenant.read((t) =>
    t.sql<{ purpose: string; cost: number }>(
      'SELECT purpose, cost_micro_cents::float AS cost FROM ai_attempt WHERE fault IS NULL',
    ),
  )
  return {
    text: answer.text,
    origin: answer.origin,
    attempts,
    judged: judged.map(({ parsed }) => parsed.turns[0]?.text),
  }
}

describe('a reworded sentence', () => {
  it('[H8] is shown after a yes of a second model, which sees the sentence and its source only', async () => {
    const { text, origin, judged, attempts } = await asked(REWORDS, REWORDED, { reply: 'Yes.' })
    expect(text).toBe('A boat is yours for 45 minutes [1].')
    // The verdict costs the business like every call.
    expect(attempts.find(({ purpose }) => purpose === 'judge')?.cost).toBeGreaterThan(0)
    expect(judged).toEqual([
      '<source>\nYou can hire a boat for 45 minutes.\n</source>\n<claim>\nA boat is yours for 45 minutes.\n</claim>',
    ])
    expect(origin.groundingDecisions).toEqual([{ decision: 'judged', sentence: 'A boat is yours for 45 minutes.' }])
  })

  it.each<[string, Behaviour]>([
    ['a no', { reply: 'No.' }],
    ['no verdict within 1.5 s', 'hang'],
    ['a broken reply', 'bad-json'],
    ['a refusal', '500'],
    ['an answer that is no verdict', { reply: 'Perhaps yes' }],
  ])('[H8] is the source’s after %s', async (_, verdict) => {
    expect((await asked(REWORDS, REWORDED, verdict)).text).toBe(SOURCE)
  })

  it('[H8] is the source’s after a wrong yes to another number, which is not even asked for', async () => {
    const { text, judged } = await asked(REWORDS, 'You can hire a boat for 90 minutes [1.1].', { reply: 'Yes.' })
    expect(text).toBe(SOURCE)
    expect(judged).toEqual([])
  })

  it('[H8] is the source’s where it has a word that the business withholds', async () => {
    const { tenant } = await boathouse(REWORDS)
    const profile = BusinessProfile.parse({ companyName: 'Acme', humanEscalationRules: ['a capsized boat'] })
    await tenant.tx((t) =>
      t.sql('INSERT INTO business_profile (tenant_id, profile, version, updated_at) VALUES ($1, $2, 1, now())', [
        t.tenantId,
        JSON.stringify(profile),
      ]),
    )
    ai.setBehaviour('openai', [
      { reply: 'You can hire a boat, if not capsized, for 45 minutes [1.1].' },
      { reply: 'Yes.' },
    ])
    expect((await askAssistant(tenant, { text: QUESTION, agent: null })).text).toBe(SOURCE)
  })

  it.each([
    ['by default', {}],
    ['in healthcare', { ...REWORDS, info: { industry: 'Healthcare' } }],
    ['in finance', { ...REWORDS, info: { industry: 'Finance' } }],
    ['in legal services', { ...REWORDS, info: { industry: 'legal' } }],
  ])('[H8] is never shown %s', async (_, settings) => {
    const { text, judged } = await asked(settings, REWORDED, { reply: 'Yes.' })
    expect(text).toBe(SOURCE)
    expect(judged).toEqual([])
  })
})

describe('a translated sentence', () => {
  const TRANSLATED = 'Sie können ein Boot für 45 Minuten mieten [1.1].'
  const GERMAN = 'Wie lange kann ich das Boot (boat) mieten, hire?'

  it('[H8] is shown to a customer of another language after a yes, with its source', async () => {
    const { text } = await asked({}, TRANSLATED, { reply: 'yes' }, GERMAN)
    expect(text).toBe('Sie können ein Boot für 45 Minuten mieten [1].')
  })

  it('[H8] gives way to the original, marked as such, after a no', async () => {
    const { text } = await asked({}, TRANSLATED, { reply: 'no' }, GERMAN)
    expect(text).toBe('Im Original (Englisch): You can hire a boat for 45 minutes [1].')
  })
})
