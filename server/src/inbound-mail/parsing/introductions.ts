/** The words of header lines as mail programs translate them, by what they name. */
const HEADER_WORDS = {
  from: 'from|von|de|da|van|från|fra|od|от|発信者|差出人|发件人|寄件者|보낸 사람|kimden|lähettäjä|expéditeur',
  date: 'sent|date|gesendet|datum|envoyé(?: le)?|enviado(?: el| em)?|fecha|data|inviato|verzonden|skickat|sendt|dato|wysłano|odesláno|отправлено|дата|送信日時|日付|发送时间|寄件日期|보낸 날짜|tarih|lähetetty',
  to: 'to|an|bis|à|a|para|aan|till|til|do|komu|кому|宛先|收件人|받는 사람|kime|vastaanottaja|destinataire',
  copy: 'cc|kopie|copie|kopia|kopi|копия|抄送|참조',
  subject:
    'subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|temat|předmět|тема|件名|主题|主旨|제목|konu|aihe',
}
type Kind = keyof typeof HEADER_WORDS

const HEADERS = Object.entries(HEADER_WORDS).map(
  ([kind, words]) => [kind as Kind, new RegExp(`^[\\s>*]*(?:${words})\\s?\\*?\\s?[:：]`, 'i')] as const,
)
const kindOf = (line: string): Kind | undefined => HEADERS.find(([, pattern]) => pattern.test(line.slice(0, 60)))?.[0]

const MOST_HEADER_LINES = 12

/**
 * The header lines that Outlook and others write above an earlier mail: who sent it, and at least two of date, recipient and subject. Null
 * where none begin at a line; else the subject, as far as it can be read.
 */
export function headerBlockAt(texts: readonly string[], at: number): { subject: string } | null {
  const first = kindOf(texts[at] ?? '')
  // Below other header lines it is the copy of a mail in a report.
  if (/^[A-Za-z][\w-]{1,40}: /.test(texts[at - 1] ?? '')) return null
  if (first !== 'from' && first !== 'date' && first !== 'subject') return null
  const found = new Set<Kind>()
  let subject = ''
  let between = 0
  for (const text of texts.slice(at, at + MOST_HEADER_LINES)) {
    const kind = kindOf(text)
    if (kind) found.add(kind)
    if (kind === 'subject') subject = text.replace(/^[^:：]*[:：]/, '').trim()
    // A long list of recipients goes on in the next line, Notes leaves lines blank.
    between = kind ? 0 : between + 1
    if (between > 2) break
  }
  return found.has('from') && found.has('subject') && found.size >= 3 ? { subject } : null
}

const ORIGINAL =
  /^\s*(?:[-_–—=]{3,}.{0,60}\bwrote\b.{0,200}|[-_–—=]{2,}\s?(?:original message|reply message|original-nachricht|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|originalmeddelande|oryginalna wiadomość|исходное сообщение|原始邮件|原始郵件|元のメッセージ)\s?[-_–—=]{2,})\s*$/i
const FORWARDED =
  /^[\s>]*(?:[-_–—=]{2,}\s?(?:forwarded message|forwarded by|original forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht|пересылаемое сообщение|转发邮件)\b.{0,120}|(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du (?:message|courriel) (?:transféré|réexpédié)|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht)\s?:)\s*$/i
const ABOVE_THIS_LINE =
  /^[\s>]*(?:##-.{3,200}-##|.{0,80}(?:(?:type|write|enter) your reply above this line|reply above this line|oberhalb dieser (?:zeile|linie)|au-dessus de cette ligne|(?:por )?encima de esta línea).{0,80})\s*$/i
const GROUPWISE = /^>>> \S.{0,300}>>>\s*$/

/** A line that stands above an earlier mail which goes on to the end: `-----Original Message-----`, the line above which an answer is written. */
export const isAboveEarlierMail = (line: string): boolean =>
  line.length < 400 && (ORIGINAL.test(line) || ABOVE_THIS_LINE.test(line) || GROUPWISE.test(line))
/** A line that stands above a mail that is passed on. */
export const isAboveForwardedMail = (line: string): boolean => line.length < 400 && FORWARDED.test(line)
/** Whether a subject says that a mail is passed on. */
export const isForwardSubject = (subject: string): boolean =>
  /^\s*(?:(?:re|aw|sv|antw|r)\s?(?:\[\d+\])?:\s*)*(?:fwd?|wg|tr|rv|i|enc|doorst|vs|vb|转发|пересл)\s?:/i.test(subject)

const VERBS =
  'wrote|writes|schrieb|geschrieben|écrit|escribió|escreveu|scritto|scrisse|schreef|geschreven|skrev|kirjoitti|napsal|napisał|пишет|написал|написала'
const WITH_VERB = new RegExp(`(?<![\\p{L}])(?:${VERBS})(?![\\p{L}]).{0,200}:\\s*$`, 'iu')
/** `Ada wrote:` */
const BY_VERB_ALONE = new RegExp(`^.{1,80}\\s(?:${VERBS})\\s?:$`, 'iu')
/** Marks of the direction of writing, which Hebrew and Arabic programs put around the line. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const DATE_OR_TIME = /\d{1,2}[:.h]\d{2}|\b\d{4}\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/
const LONGEST_INTRODUCTION = 400
const MOST_INTRODUCTION_LINES = 3

/**
 * How many lines above a quoted one introduce it: they end with a colon and name a time, or a verb of writing. Programs break a long
 * introduction into two or three lines.
 */
export function introductionLines(texts: readonly string[], end: number): number {
  for (let count = 1; count <= MOST_INTRODUCTION_LINES && end - count >= 0; count += 1) {
    const joined = joinedLines(texts.slice(end - count, end))
    if (joined === null || !/[:：]$/.test(joined)) break
    if (DATE_OR_TIME.test(joined)) return count
  }
  return BY_VERB_ALONE.test(joinedLines(texts.slice(end - 1, end)) ?? '') ? 1 : 0
}

/** How many lines from this one on introduce an earlier mail that is not marked as quoted: a time and a verb of writing. */
export function introductionAt(texts: readonly string[], at: number): number {
  for (let count = 1; count <= MOST_INTRODUCTION_LINES; count += 1) {
    const joined = joinedLines(texts.slice(at, at + count))
    if (joined === null) return 0
    if (WITH_VERB.test(joined) && DATE_OR_TIME.test(joined)) return count
  }
  return 0
}

function joinedLines(texts: readonly string[]): string | null {
  if (texts.some((text) => text.length > LONGEST_INTRODUCTION || text.trim() === '')) return null
  const joined = texts.map((text) => text.replace(DIRECTIONS, '').trim()).join(' ')
  return joined.length > LONGEST_INTRODUCTION ? null : joined
}
