import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { ATTACKS } from './proof/abuse/attacks.ts'
import { isWithin } from './proof/abuse/figures.ts'
import { type Surroundings, siteOf, startSurroundings } from './proof/abuse/site.ts'

/** `npm run proof:abuse` does it with 200; here 40 keep the run short. */
const AT_ONCE = 40

let h: Harness
let surroundings: Surroundings
beforeAll(async () => {
  surroundings = await startSurroundings()
  h = await startHarness({ env: surroundings.env, overrides: { log: surroundings.log } })
})
afterAll(async () => {
  await h.stop()
  await surroundings.stop()
})

describe('[I6] [I8] [N8] [S7] [Y4] attacks on a started server achieve no more than they may', () => {
  it.each(ATTACKS.map(({ title, attack }) => [title, attack] as const))(
    '%s',
    async (_, attack) => {
      const figures = await attack(siteOf(h.platform, h.database.ownerUrl, surroundings, AT_ONCE))
      for (const { name, value } of figures) process.stdout.write(`  ${value}: ${name}\n`)
      expect(figures.filter((figure) => !isWithin(figure))).toEqual([])
    },
    300_000,
  )
})
