/** The line that mail programs write above what they quote. */
const INTRODUCTION =
  /^(?:on .{4,200}wrote|am .{4,200}schrieb.{0,200}|le .{4,200}a écrit|el .{4,200}escribió)\s*:\s*$|^-{2,} ?(?:original message|ursprüngliche nachricht|message d'origine|mensaje original) ?-{2,}$/i
const SIGNATURE = '-- '

/** Splits a mail's text into what its sender wrote and what is folded: the quoted mail below it, and the signature. */
export function foldQuotes(text: string): { body: string; quoted: string | null } {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n')
  const start = lines.findIndex((line, at) => line === SIGNATURE || isIntroduction(lines, at))
  if (start < 1) return { body: lines.join('\n'), quoted: null }
  const rest = lines.slice(start)
  // An answer between the quoted lines belongs to what was written.
  const isAnswered = rest
    .slice(1)
    .some((line, at) => at > 0 && line.trim() !== '' && !line.startsWith('>') && rest[at]?.startsWith('>'))
  if (isAnswered) return { body: lines.join('\n'), quoted: null }
  return { body: lines.slice(0, start).join('\n').trim(), quoted: rest.join('\n').trim() }
}

/** The introduction may be broken into two lines. */
const isIntroduction = (lines: readonly string[], at: number): boolean =>
  INTRODUCTION.test(lines[at] ?? '') || INTRODUCTION.test(`${lines[at]} ${lines[at + 1] ?? ''}`.trim())
