import { describe, expect, it } from 'vitest'
import { createDraft } from './draft.ts'
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
const HOURS = passage(2, 'Hours', 'The shop is open Monday to Saturday, 9:00 to 18:00.')

function written(answer: string) {
  const mask = createMask()
  const draft = createDraft(
    createGroundingCheck({
      languages: ['en'],
      evidence: [RETURNS, HOURS],
      business: 'Acme',
      secret: '',
      hosts: new Set(),
      avoidTopics: [],
      mask,
    }),
    mask,
  )
  const sentences = createSentences()
  const shown = [...sentences.push(answer), ...sentences.end()].map((sentence) => draft.add(sentence))
  return {
    shown: shown.join(''),
    closed: draft.finish(),
    sources: draft.sources.map(({ title }) => title),
    cuts: draft.cuts,
  }
}

describe('a draft', () => {
  it('[H8] numbers sources in the order of their first citation, and cites a source once per run of sentences', () => {
    expect(
      written(
        'The shop is open from 9:00 to 18:00 [2]. It is open Monday to Saturday [2]. You can return a bicycle within 45 days [1].',
      ),
    ).toMatchObject({
      shown:
        'The shop is open from 9:00 to 18:00 [1]. It is open Monday to Saturday. You can return a bicycle within 45 days [2].',
      sources: ['Hours', 'Returns'],
      closed: { kind: 'grounded' },
    })
  })

  it('[H8] adds the right citation to a sentence with none or a wrong one', () => {
    expect(written('You can return a bicycle within 45 days.').sources).toEqual(['Returns'])
    expect(written('You can return a bicycle within 45 days [2].')).toMatchObject({
      shown: 'You can return a bicycle within 45 days [1].',
      sources: ['Returns'],
    })
  })

  it('[H8] shows nothing before the first supported sentence, and then the courtesy before it', () => {
    expect(written('Happy to help! You can return a bicycle within 45 days [1]. Anything else?').shown).toBe(
      'Happy to help! You can return a bicycle within 45 days [1]. Anything else?',
    )
    expect(written('Happy to help! The moon is made of cheese.')).toMatchObject({
      shown: '',
      closed: { kind: 'nothing' },
    })
  })

  it('[H8] leaves no gap where a sentence was removed', () => {
    expect(
      written(
        'The moon is made of cheese. You can return a bicycle within 45 days [1]. It costs 90 pounds. Bring the receipt [1].',
      ),
    ).toMatchObject({
      shown: 'You can return a bicycle within 45 days [1]. Bring the receipt.',
      cuts: [{ reason: 'unsupported' }, { reason: 'number' }],
    })
  })

  it('[H8] reports whether most was removed, nothing was stated, or the model did not know', () => {
    const invented = 'The frames are painted by hand in a village far away by an old family of artists.'
    expect(written(`Bring the receipt [1]. ${invented} ${invented}`).closed).toEqual({ kind: 'partly' })
    expect(written('Could you tell me more, please?').closed).toEqual({
      kind: 'talk',
      text: 'Could you tell me more, please?',
    })
    expect(written('I could not find that.').closed).toEqual({ kind: 'nothing' })
    expect(written('').closed).toEqual({ kind: 'nothing' })
  })
})
