import { isLetterClosing, isLetterGreeting, withoutSalutation } from '#server/language/service.ts'

const ENOUGH = 40

/**
 * An answer drafted from members' replies: the longest reply, without greeting and closing. Short replies such as "Done." are used
 * only if there is nothing else.
 */
export function draftAnswer(replies: readonly string[]): string {
  const bodies = replies.map(withoutLetter).filter((body) => body !== '')
  const longest = bodies.reduce((best, body) => (body.length > best.length ? body : best), '')
  return longest.length >= ENOUGH ? longest : bodies.join('\n\n')
}

function withoutLetter(body: string): string {
  const lines = body.trim().split('\n')
  if (lines.length > 1 && isLetterGreeting(lines[0]?.trim() ?? '')) lines.shift()
  const end = lines.findIndex((line, index) => index > 0 && lines.length - index <= 4 && isLetterClosing(line.trim()))
  const withoutClosing = end > 0 ? lines.slice(0, end) : lines
  // "Hi Anna, you can …": the customer's name must not be in the FAQ.
  return withoutSalutation(withoutClosing.join('\n').trim())
}
