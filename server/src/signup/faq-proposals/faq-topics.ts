import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Language } from '#contracts/languages.ts'
import { leansOnSentenceBefore } from '#server/language/service.ts'

/** Words are beginnings of words, as expressions. */
const Words = z.array(z.string())
const File = z.object({
  /** The question about a heading that belongs to no topic; `{heading}` stands for it. */
  about: z.string(),
  /** How questions of a customer begin; the others are headings with a question mark (“Changed your mind?”). */
  questions: Words,
  /** How questions begin that a page asks its reader. */
  invitations: Words,
  /** Headings that only introduce what follows. */
  introductions: Words,
  weekdays: Words,
  /** What customers ask small businesses, the more specific first. */
  topics: z.array(z.object({ id: z.string(), question: z.string(), words: Words })),
})

export type FaqTopic = { id: string; question: string }
export type TopicWords = {
  /** The topic that a sentence is about. */
  topicOf: (sentence: string) => FaqTopic | null
  /** All topics that a heading or question names. */
  topicsOfTitle: (title: string) => FaqTopic[]
  isIntroduction: (heading: string) => boolean
  /** Whether a text with a question mark is what a customer asks. */
  isAsked: (question: string) => boolean
  /** Whether a sentence refers to the one before it. */
  leans: (sentence: string) => boolean
  isMoreSpecific: (topic: FaqTopic, than: FaqTopic) => boolean
  questionAbout: (heading: string) => string
}

/** Not in the middle of a word. `\b` knows the letters a to z only. */
const BOUNDARY = '(?!(?<=[\\p{L}\\p{N}])[\\p{L}\\p{N}])'
const anyOf = (words: readonly string[]) => `(?:${words.map((word) => word.replaceAll('\\b', BOUNDARY)).join('|')})`
const containing = (words: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{N}])${anyOf(words)}`, 'iu')
const beginningWith = (words: readonly string[]) => new RegExp(`^${anyOf(words)}${BOUNDARY}`, 'iu')
const wholly = (words: readonly string[]) => new RegExp(`^${anyOf(words)}[\\s:.!?]*$`, 'iu')

const known = new Map<Language, TopicWords>()

/** The topics of a language, English ones where it has no file. They are read once. */
export function topicWordsOf(language: Language): TopicWords {
  const words = known.get(language) ?? readTopicWords(language)
  known.set(language, words)
  return words
}

function readTopicWords(language: Language): TopicWords {
  const fileOf = (name: string) => new URL(`./topics/${name}.json`, import.meta.url)
  const file = existsSync(fileOf(language)) ? fileOf(language) : fileOf('en')
  const { about, topics, ...words } = File.parse(JSON.parse(readFileSync(file, 'utf8')))
  const expressions = topics.map(({ words, ...topic }) => ({ topic, expression: containing(words) }))
  const hours = topics.find(({ id }) => id === 'hours') ?? null
  const weekday = beginningWith(words.weekdays)
  const question = beginningWith(words.questions)
  const invitation = beginningWith(words.invitations)
  const introduction = wholly(words.introductions)
  const matching = (text: string) => expressions.filter(({ expression }) => expression.test(text))
  const positionOf = ({ id }: FaqTopic) => topics.findIndex((one) => one.id === id)
  return {
    // A line that begins with a day is a row of the opening hours.
    topicOf: (sentence) => (weekday.test(sentence) ? hours : (matching(sentence)[0]?.topic ?? null)),
    topicsOfTitle: (title) => matching(title).map(({ topic }) => topic),
    isIntroduction: (heading) => introduction.test(heading),
    isAsked: (text) => question.test(text) && !invitation.test(text),
    leans: (sentence) => leansOnSentenceBefore(sentence, language),
    isMoreSpecific: (topic, than) => positionOf(topic) < positionOf(than),
    questionAbout: (heading) => about.replace('{heading}', () => heading),
  }
}
