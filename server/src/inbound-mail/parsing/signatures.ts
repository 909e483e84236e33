const DELIMITER = /^--\s*$/
/** What phones and programs add by themselves: it begins a line of its own, at the end of what was written. */
const BY_PROGRAM =
  /^(?:(?:sent|get|gesendet|von meine[mr]|verschickt|envoyé (?:de|depuis|à partir)|enviado (?:desde|con)|enviado do|inviato da|verzonden|obtener|télécharge[rz]|obtenez|holen sie sich|descargar|scarica|skickat från)\b|(?:outlook|blue ?mail) (?:für|for|pour|para)\b|diese nachricht wurde (?:von|mit)\b).{0,160}(?:iphone|ipad|android|ios|galaxy|samsung|huawei|xiaomi|blackberry|mail|outlook|phone|handy|smartphone|mobile|móvil|mobil|device|gerät|appareil|dispositivo|app|spark|telefon|windows|mac)\b.{0,80}$/i
const LONGEST_BY_PROGRAM = 200
/** A list server sets its footer apart by a long line. */
const FOOTER_LINE = /^[_-]{30,}\s*$/
const MOST_FOOTER_LINES = 8

export const isSignatureDelimiter = (line: string): boolean => DELIMITER.test(line)

export const isWrittenByProgram = (line: string): boolean =>
  line.length <= LONGEST_BY_PROGRAM && BY_PROGRAM.test(line.trim())

/** Where the footer of a mailing list begins: a long line, and a few lines with an address behind it. */
export function footerStart(texts: readonly string[]): number | null {
  const from = Math.max(0, texts.length - MOST_FOOTER_LINES)
  const start = texts.findIndex((text, at) => at >= from && FOOTER_LINE.test(text))
  return start > 0 && texts.slice(start).some((text) => /https?:\/\//i.test(text)) ? start : null
}
