import { parseMail } from '#server/inbound-mail/parsing/parse-mail.ts'
import type { ParsedMail } from '#server/inbound-mail/parsing/parsed-mail.ts'
import type { CorpusMail, Expected } from './read-corpus.ts'
import { visibleWords, wordsOf } from './visible-words.ts'

/** What is wrong with the reading of a mail of the corpus; empty where all is as expected. */
export async function faultsOf(mail: CorpusMail): Promise<string[]> {
  const parsed = await parseMail(mail.bytes)
  return [...differences(mail.expected, parsed), ...(await lostWords(mail, parsed))]
}

function differences(expected: Expected, parsed: ParsedMail): string[] {
  const pairs: [what: string, expected: unknown, found: unknown][] = [
    ['from', expected.from, parsed.from && personText(parsed.from)],
    ['subject', expected.subject, parsed.subject],
    ['body', linesOf(expected.body.join('\n')), linesOf(parsed.body)],
    ['attachments', expected.attachments ?? [], parsed.attachments.map(({ name, mime }) => [name, mime])],
    ['automatic', expected.automatic ?? null, parsed.automatic],
    ['bounce', expected.bounce ?? null, bounceText(expected, parsed)],
    ['folded', expected.folded ?? null, foldedText(expected, parsed)],
  ]
  return pairs.flatMap(([what, wanted, found]) =>
    JSON.stringify(wanted) === JSON.stringify(found)
      ? []
      : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`],
  )
}

const personText = ({ name, address }: { name: string; address: string }): string =>
  name ? `${name} <${address}>` : address

/** The lines that hold more than marks of quoting. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line.replace(/[>\s]/g, '') !== '')

/** The explanation counts as the expected one where it holds it. */
function bounceText({ bounce: expected }: Expected, { bounce }: ParsedMail): unknown {
  if (!bounce) return null
  const isHeld = expected && bounce.explanation.replace(/\s+/g, ' ').includes(expected.explanation)
  const { recipient, status, isPermanent, explanation, originalMessageId } = bounce
  return { recipient, status, isPermanent, explanation: isHeld ? expected.explanation : explanation, originalMessageId }
}

/** What is folded counts as expected where it begins with the first piece and has the others behind it. */
function foldedText({ folded = [] }: Expected, { quoted }: ParsedMail): unknown {
  if (quoted === null) return null
  const text = linesOf(quoted).join('\n')
  let at = 0
  const isHeld = folded.every((piece, index) => {
    const found = text.indexOf(piece, at)
    at = found + piece.length
    return index === 0 ? found === 0 : found > 0
  })
  return isHeld && folded.length > 0 ? folded : text
}

/** Words that a mail program shows, and that are neither in the body nor folded nor in a file that is text. */
async function lostWords(mail: CorpusMail, { body, quoted, attachments }: ParsedMail): Promise<string[]> {
  const files = attachments
    .filter(({ mime }) => mime.startsWith('text/'))
    .map(({ content }) => new TextDecoder().decode(content))
  const kept = wordsOf([body, quoted ?? '', ...files].join('\n'))
  const lost = [...(await visibleWords(mail))].filter((word) => !kept.has(word))
  const shown = (mail.expected.hidden ?? []).filter((word) => wordsOf(`${body}\n${quoted}`).has(word.toLowerCase()))
  return [
    ...(lost.length > 0 ? [`lost: ${lost.join(' ')}`] : []),
    ...(shown.length > 0 ? [`shown though hidden: ${shown.join(' ')}`] : []),
  ]
}
