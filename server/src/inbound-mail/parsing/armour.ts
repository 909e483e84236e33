import type { Line } from './line.ts'

const SIGNED = /^-----BEGIN PGP SIGNED MESSAGE-----\s*$/
const SIGNATURE = /^-----BEGIN PGP SIGNATURE-----\s*$/
const END = /^-----END PGP SIGNATURE-----\s*$/

/**
 * The lines that OpenPGP puts around a signed text (RFC 9580, section 7): what stands above it and below it is folded with it, and lines that
 * it begins with a dash are read as they were written. Null for other texts.
 */
export function withoutArmour(lines: readonly Line[]): { lines: Line[]; above: Line[]; below: Line[] } | null {
  const start = lines.findIndex(({ text }) => SIGNED.test(text))
  const end = lines.findIndex(({ text }, at) => at > start && SIGNATURE.test(text))
  if (start < 0 || end < 0) return null
  const headEnd = lines.findIndex(({ text }, at) => at > start && text.trim() === '')
  const from = headEnd < 0 || headEnd > end ? start + 1 : headEnd + 1
  const close = lines.findIndex(({ text }, at) => at > end && END.test(text))
  const last = close < 0 ? lines.length - 1 : close
  const signed = lines.slice(from, end).map((line) => ({ ...line, text: line.text.replace(/^- /, '') }))
  return {
    lines: [...lines.slice(0, start), ...signed, ...lines.slice(last + 1)],
    above: lines.slice(start, from),
    below: lines.slice(end, last + 1),
  }
}
