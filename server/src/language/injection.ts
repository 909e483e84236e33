import { foldAccents } from '#server/platform/text/fold.ts'
import { anyOf, LEXICONS } from './lexicons.ts'
import type { InjectionPatterns } from './types.ts'

/** Role and section marks of the formats that models are trained on. */
const FORMAT_MARKS =
  /<\|[a-z_]+\|>|\[\/?inst\]|<<\/?sys>>|^\s*(system|assistant|developer)\s*:|###\s*(system|instruction|assistant)|\bend of (document|context|knowledge|passage)\b|<\/?(system|instructions?|knowledge|passage|message|customer)\b/m

const any = (pick: (words: InjectionPatterns) => string): string => anyOf(({ injection }) => pick(injection))

/**
 * Text that addresses a language model instead of a reader, in all languages. Such a passage is neither sent to a model nor quoted, also
 * when the tenant published it.
 */
const PATTERNS: readonly RegExp[] = [
  ...Object.values(LEXICONS).flatMap(({ injection }) => injection.patterns),
  new RegExp(`\\b(?:${any(({ insert }) => insert.verbs)})\\b.{0,60}\\b(?:${any(({ insert }) => insert.objects)})\\b`),
  new RegExp(
    `\\b(?:${any(({ address }) => address.heads)})\\b.{0,12}\\b(?:${any(({ address }) => address.prepositions)})\\b` +
      `.{0,16}\\b(?:${any(({ address }) => address.machines)})\\b`,
  ),
  new RegExp(
    `\\b(?:${any(({ renewed }) => renewed.adjectives)})\\b.{0,12}\\b(?:system )?(?:${any(({ renewed }) => renewed.nouns)})`,
  ),
  FORMAT_MARKS,
]

const INVISIBLE = /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  і: 'i',
  ѕ: 's',
  ո: 'n',
  ӏ: 'l',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '@': 'a',
}

/** Text as a reader sees it: one Unicode form, nothing invisible. */
export const visible = (text: string): string => text.normalize('NFKC').replace(INVISIBLE, '')

/** Whether a text holds instructions to a language model. */
export function isInstruction(text: string): boolean {
  const seen = foldAccents(visible(text).toLowerCase())
  const spaced = seen.replace(/[\s*_~`>|-]+/g, ' ')
  // Spaced letters ("i g n o r e") and lookalikes of another alphabet are replaced by the letters they imitate.
  const joined = spaced.replace(/\b(?:\p{L} ){4,}\p{L}\b/gu, (run) => run.replaceAll(' ', ''))
  const latin = [...joined].map((sign) => LOOKALIKES[sign] ?? sign).join('')
  return PATTERNS.some((pattern) => pattern.test(seen) || pattern.test(joined) || pattern.test(latin))
}
