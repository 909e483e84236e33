import { describe, expect, it } from 'vitest'
import { createDraft, type DraftSetup } from './draft.ts'
import type { Evidence } from './evidence.ts'
import { createGroundingCheck } from './grounding-check.ts'
import { createMask } from './masking.ts'
import { createSentences } from './sentences.ts'

const passage = (id: number, title: string, text: string): Evidence => ({
  id,
  kind: 'passage',
  title,
  text,
  source: { kind: 'faq', id: title, title, passage: text, articleSlug: null },
})
const RETURNS = passage(1, 'Returns', 'You can return a bicycle within 45 days. Bring the receipt.')
const HOURS = passage(2, 'Hours', 'The shop is open Monday to Saturday, 9:00 to 18:00. On bank holidays it is closed.')
const TUBE = passage(
  3,
  'Do you mend a flat tyre while I wait?',
  'Yes, for 14 pounds with a new tube. No booking is needed.',
)
const PARTS = passage(
  4,
  'What do you need for a claim?',
  'For a claim we need three things:\n- the receipt\n- a photo of the fault\n- the frame number\n\nWe decide within 2 days.',
)

async function written(answer: string, question = 'How does it work?', more: Partial<DraftSetup> = {}) {
  const mask = createMask()
  const groundingCheck = createGroundingCheck({
    languages: ['en'],
    evidence: [RETURNS, HOURS, TUBE, PARTS],
    names: ['Acme'],
    secret: '',
    hosts: new Set(),
    avoidTopics: [],
    mask,
  })
  const draft = createDraft({ groundingCheck, mask, language: 'en', style: 'professional', question, ...more })
  const sentences = createSentences()
  const shown: string[] = []
  for (const sentence of [...sentences.push(answer), ...sentences.end()]) shown.push(await draft.add(sentence))
  return {
    shown: shown.join(''),
    result: draft.finish(),
    sources: draft.sources.map(({ title }) => title),
    decisions: draft.decisions,
  }
}

describe('a draft', () => {
  it('[H8] numbers sources in the order of their first citation, and cites a source once per run of sentences', async () => {
    expect(
      await written(
        'The shop is open Monday to Saturday, 9:00 to 18:00 [2]. On bank holidays it is closed [2]. Bring the receipt [1].',
      ),
    ).toMatchObject({
      shown:
        'The shop is open Monday to Saturday, 9:00 to 18:00 [1]. On bank holidays it is closed. Bring the receipt [2].',
      sources: ['Hours', 'Returns'],
      result: { kind: 'grounded' },
    })
  })

  it('[H8] cites the source of a sentence that cites none or a wrong one', async () => {
    expect((await written('You can return a bicycle within 45 days.')).shown).toBe(
      'You can return a bicycle within 45 days [1].',
    )
    expect(await written('You can return a bicycle within 45 days [2].')).toMatchObject({
      shown: 'You can return a bicycle within 45 days [1].',
      sources: ['Returns'],
    })
  })

  it('[H8] says the source in place of other words, and stores what the model had written', async () => {
    expect(await written('Bicycles can be brought back for up to 45 days [1].')).toMatchObject({
      shown: 'You can return a bicycle within 45 days [1].',
      decisions: [
        {
          decision: 'replaced',
          sentence: 'Bicycles can be brought back for up to 45 days [1].',
          shown: 'You can return a bicycle within 45 days.',
        },
      ],
    })
  })

  it('[H8] says the sentences that a model chooses by their ids, in its order, and none twice', async () => {
    expect((await written('[2.2] [1.1] [2.2]')).shown).toBe(
      'On bank holidays it is closed [1]. You can return a bicycle within 45 days [2].',
    )
    expect((await written('[gladly][1.2]')).shown).toBe('Happy to help. Bring the receipt [1].')
  })

  it('[H8] says nothing for ids that do not exist, and not everything to a model that chooses all', async () => {
    expect(await written('[9.1] [1.7]')).toMatchObject({ shown: '', result: { kind: 'unsupported' } })
    expect(await written('[9.1] [1.2]')).toMatchObject({
      shown: 'Bring the receipt [1].',
      decisions: [{ decision: 'cut', reason: 'citation' }, { decision: 'source' }],
    })
    const long = passage(
      1,
      'Long',
      Array.from({ length: 60 }, (_, at) => `Sentence number ${at} has six words.`).join(' '),
    )
    const mask = createMask()
    const groundingCheck = createGroundingCheck({
      languages: ['en'],
      evidence: [long],
      names: [],
      secret: '',
      hosts: new Set(),
      avoidTopics: [],
      mask,
    })
    const draft = createDraft({ groundingCheck, mask, language: 'en', style: 'professional', question: '' })
    let all = ''
    for (let at = 1; at <= 60; at += 1) all += await draft.add(` [1.${at}]`)
    expect(all.split(/\s+/).length).toBeLessThan(180)
  })

  it('[H8] quotes the question of a source that answers with a bare yes, unless the customer asked just that', async () => {
    expect((await written('Yes, for 14 pounds with a new tube [3].', 'Do you mend a car tyre?')).shown).toBe(
      'To “Do you mend a flat tyre while I wait?”: Yes, for 14 pounds with a new tube [1].',
    )
    expect((await written('[3.1]', 'do you mend a flat tyre while I wait')).shown).toBe(
      'Yes, for 14 pounds with a new tube [1].',
    )
  })

  it('[H8] says a list whole with its lead-in, and what follows in a new paragraph', async () => {
    expect((await written('You need the receipt [4]. We decide within 2 days [4].')).shown).toBe(
      'For a claim we need three things [1]:\n- the receipt\n- a photo of the fault\n- the frame number\n\nWe decide within 2 days.',
    )
  })

  it('[H8] shows nothing before the first sentence of a source, and then the politeness before it', async () => {
    expect((await written('Happy to help! You can return a bicycle within 45 days [1]. Anything else?')).shown).toBe(
      'Happy to help. You can return a bicycle within 45 days [1]. Is there anything else I can help with?',
    )
    expect(await written('Happy to help! The moon is made of cheese.')).toMatchObject({
      shown: '',
      result: { kind: 'unsupported' },
    })
  })

  it('[H8] leaves no gap where a sentence was cut', async () => {
    expect(
      await written(
        'The moon is made of cheese. You can return a bicycle within 45 days [1]. Elephants fly. Bring the receipt [1].',
      ),
    ).toMatchObject({
      shown: 'You can return a bicycle within 45 days [1]. Bring the receipt.',
      decisions: [{ decision: 'cut' }, { decision: 'source' }, { decision: 'cut' }, { decision: 'source' }],
    })
  })

  it('[H8] reports whether most was cut, only politeness was said, the model asked back, or did not know', async () => {
    const invented = 'Frames get painted by hand somewhere far away, where an old family of artists lives.'
    expect((await written(`Bring the receipt [1]. ${invented} ${invented}`)).result).toEqual({ kind: 'partly' })
    expect((await written('Could you tell me more, please?')).result).toEqual({
      kind: 'talk',
      text: 'Could you tell me a little more about what you need?',
    })
    expect((await written('Is it a road bicycle or a mountain bicycle?')).result).toEqual({ kind: 'asks' })
    expect((await written('I could not find that.')).result).toEqual({ kind: 'nothing' })
    expect((await written('')).result).toEqual({ kind: 'nothing' })
  })
})

