/**
 * A line of a mail as a person reads it. `depth`: by how many marks it is quoted. `mark`: what the mail program that wrote the HTML says of it;
 * `rest` stands at the first line of an earlier mail that goes on to the end.
 */
export type Line = { text: string; depth: number; mark: Mark | null }
export type Mark = 'quote' | 'signature' | 'introduction' | 'rest'

/** Quoted lines begin with `>`; some programs put the initials of the writer before it. */
const QUOTED = /^(?:[A-Za-z]{1,3}(?=>\s)|\s{0,2})((?:>\s?){1,50})/

/** The lines of a plain text. */
export const linesOfText = (text: string): Line[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => ({ text: line, depth: isGroupWise(line) ? 0 : depthOf(line), mark: null }))

const depthOf = (line: string): number => QUOTED.exec(line)?.[1]?.replace(/\s/g, '').length ?? 0

/** GroupWise writes `>>> Ada <ada@example.org> 11/24/2026 10:02 AM >>>` above an earlier mail. */
const isGroupWise = (line: string): boolean => /^>>> \S.*>>>\s*$/.test(line)

export const isBlank = ({ text }: Line): boolean => text.replace(/[>\s]/g, '') === ''

/** Lines as one text, without blank ones at its ends and more than one in a row. */
export const textOfLines = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => text.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
