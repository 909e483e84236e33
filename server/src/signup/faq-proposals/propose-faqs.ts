import { detectLanguage } from '#server/language/service.ts'
import { type FaqTopic, type TopicWords, topicWordsOf } from './faq-topics.ts'
import { BULLET, sentencesIn, type TextPart, textParts } from './text-parts.ts'

/** A question with its answer, to be approved by a person. */
export type ProposedFaq = { question: string; answer: string }

const MAX_PROPOSALS = 10
const MAX_ANSWER = 1500
const MIN_WORDS = 4
/** Sentences without a topic of their own that still belong to the one before them. */
const MAX_FOLLOWING = 2
/** `Delivery: two working days` */
const LABELLED = /^(\p{Lu}[^:.?!]{1,40}?)\s?:\s+(\S.{3,})$/u

/**
 * Up to ten questions with their answers out of a text, without a model. First those that the text asks itself; then one for each topic
 * that customers ask small businesses about (hours, delivery, returns …) with the sentences about it; then the other sections under their
 * headings. What belongs to none is left out.
 */
export function proposeFaqs(text: string): ProposedFaq[] {
  const words = topicWordsOf(detectLanguage(text) ?? 'en')
  const asked: ProposedFaq[] = []
  const sections: ProposedFaq[] = []
  const topics = collectTopics()
  for (const [at, part] of textParts(text, words.isAsked).entries()) {
    const titled = words.topicsOfTitle(part.title)
    const { own, rest } = splitLines(part, words, titled)
    if (part.kind === 'question') asked.push({ question: part.title, answer: own.join('\n') })
    else if (part.kind === 'heading' && titled.length > 0) addProse(own, words, topics, titled)
    // The first heading is the name of the page.
    else if (at > 0 && isSection(part, own, words)) {
      sections.push({ question: words.questionAbout(part.title), answer: own.join('\n') })
    } else addProse(own, words, topics)
    addProse(rest, words, topics)
  }
  const stated = topics.list().filter(({ answer }) => saysSomething(answer))
  return firstOf([...asked, ...stated, ...sections])
}

/**
 * The lines that belong to a part's title: all of a marked heading; else the first paragraph, and those after it up to one that begins with
 * another topic or asks the reader something.
 */
function splitLines({ kind, lines, isMarked }: TextPart, words: TopicWords, titled: readonly FaqTopic[]) {
  if (isMarked || kind === 'plain') return { own: lines, rest: [] }
  const first = lines.findIndex((line) => line !== '')
  const end = lines.findIndex((line, at) => {
    if (at <= first || line === '' || lines[at - 1] !== '') return false
    const [sentence = ''] = sentencesIn(line)
    const topic = words.topicOf(sentence)
    return sentence.endsWith('?') || (topic !== null && !titled.some(({ id }) => id === topic.id))
  })
  return end < 0 ? { own: lines, rest: [] } : { own: lines.slice(0, end), rest: lines.slice(end) }
}

/** “Contact us!” answers nothing. */
const saysSomething = (answer: string) => answer.split(/\s+/).length >= MIN_WORDS || /\d/.test(answer)

const withoutLoneBullet = (answer: string) => (answer.includes('\n') ? answer : answer.replace(BULLET, ''))

/** The first ten with different questions, each with an answer of bearable length. */
function firstOf(all: readonly ProposedFaq[]): ProposedFaq[] {
  const seen = new Set<string>()
  return all
    .map(({ question, answer }) => ({ question, answer: shortened(withoutLoneBullet(answer.trim())) }))
    .filter(({ question, answer }) => {
      const key = question.toLowerCase()
      if (!/[\p{L}\p{N}]/u.test(answer) || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, MAX_PROPOSALS)
}

/** Whether the text under a heading is one answer; else it is read sentence by sentence. */
function isSection({ kind, title }: TextPart, lines: readonly string[], words: TopicWords): boolean {
  if (kind !== 'heading' || words.isIntroduction(title) || /[?？]$/.test(title)) return false
  const sentences = lines.flatMap(sentencesIn)
  const found = new Set(sentences.map((sentence) => words.topicOf(sentence)?.id).filter(Boolean))
  return found.size < 2 && sentences.length > 0
}

function collectTopics() {
  const found = new Map<string, { id: string; question: string; answer: string }>()
  return {
    add: ({ id, question }: FaqTopic, text: string, joint = '\n') => {
      const before = found.get(id)?.answer
      found.set(id, { id, question, answer: before ? `${before}${joint}${text}` : text })
    },
    list: () => [...found.values()],
  }
}

/**
 * Adds each sentence to its topic, and a few that follow it in the same paragraph. Under a heading only the topics that it names count, and
 * what is about another one belongs to the heading too.
 */
function addProse(
  lines: readonly string[],
  words: TopicWords,
  topics: ReturnType<typeof collectTopics>,
  titled: readonly FaqTopic[] = [],
): void {
  const start = titled[0] ? { topic: titled[0], following: Number.NEGATIVE_INFINITY } : null
  let current = start
  for (const line of lines) {
    // What follows in a list is a statement of its own.
    if (line === '' || BULLET.test(line)) current = start
    let joint = '\n'
    for (const sentence of labelledOrSentences(line)) {
      if (sentence.endsWith('?')) continue
      const topic = words.topicOf(sentence)
      // “Otherwise we charge 10 pounds” belongs to the sentence before it, “We also sell gift cards” does not.
      const isOwn = !current || !words.leans(sentence) || (topic && words.isMoreSpecific(topic, current.topic))
      if (topic && isOwn && (!start || titled.some(({ id }) => id === topic.id)))
        current = { topic, following: start?.following ?? 0 }
      else if (!current || ++current.following > MAX_FOLLOWING) continue
      topics.add(current.topic, sentence, joint)
      joint = ' '
    }
  }
}

/** A labelled line is one statement, however many sentences it has. */
const labelledOrSentences = (line: string): string[] => (LABELLED.test(line) ? [line] : sentencesIn(line))

function shortened(answer: string): string {
  if (answer.length <= MAX_ANSWER) return answer
  const cut = answer.slice(0, MAX_ANSWER)
  return cut.slice(0, Math.max(cut.search(/[.!?][^.!?]*$/) + 1, cut.lastIndexOf('\n'))) || cut
}
