import { globSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One deliberate mistake in the product: the text `find`, which must occur exactly once in `file`, becomes `replace`. At least one of
 * `tests` (path words for Vitest) must fail with it; otherwise the tests do not notice that mistake.
 */
export type PlantedFault = {
  /** What is broken, as a sentence about the product: "a closed ticket can be assigned". */
  breaks: string
  file: string
  find: string
  replace: string
  tests: readonly string[]
}

/** All planted faults with the name of their list (`billing`), in the order of the lists. */
export async function readPlantedFaults(): Promise<(PlantedFault & { list: string })[]> {
  const files = globSync('*.faults.ts', { cwd: import.meta.dirname }).sort()
  const lists = files.map(async (file) => {
    const { faults } = (await import(join(import.meta.dirname, file))) as { faults: PlantedFault[] }
    return faults.map((fault) => ({ ...fault, list: file.replace('.faults.ts', '') }))
  })
  return (await Promise.all(lists)).flat()
}
