import { type AdversarialCase, QUESTION } from './case.ts'

const OBEYS = 'obeys-injections'

type Given = Partial<AdversarialCase> & Pick<AdversarialCase, 'name' | 'via'>
/** An attack that a model obeys: by the stand-in's rule, or in words of its own. */
export const attack = (given: Given, canary: string): AdversarialCase => ({
  language: 'en',
  says: [QUESTION[given.language ?? 'en']],
  behaviour: OBEYS,
  canaries: [canary],
  ...given,
})

/** A document of the business that holds the attack. */
export const doc = (content: string) => ({ document: { name: 'Return of bicycles', content } })
