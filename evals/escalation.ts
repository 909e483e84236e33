/**
 * Evaluates what escalates a message: `node evals/escalation.ts`, on sentences that the classifier was fitted on beside others that nothing
 * was fitted on (evals/judges). Complaints and everything else count as sentences that do not ask for a person; of the support sentences
 * `contact_customer_service` is shown separately, since half of it does ("how can I speak to customer support") and half asks for opening
 * hours.
 */
import { detectEscalation, type EscalationContext } from '#server/assistant/signals/escalation-signals.ts'
import { bankingQueries, outOfScope, personJudges, routingJudges, supportSentences } from './samples.ts'

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

type Request = { text: string; asks: boolean }
const support = supportSentences()
const supportRequests = support.map(({ text, intent }) => ({ text, asks: intent === 'contact_human_agent' }))
const asksForPerson = ({ text }: { text: string }) => reasonOf(text) === 'human_requested'

function scoreOf(sentences: Request[]) {
  const found = sentences.filter(asksForPerson)
  const right = found.filter(({ asks }) => asks).length
  const wanted = sentences.filter(({ asks }) => asks).length
  return {
    sentences: sentences.length,
    precision: percent(right, found.length),
    recall: percent(right, wanted),
    F1: percent(2 * right, found.length + wanted),
  }
}
console.log('\nrequests for a person')
console.table({ 'support, fitted on': scoreOf(supportRequests), 'not fitted on': scoreOf(personJudges()) })
const ofServiceDesk = support.filter((one) => one.intent === 'contact_customer_service' && asksForPerson(one))
console.log(`of the support sentences found, ${ofServiceDesk.length} are of contact_customer_service`)

const ordinary = {
  'banking, fitted on': bankingQueries().map(({ text }) => text),
  'off-topic, fitted on': outOfScope(),
  'questions for other agents, not fitted on': routingJudges()
    .filter(({ agent, also = [] }) => agent !== 'escalation' && !also.includes('escalation'))
    .map(({ text }) => text),
}
const REASONS = ['human_requested', 'frustration_detected', 'complex_issue', 'urgent_issue']
const falseAlarms = Object.entries(ordinary).flatMap(([set, texts]) =>
  [true, false].map((answerable) => {
    const reasons = texts.map((text) => reasonOf(text, answerable))
    const share = (reason: string) => percent(reasons.filter((each) => each === reason).length, texts.length)
    const name = `${set}, ${answerable ? 'answered' : 'not answered'}`
    return [name, Object.fromEntries(REASONS.map((reason) => [reason, share(reason)]))]
  }),
)
console.log('\nraised on questions that ask for no person:')
console.table(Object.fromEntries(falseAlarms))
