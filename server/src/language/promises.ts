import { foldAccents } from '#server/platform/text/fold.ts'
import { visible } from './injection.ts'
import { anyOf, LEXICONS } from './lexicons.ts'
import type { Binding, PromiseWords } from './types.ts'

const lexicons = Object.values(LEXICONS).map(({ promises }) => promises)
const any = (pick: (words: PromiseWords) => string): string => anyOf(({ promises }) => pick(promises))

const FREE = new RegExp(any(({ free }) => free))
const FREE_IN_EVIDENCE = new RegExp(`${FREE.source}|${any(({ alsoFree }) => alsoFree)}`)
const KINDS = Object.keys(LEXICONS.en.promises.binding) as Binding[]
/** Commitments of a business. Each is allowed only where the evidence contains it too. */
const BINDING: readonly RegExp[] = [
  ...KINDS.map((kind) => new RegExp(any(({ binding }) => binding[kind]))),
  new RegExp(
    `\\b(?:100|${any(({ certain }) => certain.hundred)}) ?(?:%|${any(({ certain }) => certain.percent)}) ` +
      `(?:${any(({ certain }) => certain.safe)})`,
  ),
]

const plain = (text: string) => foldAccents(visible(text).toLowerCase()).replace(/[’ʼ`´]/g, "'")

/** Whether a sentence makes a commitment that its evidence does not contain. */
export function overPromises(sentence: string, evidence: string): boolean {
  const claim = plain(sentence)
  const known = plain(evidence)
  if (FREE.test(claim) && !FREE_IN_EVIDENCE.test(known)) return true
  return BINDING.some((pattern) => pattern.test(claim) && !pattern.test(known))
}

/** Whether a sentence claims that an action was or is being carried out: true only if a tool did it. */
export function claimsAction(sentence: string): boolean {
  const claim = plain(sentence)
  return lexicons.some(({ actions, offered }) =>
    actions.some((pattern) => {
      const action = pattern.exec(claim)
      return action !== null && !offered?.test(claim.slice(0, action.index + action[0].length))
    }),
  )
}
