/** The first line of a letter, alone: "Hi Anna,". */
const GREETING =
  /^(hi|hello|hey|dear|good (morning|afternoon|evening)|hola|buenos días|buenas tardes|estimad[oa]s?|bonjour|bonsoir|cher|chère|salut|hallo|guten (tag|morgen|abend)|liebe[r]?|sehr geehrte[r]?)\b[^.!?\n]{0,40}[,!.:]?$/iu
/** What ends a letter. */
const CLOSING =
  /^(best|kind|warm)?\s*(regards|wishes)\b|^(best|cheers|thanks|thank you|many thanks|sincerely|yours)[\s,!.]*$|^(saludos|un saludo|atentamente|gracias)\b.{0,20}$|^(cordialement|bien à vous|merci)\b.{0,20}$|^(viele|beste|liebe|freundliche|herzliche)n? grüße|^mit freundlichen grüßen|^(vielen )?danke\b.{0,20}$/iu
const ENOUGH = 40

/**
 * An answer drafted from what members replied: the longest reply, without its greeting and its end. Replies that only say "Done."
 * are no answer, unless there is nothing else.
 */
export function draftFrom(replies: readonly string[]): string {
  const bodies = replies.map(withoutLetter).filter((body) => body !== '')
  const longest = bodies.reduce((best, body) => (body.length > best.length ? body : best), '')
  return longest.length >= ENOUGH ? longest : bodies.join('\n\n')
}

function withoutLetter(body: string): string {
  const lines = body.trim().split('\n')
  if (lines.length > 1 && GREETING.test(lines[0]?.trim() ?? '')) lines.shift()
  const end = lines.findIndex((line, index) => index > 0 && lines.length - index <= 4 && CLOSING.test(line.trim()))
  const kept = end > 0 ? lines.slice(0, end) : lines
  // "Hi Anna, you can …": the name of one customer is no part of the answer for all.
  const text = kept.join('\n').trim()
  return text.replace(
    /^(hi|hello|hey|dear|hola|bonjour|hallo)(\s+\p{Lu}[\p{L}-]+){1,2}\s*[,!]\s*(\p{L})/iu,
    (_, _g, _n, letter: string) => letter.toUpperCase(),
  )
}
