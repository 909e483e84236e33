import { htmlToMarkdown } from '#server/knowledge/parsing/html.ts'

/** A question of a help page with its answer as Markdown. */
export type PageQuestion = { question: string; answer: string }

const MAX_QUESTIONS = 500
const MAX_QUESTION = 300
const MAX_ANSWER = 8000
const NOISE =
  'script:not([type="application/ld+json"]), style, noscript, template, iframe, nav, header, footer, form, aside, svg'
const HEADINGS = 'h1, h2, h3, h4, h5, h6, summary, dt, [role="heading"], button[aria-expanded]'

/**
 * The questions of a help page with their answers. Tries in this order: the FAQPage data for search engines, `details` elements,
 * definition lists, headings with the text under them (only headings with a question mark, if there are any).
 */
export async function extractQuestions(html: string): Promise<PageQuestion[]> {
  const { parseHTML } = await import('linkedom')
  // HTML without a body tag is valid, but linkedom gives it no body.
  const { document } = parseHTML(/<body\b/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`)
  const declared = findJsonLd(document)
  for (const element of document.querySelectorAll(NOISE)) element.remove()
  const strategies = [
    () => declared,
    () => findDetails(document),
    () => findDefinitions(document),
    () => findHeadings(document),
  ]
  for (const strategy of strategies) {
    const found = await toMarkdown(strategy())
    if (found.length > 0) return found
  }
  return []
}

type Raw = { question: string; html: string }

async function toMarkdown(raw: Raw[]): Promise<PageQuestion[]> {
  const seen = new Set<string>()
  const questions: PageQuestion[] = []
  for (const { question: given, html } of raw.slice(0, 2 * MAX_QUESTIONS)) {
    const question = given.replace(/\s+/g, ' ').trim()
    if (question === '' || question.length > MAX_QUESTION || seen.has(question.toLowerCase())) continue
    const answer = (await htmlToMarkdown(html)).trim().slice(0, MAX_ANSWER).toWellFormed()
    if (!/[\p{L}\p{N}]/u.test(answer)) continue
    seen.add(question.toLowerCase())
    questions.push({ question, answer })
    if (questions.length === MAX_QUESTIONS) break
  }
  return questions
}

/** schema.org FAQPage in JSON-LD. */
function findJsonLd(document: Document): Raw[] {
  return [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) => {
    try {
      return findQuestions(JSON.parse(script.textContent ?? ''), 0)
    } catch {
      // Invalid JSON-LD: the questions are taken from the page's elements.
      return []
    }
  })
}

function findQuestions(node: unknown, depth: number): Raw[] {
  if (depth > 6 || node === null || typeof node !== 'object') return []
  if (Array.isArray(node)) return node.flatMap((one) => findQuestions(one, depth + 1))
  const { name, acceptedAnswer, ...rest } = node as Record<string, unknown>
  const answer = Array.isArray(acceptedAnswer) ? acceptedAnswer[0] : acceptedAnswer
  const text = answer && typeof answer === 'object' ? (answer as { text?: unknown }).text : undefined
  if (typeof name === 'string' && typeof text === 'string') return [{ question: name, html: text }]
  return Object.values(rest).flatMap((one) => findQuestions(one, depth + 1))
}

function findDetails(document: Document): Raw[] {
  return [...document.querySelectorAll('details')].flatMap((details) => {
    const summary = details.querySelector('summary')
    if (!summary) return []
    const question = summary.textContent ?? ''
    summary.remove()
    return [{ question, html: details.innerHTML }]
  })
}

function findDefinitions(document: Document): Raw[] {
  return [...document.querySelectorAll('dl dt')].map((term) => {
    let html = ''
    for (let next = term.nextElementSibling; next?.tagName === 'DD'; next = next.nextElementSibling)
      html += next.innerHTML
    return { question: term.textContent ?? '', html }
  })
}

/** Each heading with everything between it and the next one, at any depth of the tree. */
function findHeadings(document: Document): Raw[] {
  const found: Raw[] = []
  const walk = (element: Element): void => {
    for (const child of element.children) {
      if (child.matches(HEADINGS)) found.push({ question: child.textContent ?? '', html: '' })
      else if (child.querySelector(HEADINGS)) walk(child)
      else if (found.length > 0) (found.at(-1) as Raw).html += child.outerHTML
    }
  }
  if (document.body) walk(document.querySelector('main, article') ?? document.body)
  const asking = found.filter(({ question, html }) => /[?¿？]/.test(question) && html !== '')
  return asking.length > 0 ? asking : found
}
