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

/** All planted faults, in the order of their files. */
export async function readPlantedFaults(): Promise<PlantedFault[]> {
  const files = globSync('*.faults.ts', { cwd: import.meta.dirname }).sort()
  const lists = files.map(async (file) => (await import(join(import.meta.dirname, file))).faults as PlantedFault[])
  return (await Promise.all(lists)).flat()
}
