import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readPlantedFaults } from './fault.ts'

const ROOT = join(import.meta.dirname, '../..')

it('the text of each planted fault occurs exactly once in its file, and its tests exist', async () => {
  const faults = await readPlantedFaults()
  const occurs = ({ file, find }: { file: string; find: string }) =>
    existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8').split(find).length - 1 : 0
  expect(faults.filter((fault) => occurs(fault) !== 1).map(({ breaks, file }) => `${breaks} (${file})`)).toEqual([])
  const missing = faults.flatMap(({ tests }) => tests).filter((test) => !existsSync(join(ROOT, test)))
  expect(missing).toEqual([])
  expect(faults.length).toBeGreaterThanOrEqual(60)
})
