const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const firstOf = (name: string): string => name.split(' ')[0] ?? name

/**
 * Finds mentions in a note: an @ that begins a word, with one of the names or its first word; the longest of them, so that "@Ann Lee" does not
 * name another Ann, and "@Ann" not Anna. Its group is the mention. Null without names.
 */
export function mentionPattern(names: readonly string[]): RegExp | null {
  const spoken = [...new Set(names.flatMap((name) => [name, firstOf(name)]))].filter(Boolean)
  if (spoken.length === 0) return null
  const longestFirst = spoken.sort((one, other) => other.length - one.length).map(escaped)
  return new RegExp(`(?<![\\p{L}\\p{N}])(@(?:${longestFirst.join('|')}))(?![\\p{L}\\p{N}])`, 'giu')
}

/** Which of the names a note mentions: by the whole name, or all with the first name that it says. */
export function mentionedNames(note: string, names: readonly string[]): Set<string> {
  const pattern = mentionPattern(names)
  const said = [...(pattern ? note.matchAll(pattern) : [])].map(([mention]) => mention.slice(1).toLowerCase())
  const mentioned = said.flatMap((one) => {
    const whole = names.filter((name) => name.toLowerCase() === one)
    return whole.length > 0 ? whole : names.filter((name) => firstOf(name).toLowerCase() === one)
  })
  return new Set(mentioned)
}
