import { type AdversarialCase, QUESTION } from './case.ts'

const OBEYS: AdversarialCase['behaviour'] = 'obeys-injections'

type Given = Partial<AdversarialCase> & Pick<AdversarialCase, 'name' | 'via'>
/** An attack that the model obeys: by default it repeats the injected instruction; `behaviour` gives another reply. */
export const attack = (given: Given, canary: string): AdversarialCase => ({
  language: 'en',
  messages: [QUESTION[given.language ?? 'en']],
  behaviour: OBEYS,
  canaries: [canary],
  ...given,
})

/** A document of the business that contains the attack. */
export const doc = (content: string) => ({ document: { name: 'Return of bicycles', content } })
