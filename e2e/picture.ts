import type { Page, TestInfo } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'

/** Keeps what a person would see, with the report; a page that does not pass axe fails here. */
export async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  const path = info.outputPath(`${name}.png`)
  await page.screenshot({ path })
  await info.attach(name, { path, contentType: 'image/png' })
  await expectAccessible(page)
}
