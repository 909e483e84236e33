import { readFile } from 'node:fs/promises'
import type { Language } from '#contracts/languages.ts'

export type PlantedEntry = { language: Language; title: string; text: string }
/** Entries that were written together: two that contradict each other, or several of which no two do. */
export type PlantedGroup = { label: string; isConflict: boolean; entries: PlantedEntry[] }

export type PlantedSet = 'tuned' | 'held-out'

/** The groups of a set. A group begins with `= language what`, its entries are lines of `title | text`. */
export async function readPlanted(set: PlantedSet): Promise<PlantedGroup[]> {
  const groups = await Promise.all(
    (['conflicts', 'alike'] as const).map(async (part) => {
      const text = await readFile(new URL(`./${set}-${part}.txt`, import.meta.url), 'utf8')
      return text
        .trim()
        .split(/\n\n+/)
        .map((block) => groupOf(block, part === 'conflicts'))
    }),
  )
  return groups.flat()
}

function groupOf(block: string, isConflict: boolean): PlantedGroup {
  const [head = '', ...lines] = block.split('\n')
  const language = head.split(' ')[1] as Language
  const entries = lines.map((line) => {
    const [title = '', text = ''] = line.split(' | ')
    return { language, title, text }
  })
  return { label: head.slice(2), isConflict, entries }
}
