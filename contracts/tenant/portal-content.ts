import { z } from 'zod'
import { ChatContext } from '#contracts/conversation/conversation.ts'
import { line, requiredLine } from '#contracts/fields.ts'
import { LANGUAGES } from '#contracts/languages.ts'

/** The pictures a topic card may show. */
export const TopicIcon = z.enum([
  'tool',
  'card',
  'book',
  'bug',
  'message',
  'truck',
  'calendar',
  'shield',
  'home',
  'school',
])
export type TopicIcon = z.output<typeof TopicIcon>

/** What a topic card opens: a chat in a context, or the help center. */
export const TopicTarget = z.enum([...ChatContext.options, 'help-center'])
export type TopicTarget = z.output<typeof TopicTarget>

const TopicText = z.strictObject({
  title: requiredLine(60, 'error_enter_topic_title'),
  text: line(160),
})

/** A category of tickets, as it is stored: lower case, words joined by underscores. */
const Category = z
  .string()
  .max(60)
  .regex(/^[\p{Ll}\p{Lo}\d]+(?:[_-][\p{Ll}\p{Lo}\d]+)*$/u, 'error_enter_category')

/** A card of the portal's start page. Its category is offered in the ticket form and stored on tickets that begin with it. */
export const PortalTopic = z.strictObject({
  /** Names the card among those of the business. */
  key: z.string().regex(/^[a-z0-9-]{1,40}$/),
  icon: TopicIcon,
  opens: TopicTarget,
  category: Category,
  ...TopicText.shape,
  /** Title and text in further languages; a language without them gets the ones above. */
  translations: z.partialRecord(z.enum(LANGUAGES), TopicText),
})
export type PortalTopic = z.output<typeof PortalTopic>

export const MAX_TOPICS = 8
export const PortalTopics = z
  .array(PortalTopic)
  .max(MAX_TOPICS)
  .refine((topics) => new Set(topics.map(({ key }) => key)).size === topics.length)

export const MAX_STARTER_QUESTIONS = 6
/** Questions that a customer sends with one click. */
const StarterQuestions = z
  .array(requiredLine(100, 'error_enter_question'))
  .max(MAX_STARTER_QUESTIONS, 'error_too_many_questions')

/** The portal's own sentences in one language; an empty one is the fallback's. */
const TextsOfLanguage = z.strictObject({
  heading: line(80),
  welcomeMessage: line(300),
  questions: StarterQuestions.optional(),
})

/** The portal's sentences by language. A language without its own gets the welcome message of the branding and the product's heading. */
export const PortalTexts = z.partialRecord(z.enum(LANGUAGES), TextsOfLanguage)
export type PortalTexts = z.output<typeof PortalTexts>
