import { describe, expect, it } from 'vitest'
import { contradicts } from './contradiction.ts'
import { indexEvidence } from './evidence.ts'

const about = (title: string, text: string) => [indexEvidence({ id: 1, kind: 'passage', title, text, source: null })]
const PLANS = about(
  'What does each plan include?',
  'Solo is $14 a month for one person, with one booking page. Studio is $39 for up to 5 people and adds team calendars and the API.',
)
const RETURNS = about(
  'How long do I have to return something?',
  'You have 45 days to return anything unused. Later returns are not accepted in part, but in full as credit. If you keep it, nothing is charged.',
)
const RIDES = about(
  'Can I take a bike for a test ride?',
  'Yes, an hour along the towpath. Bring photo ID and a bank card.',
)

describe('a contradiction', () => {
  it.each([
    ['another’s price', PLANS, 'Solo costs $39 a month.'],
    ['another’s quality', PLANS, 'With Solo you get team calendars and the API.'],
    ['yes for no', RETURNS, 'Later returns are accepted in part.'],
    ['what was only denied', RETURNS, 'If you keep it, your card is charged.'],
    ['the opposite word', RETURNS, 'You have 45 days to return anything used.'],
    ['a denial out of nothing', RIDES, 'A test ride is possible without photo ID.'],
  ])('[H8] is seen: %s', (_, support, sentence) => {
    expect(contradicts(sentence, 'en', support)).toBe(true)
  })

  it.each([
    ['the right price', PLANS, 'Studio costs $39 a month for up to 5 people.'],
    ['the right quality', PLANS, 'With Studio you get team calendars and the API.'],
    ['no for no', RETURNS, "Later returns aren't accepted in part."],
    ['a condition', RIDES, "If you haven't got photo ID, bring a bank card."],
    ['a question', RIDES, 'Do you not have photo ID?'],
  ])('is not seen in %s', (_, support, sentence) => {
    expect(contradicts(sentence, 'en', support)).toBe(false)
  })
})
