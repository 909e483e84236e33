/**
 * Judges what is read from a message by sentences that nothing was fitted on (evals/judges): requests for a person, emergencies,
 * complaints and anger. `node evals/judges.ts`.
 */
import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import { analyseMessage } from '#server/language/service.ts'

type Wanted = { text: string; language: Language }
const read = <T>(name: string) =>
  readFileSync(new URL(`./judges/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Wanted & T)

const percent = (part: number, of: number) => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)} %`)

/** Precision, recall and F1 of what was found against what was wanted. */
function scoreOf<Row>(rows: readonly Row[], isWanted: (row: Row) => boolean, isFound: (row: Row) => boolean) {
  const found = rows.filter(isFound)
  const right = found.filter(isWanted).length
  const wanted = rows.filter(isWanted).length
  return {
    wanted,
    precision: percent(right, found.length),
    recall: percent(right, wanted),
    F1: percent(2 * right, found.length + wanted),
  }
}

const requests = read<{ asks: boolean }>('person_requests')
const otherRequests = read<{ asks: boolean }>('person_requests_second')
const ofLanguage = (language: Language) => requests.filter((row) => row.language === language)
const requestScore = (rows: typeof requests) =>
  scoreOf(
    rows,
    ({ asks }) => asks,
    ({ text }) => analyseMessage(text).requestsPerson,
  )
console.log('\nrequests for a person (wanted: F1 97 %)')
console.table({
  ...Object.fromEntries(LANGUAGES.map((language) => [language, requestScore(ofLanguage(language))])),
  all: requestScore(requests),
  'second set': requestScore(otherRequests),
})

type Signal = { signal: 'emergency' | 'complaint' | 'anger' | null }
const FINDERS = {
  emergency: (text: string) => analyseMessage(text).isUrgent,
  complaint: (text: string) => analyseMessage(text).isComplaint,
  anger: (text: string) => analyseMessage(text).isFrustrated,
}
for (const [set, signals] of [
  ['signals', read<Signal>('signals')],
  ['signals, second set', read<Signal>('signals_second')],
] as const) {
  console.log(`\n${set}, by meaning`)
  const scores = Object.entries(FINDERS).map(([name, isFound]) => [
    name,
    scoreOf(
      signals,
      ({ signal }) => signal === name,
      ({ text }) => isFound(text),
    ),
  ])
  console.table(Object.fromEntries(scores))
  const ordinary = signals.filter(({ signal }) => signal === null)
  const alarmed = ordinary.filter(({ text }) => Object.values(FINDERS).some((isFound) => isFound(text)))
  console.log(`false alarms on sentences with the same words: ${percent(alarmed.length, ordinary.length)}`)
}
