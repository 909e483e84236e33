/** A question with its answer, to be approved by a person. */
export type ProposedFaq = { question: string; answer: string }

const MAX_PROPOSALS = 10
const MAX_QUESTION = 300
const MAX_ANSWER = 8000
/** A line up to this length without a full stop at its end is a heading when text follows it. */
const MAX_HEADING = 90

const isQuestion = (line: string) => /[?？]$/.test(line) && line.length <= MAX_QUESTION
const isHeading = (line: string) =>
  /^#{1,6}\s/.test(line) || (line.length <= MAX_HEADING && /[\p{L}\d)]:?$/u.test(line))
const withoutMarks = (line: string) =>
  line
    .replace(/^(?:#{1,6}|[-*•]|\d+[.)]|Q:|F:|P:)\s+/i, '')
    .replace(/\*\*/g, '')
    .replace(/:$/, '')
    .trim()

/**
 * Up to ten questions with their answers out of a pasted text, without a model: lines that end with a question mark and headings with the text that
 * follows them, and lines like "Delivery: two days". What belongs to neither is left out.
 */
export function proposeFaqs(text: string): ProposedFaq[] {
  const found: ProposedFaq[] = []
  let open: { question: string; lines: string[] } | null = null
  const close = () => {
    const answer = open?.lines.join('\n').trim().slice(0, MAX_ANSWER) ?? ''
    if (open && answer !== '') found.push({ question: open.question, answer })
    open = null
  }
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  for (const [at, line] of lines.entries()) {
    const plain = withoutMarks(line)
    const labelled = /^([\p{L}][^:.?!]{1,60}):\s+(\S.{3,})$/u.exec(plain)
    const hasTextAfter = (lines[at + 1] ?? '') !== '' || (lines[at + 2] ?? '') !== ''
    if (isQuestion(plain) || (isHeading(line) && hasTextAfter && !labelled && plain !== '')) {
      close()
      open = { question: plain.slice(0, MAX_QUESTION), lines: [] }
    } else if (labelled && !open) {
      found.push({ question: labelled[1] ?? '', answer: labelled[2] ?? '' })
    } else if (open) open.lines.push(line.replace(/^(?:A|R):\s+/, ''))
  }
  close()
  const seen = new Set<string>()
  return found
    .filter(({ question }) => !seen.has(question.toLowerCase()) && seen.add(question.toLowerCase()))
    .slice(0, MAX_PROPOSALS)
}
