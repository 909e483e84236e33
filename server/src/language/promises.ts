import { foldAccents } from '#server/platform/text/fold.ts'
import { visible } from './injection.ts'
import { anyOf, LEXICONS } from './lexicons.ts'
import type { Binding, PromiseWords } from './types.ts'

const lexicons = Object.values(LEXICONS).map(({ promises }) => promises)
const any = (pick: (words: PromiseWords) => string): string => anyOf(({ promises }) => pick(promises))

const FREE = new RegExp(any(({ free }) => free))
const SAYS_FREE = new RegExp(`${FREE.source}|${any(({ alsoFree }) => alsoFree)}`)
const KINDS = Object.keys(LEXICONS.en.promises.binding) as Binding[]
/** What commits a business. Each is allowed only where the evidence says it too. */
const BINDING: readonly RegExp[] = [
  ...KINDS.map((kind) => new RegExp(any(({ binding }) => binding[kind]))),
  new RegExp(
    `\\b(?:100|${any(({ certain }) => certain.hundred)}) ?(?:%|${any(({ certain }) => certain.percent)}) ` +
      `(?:${any(({ certain }) => certain.safe)})`,
  ),
]

const plain = (text: string) => foldAccents(visible(text).toLowerCase()).replace(/[’ʼ`´]/g, "'")

/** Whether a sentence binds the business to something its evidence does not say. */
export function overPromises(sentence: string, evidence: string): boolean {
  const said = plain(sentence)
  const known = plain(evidence)
  if (FREE.test(said) && !SAYS_FREE.test(known)) return true
  return BINDING.some((pattern) => pattern.test(said) && !pattern.test(known))
}

/** Whether a sentence tells that something was done or is being done, which an assistant can only say of its tools. */
export function claimsDeed(sentence: string): boolean {
  const said = plain(sentence)
  return lexicons.some(({ deeds, offered }) =>
    deeds.some((pattern) => {
      const deed = pattern.exec(said)
      return deed !== null && !offered?.test(said.slice(0, deed.index + deed[0].length))
    }),
  )
}
