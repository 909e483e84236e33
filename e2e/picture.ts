import type { Page, TestInfo } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'

/** Attaches a screenshot to the report and fails if axe finds a violation. */
export async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  const path = info.outputPath(`${name}.png`)
  await page.screenshot({ path })
  await info.attach(name, { path, contentType: 'image/png' })
  await expectAccessible(page)
}