describe('a draft where actions need values', () => {
  const requestFor = (question: string) => (question.includes('order number') ? 'Please tell me: order number.' : null)

  it('[H7] asks for a value in its own words in place of the model’s', async () => {
    expect(
      await written('Bring the receipt [1]. Could you tell me your order number?', '', { requestFor }),
    ).toMatchObject({
      shown: 'Bring the receipt [1]. Please tell me: order number.',
    })
    expect((await written('Which order number shall I cancel?', '', { requestFor })).result).toEqual({
      kind: 'talk',
      text: 'Please tell me: order number.',
    })
    expect((await written('Did you know that returns are free?', '', { requestFor })).result).toEqual({ kind: 'asks' })
  })
})

describe('a draft with a judge', () => {
  const asked: string[] = []
  const yes = async (claim: string) => asked.push(claim) > 0
  const no = async () => false
  const REWORDED = 'Bicycles can be brought back for 45 days [1].'
  const SAID = 'You can return a bicycle within 45 days [1].'

  it('[H8] says a model’s own words after a yes, where the tenant wants that, and stores the verdict', async () => {
    const found = await written(REWORDED, '', { judge: yes, mayReword: true })
    expect(found).toMatchObject({ shown: REWORDED, decisions: [{ decision: 'judged' }], sources: ['Returns'] })
  })

  it.each([
    ['without a yes', { judge: no, mayReword: true }],
    ['where the tenant does not want that', { judge: yes }],
    ['without a second model', { mayReword: true }],
  ])('[H8] says the source %s', async (_, more) => {
    expect((await written(REWORDED, '', more)).shown).toBe(SAID)
  })

  it.each([
    ['number', 'You can give a bicycle back within 90 days [1].'],
    ['unit', 'You can give a bicycle back within 45 weeks [1].'],
    ['denial', 'Bicycles cannot be brought back within 45 days [1].'],
    ['name', 'Bicycles can be brought back to Evilcorp for 45 days [1].'],
  ])('[H8] says the source after a yes to a sentence with another %s, and does not even ask', async (_, sentence) => {
    asked.length = 0
    expect((await written(sentence, '', { judge: yes, mayReword: true })).shown).toBe(SAID)
    expect(asked).toEqual([])
  })

  it('[H8] says a translation after a yes in every tenant, and else the original, marked as such', async () => {
    const translated = 'Sie können ein Fahrrad innerhalb von 45 Tagen zurückgeben [1.1].'
    expect((await written(translated, '', { judge: yes, language: 'de' })).shown).toBe(
      'Sie können ein Fahrrad innerhalb von 45 Tagen zurückgeben [1].',
    )
    expect((await written(translated, '', { judge: no, language: 'de' })).shown).toBe(
      'Im Original (Englisch): You can return a bicycle within 45 days [1].',
    )
    expect((await written('Sie haben 30 Tage [1.1].', '', { judge: yes, language: 'de' })).shown).toContain('Original')
  })
})
