import type { IssueTopic, MemoryView } from '#contracts/memory/memory.ts'
import * as m from '#i18n/messages.js'

/** Labels of a memory's values; visitors and members see the same. */

const topics: Record<IssueTopic, () => string> = {
  password: m.memory_topic_password,
  sign_in: m.memory_topic_sign_in,
  second_factor: m.memory_topic_second_factor,
  locked_account: m.memory_topic_locked_account,
  refund: m.memory_topic_refund,
  double_charge: m.memory_topic_double_charge,
  payment: m.memory_topic_payment,
  invoice: m.memory_topic_invoice,
  subscription: m.memory_topic_subscription,
  error: m.memory_topic_error,
  broken: m.memory_topic_broken,
  slow: m.memory_topic_slow,
  connection: m.memory_topic_connection,
  installation: m.memory_topic_installation,
  integration: m.memory_topic_integration,
}

/** Label of a topic with a capital letter. */
export function topicLabel(topic: IssueTopic): string {
  const label = topics[topic]()
  return label.charAt(0).toUpperCase() + label.slice(1)
}

const styles = { concise: m.memory_style_concise, detailed: m.memory_style_detailed }
const levels = { beginner: m.memory_level_beginner, advanced: m.memory_level_advanced }
const moods = {
  calm: m.memory_mood_calm,
  pleased: m.memory_mood_pleased,
  frustrated: m.memory_mood_frustrated,
  hurried: m.memory_mood_hurried,
}
const solutions = { steps: m.memory_likes_steps, article: m.memory_likes_articles, person: m.memory_likes_persons }
const learning = { examples: m.memory_likes_examples, pictures: m.memory_likes_pictures, videos: m.memory_likes_videos }
const traits = { polite: m.memory_trait_polite, impatient: m.memory_trait_impatient, thorough: m.memory_trait_thorough }
const patterns = { quick: m.memory_pattern_quick, patient: m.memory_pattern_patient }

/** All inferred traits as name and value, without unknown ones. */
export function traitsOf(memory: MemoryView): [name: string, value: string][] {
  const likes = [
    ...memory.preferredSolutions.map((one) => solutions[one]()),
    ...memory.learningPreferences.map((one) => learning[one]()),
  ]
  const facts: [string, string | null | undefined][] = [
    [m.memory_style(), memory.communicationStyle && styles[memory.communicationStyle]()],
    [m.memory_level(), memory.technicalLevel && levels[memory.technicalLevel]()],
    [m.memory_mood(), memory.emotionalState && moods[memory.emotionalState]()],
    [m.memory_likes(), likes.join(', ')],
    [m.memory_traits(), memory.personalityTraits.map((one) => traits[one]()).join(', ')],
    [m.memory_pattern(), memory.escalationPattern && patterns[memory.escalationPattern]()],
    [m.memory_timezone(), memory.timezone?.replaceAll('_', ' ')],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

/** Mean of the ratings of answers and tickets, 1 to 5; null without ratings. */
export function satisfactionOf({ satisfaction }: MemoryView): number | null {
  if (satisfaction.length === 0) return null
  return satisfaction.reduce((sum, { stars }) => sum + stars, 0) / satisfaction.length
}
