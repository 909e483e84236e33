import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './segue.ts'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Expects that axe finds no violation on the current page: of WCAG 2.2 AA, or of every rule it has. */
export async function expectAccessible(page: Page, rules: 'WCAG 2.2 AA' | 'all' = 'WCAG 2.2 AA'): Promise<void> {
  // Waits for running animations, which change colours and positions, except for paused and endless ones.
  await page.evaluate(() => {
    const finished = document
      .getAnimations()
      .filter(
        (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
      .map((one) => one.finished)
    return Promise.race([Promise.allSettled(finished), new Promise((resolve) => setTimeout(resolve, 2000))])
  })
  // Without frames of other origins the result can be read in the page itself; else axe opens a page for each run.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules === 'all' ? axe : axe.withTags(WCAG_22_AA)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** Checks the light and the dark theme without reloading the page. */
export async function expectAccessibleInBothThemes(page: Page, rules: 'WCAG 2.2 AA' | 'all' = 'WCAG 2.2 AA') {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(colorScheme === 'dark')
    await expectAccessible(page, rules)
  }
}
