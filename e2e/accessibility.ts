import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './segue.ts'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose result depends on colours; nothing else differs between the light and the dark theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Rules = 'WCAG 2.2 AA' | 'all' | 'colours'

/**
 * Expects that axe finds no violation on the current page: of WCAG 2.2 AA, of every rule it has, or of those about colours. `within` is the
 * selector of the part that is looked at, where the rest has been looked at before.
 */
export async function expectAccessible(page: Page, rules: Rules = 'WCAG 2.2 AA', within?: string): Promise<void> {
  // Waits for running animations, which change colours and positions, except for paused and endless ones.
  const hasAxe = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const finished = document
      .getAnimations()
      .filter(
        (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
      .map((one) => one.finished)
    await Promise.race([Promise.allSettled(finished), new Promise((resolve) => setTimeout(resolve, 2000))])
    return 'axe' in window
  })
  // The source of 1.5 MB is evaluated once in a document; later runs use what is there.
  const axe = new AxeBuilder({ page, ...(hasAxe && page.frames().length === 1 && { axeSource: 'void 0' }) })
    .options({ resultTypes: ['violations'] })
    // Without frames of other origins the result can be read in the page itself; else axe opens a page for each run.
    .setLegacyMode(true)
  if (within) axe.include(within)
  if (rules === 'colours') axe.withRules(COLOUR_RULES)
  else if (rules === 'WCAG 2.2 AA') axe.withTags(WCAG_22_AA)
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** Checks the light and the dark theme without reloading the page; of the second theme the rules about colours. */
export async function expectAccessibleInBothThemes(page: Page, rules: Rules = 'WCAG 2.2 AA', within?: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // The page follows the device in an event of its own.
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await expectAccessible(page, colorScheme === 'light' ? rules : 'colours', within)
  }
}
