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
 * The questions of a help page: as the page declares them for search engines, else what folds open, else terms with their
 * explanation, else headings with what stands under them (those that ask, if any do).
 */
export async function extractQuestions(html: string): Promise<PageQuestion[]> {
  const { parseHTML } = await import('linkedom')
  // A page may leave its body's tag out, which this reader takes for a page without one.
  const { document } = parseHTML(/<body\b/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`)
  const declared = declaredIn(document)
  for (const element of document.querySelectorAll(NOISE)) element.remove()
  const ways = [() => declared, () => folded(document), () => terms(document), () => sections(document)]
  for (const way of ways) {
    const found = await written(way())
    if (found.length > 0) return found
  }
  return []
}

type Raw = { question: string; html: string }

async function written(raw: Raw[]): Promise<PageQuestion[]> {
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
function declaredIn(document: Document): Raw[] {
  return [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) => {
    try {
      return questionsIn(JSON.parse(script.textContent ?? ''), 0)
    } catch {
      // A page that writes its declaration wrongly is read by its looks.
      return []
    }
  })
}

function questionsIn(node: unknown, depth: number): Raw[] {
  if (depth > 6 || node === null || typeof node !== 'object') return []
  if (Array.isArray(node)) return node.flatMap((one) => questionsIn(one, depth + 1))
  const { name, acceptedAnswer, ...rest } = node as Record<string, unknown>
  const answer = Array.isArray(acceptedAnswer) ? acceptedAnswer[0] : acceptedAnswer
  const text = answer && typeof answer === 'object' ? (answer as { text?: unknown }).text : undefined
  if (typeof name === 'string' && typeof text === 'string') return [{ question: name, html: text }]
  return Object.values(rest).flatMap((one) => questionsIn(one, depth + 1))
}

function folded(document: Document): Raw[] {
  return [...document.querySelectorAll('details')].flatMap((details) => {
    const summary = details.querySelector('summary')
    if (!summary) return []
    const question = summary.textContent ?? ''
    summary.remove()
    return [{ question, html: details.innerHTML }]
  })
}

function terms(document: Document): Raw[] {
  return [...document.querySelectorAll('dl dt')].map((term) => {
    let html = ''
    for (let next = term.nextElementSibling; next?.tagName === 'DD'; next = next.nextElementSibling)
      html += next.innerHTML
    return { question: term.textContent ?? '', html }
  })
}

/** A heading, and all that stands between it and the next one, wherever in the tree that is. */
function sections(document: Document): Raw[] {
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
