import { visible } from '#server/language/service.ts'
import { memoize } from './memoize.ts'

const IN_A_ROW = 5
const wordsOf = (text: string): string[] =>
  visible(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

function runsOf(words: string[]): string[] {
  return words
    .slice(0, Math.max(0, words.length - IN_A_ROW + 1))
    .map((_, at) => words.slice(at, at + IN_A_ROW).join(' '))
}

/** Few instructions are in force at once: one text for each agent and tone. */
const KEPT_SECRETS = 50
const secretRuns = memoize((secret) => new Set(runsOf(wordsOf(secret))), KEPT_SECRETS)

/** Tells whether a text repeats five words in a row of what must stay behind the scenes. */
export function createLeakCheck(secret: string): (text: string, allowed: string) => boolean {
  const secrets = secretRuns(secret)
  return (text, allowed) => {
    const said = runsOf(wordsOf(text)).filter((run) => secrets.has(run))
    if (said.length === 0) return false
    const known = new Set(runsOf(wordsOf(allowed)))
    return said.some((run) => !known.has(run))
  }
}

/** Talk about prompts and instructions as such, which no customer asked a shop about. */
export const speaksOfPrompt = (text: string): boolean =>
  /\b(system (prompt|message)|my (instructions|prompt|guidelines|rules)|(initial|hidden|secret) (prompt|instructions)|mis instrucciones|instrucciones del sistema|mes (instructions|consignes)|message syst[eè]me|meine (anweisungen|instruktionen)|systemprompt|systemnachricht)\b/i.test(
    visible(text),
  )
