/**
 * Evaluates how requests for a person are recognised: `node evals/escalation.ts`. Complaints and everything else count as
 * sentences that do not ask for one; `contact_customer_service` is shown separately, since half of it does ("how can I speak to
 * customer support") and half asks for opening hours. The classifier was fitted on these sentences; fit-escalation.ts evaluates it on others.
 */
import { detectEscalation, type EscalationContext } from '#server/assistant/signals/escalation-signals.ts'
import { bankingQueries, outOfScope, supportSentences } from './samples.ts'

const noSignals: EscalationContext = {
  answerable: true,
  failedAttempts: 0,
  escalationThreshold: 3,
  recurringIssue: false,
  escalatedLastDay: false,
  interactions: 0,
}
const reasonOf = (text: string, answerable = true) =>
  detectEscalation(text, { ...noSignals, answerable })?.reason ?? 'none'
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`
const isVerbose = process.argv.includes('--verbose')

const sentences = supportSentences()
const requests = sentences.filter(({ intent }) => intent === 'contact_human_agent')
const others = sentences.filter(({ intent }) => intent !== 'contact_human_agent')
const asksForPerson = (text: string) => reasonOf(text) === 'human_requested'
const missed = requests.filter(({ text }) => !asksForPerson(text))
const wrong = others.filter(({ text }) => asksForPerson(text))
const found = requests.length - missed.length
const precision = found / (found + wrong.length)
const recall = found / requests.length
console.table({
  'request for a person': {
    precision: percent(precision, 1),
    recall: percent(recall, 1),
    F1: percent((2 * precision * recall) / (precision + recall), 1),
    'of it in contact_customer_service': wrong.filter(({ intent }) => intent === 'contact_customer_service').length,
  },
})
if (isVerbose) console.log({ missed: missed.map(({ text }) => text), wrong })

const otherTexts = { banking: bankingQueries().map(({ text }) => text), 'off-topic': outOfScope() }
const falseAlarms = Object.entries(otherTexts).flatMap(([set, texts]) =>
  [true, false].map((answerable) => {
    const reasons = texts.map((text) => reasonOf(text, answerable))
    const share = (reason: string) => percent(reasons.filter((each) => each === reason).length, texts.length)
    if (isVerbose) {
      for (const [i, text] of texts.entries())
        if (reasons[i] !== 'none' && answerable) console.log(reasons[i], '|', text)
    }
    const names = ['human_requested', 'frustration_detected', 'complex_issue', 'urgent_issue']
    return [
      `${set}, ${answerable ? 'answered' : 'not answered'}`,
      Object.fromEntries(names.map((name) => [name, share(name)])),
    ]
  }),
)
console.log('\nraised on questions that ask for no person:')
console.table(Object.fromEntries(falseAlarms))
